"""What bots may know: how near to victory a seat is, and which decisions look good."""

from __future__ import annotations

from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats, Ints
from spieltisch.games.re_move.rules import ReMove, score, to_act, OVER, SEATS


@kernel
def value(state: ReMove, seat: int) -> float:
    return 0.5


@kernel
def prefer(state: ReMove, actions: Ints, n: int, values: Floats) -> None:
    for i in range(n):
        values[i] = 0.0
