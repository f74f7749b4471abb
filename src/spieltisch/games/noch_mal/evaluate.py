"""What bots may know of Noch mal!: which decision looks best, and who will win."""

from __future__ import annotations

import math

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.policy import ALONE_TABLES, SHARED_TABLES, weigh
from spieltisch.games.noch_mal.prospects import FEATURES, expected
from spieltisch.games.noch_mal.record import DONE, NochMal

SPREAD = 4.0  # so many points ahead make victory e times as likely
USUAL = 24.0  # a good result of a game alone
ALONE_SPREAD = 15.0  # so many points more are half of what can be better


@kernel
def prefer(state: NochMal, actions: Ints, n: int, values: Floats) -> None:
    weigh(state, actions, n, values, ALONE_TABLES if state.players == 1 else SHARED_TABLES)


@kernel
def value(state: NochMal, seat: int) -> float:
    """The share of victory; alone, how the result compares with the best possible."""
    scratch = np.empty(FEATURES, np.float64)
    if state.players == 1:
        ahead = (expected(state, seat, scratch) - USUAL) / ALONE_SPREAD
        return 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
    if state.stage == DONE:
        return share_of_victory(state, seat)
    mine = expected(state, seat, scratch)
    total = 0.0
    for other in range(state.players):
        total += math.exp((expected(state, other, scratch) - mine) / SPREAD)
    return 1.0 / total
