"""What bots may know of Noch mal!: which decision looks best, and who will win."""

from __future__ import annotations

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.knowledge import insight
from spieltisch.games.noch_mal.knowledge.next_roll import expect, table, weigh_turns
from spieltisch.games.noch_mal.knowledge.outlook import Network, expected, load, share
from spieltisch.games.noch_mal.knowledge.policy import ALONE_TABLES, SHARED_TABLES, weigh
from spieltisch.games.noch_mal.rules import score
from spieltisch.games.noch_mal.state import DONE, STATE, NochMal

USUAL = 28.0  # a good result of a game alone
ALONE_SPREAD = 25.0  # so many points more are as good as can be

# (kernels know arrays as constants, but no tuples of them)
(DIRECT, OWN, OTHER, BIAS, OUTER), (PAIR_DIRECT, PAIR_OWN, PAIR_OTHER, PAIR_BIAS, PAIR_OUTER) = (
    load()
)
CELL_ROWS, CELL_PATTERNS, CELL_BIAS, CELL_OUTER = insight.load()


@kernel
def prefer(state: NochMal, actions: Ints, n: int, values: Floats) -> None:
    weigh(state, actions, n, values, ALONE_TABLES if state.players == 1 else SHARED_TABLES)


@kernel
def prefer_roughly(state: NochMal, actions: Ints, n: int, values: Floats) -> None:
    """Rollouts of a game alone follow what judges their ends; of others, what is quick."""
    if insight.knows(state):
        states = np.empty(3, STATE)
        states[0] = state
        net = insight.Insight(CELL_ROWS, CELL_PATTERNS, CELL_BIAS, CELL_OUTER)
        weigh_turns(states, actions, n, values, table(), net)
    else:
        prefer(state, actions, n, values)


@kernel
def points_alone(state: NochMal) -> float:
    """The score that a game alone will end with."""
    if state.stage == DONE:
        return float(score(state, 0))
    if insight.knows(state):
        states = np.empty(3, STATE)
        states[0] = state
        net = insight.Insight(CELL_ROWS, CELL_PATTERNS, CELL_BIAS, CELL_OUTER)
        return expect(states, table(), net)
    return expected(state, Network(DIRECT, OWN, OTHER, BIAS, OUTER))


@kernel
def value(state: NochMal, seat: int) -> float:
    """The share of victory; alone, how the result compares with the best possible."""
    if state.players == 1:
        share_alone = 0.5 + 0.5 * (points_alone(state) - USUAL) / ALONE_SPREAD
        return min(max(share_alone, 0.0), 1.0)
    if state.stage == DONE:
        return share_of_victory(state, seat)
    pair = Network(PAIR_DIRECT, PAIR_OWN, PAIR_OTHER, PAIR_BIAS, PAIR_OUTER)
    return share(state, seat, pair)
