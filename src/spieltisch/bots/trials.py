"""Trying whole turns: the kernel of `contest`, compiled for every game."""

from __future__ import annotations

from typing import Any

from spieltisch.bots.search import NONE, WORK, Work, judge, roll_out
from spieltisch.core.dispatch import apply, fill
from spieltisch.core.jit import exported
from spieltisch.core.randomness import sow
from spieltisch.core.state import Floats, Ints


@exported(f"states, states, int64[:,:], float64[:], float64[:], int64[:], int, {WORK}", long=True)
def try_turns(
    start: Any,
    scratch: Any,
    lines: Ints,
    sums: Floats,
    won: Floats,
    visits: Ints,
    many: int,
    work: Work,
) -> None:
    """Adds `many` simulations to the turns, which take part in turn.

    `visits` has two more entries: the seat that thinks, and the seed of luck.
    """
    seat, seed = visits[-2], visits[-1]
    for _ in range(many):
        turn = 0
        for other in range(1, len(lines)):
            if visits[other] < visits[turn]:
                turn = other
        sow(work.random, seed, visits[turn])
        scratch[0] = start[0]
        fill(scratch[0], work.random)
        for decision in lines[turn]:
            if decision != NONE:
                apply(scratch[0], decision)
        roll_out(scratch[0], work)
        judge(scratch[0], seat, work)
        sums[turn] += work.result[seat]
        won[turn] += work.result[-1]
        visits[turn] += 1
