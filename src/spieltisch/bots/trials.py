"""Whole turns: finding those that are preferred at each step, and trying them; for every game."""

from __future__ import annotations

from typing import Any

from spieltisch.bots.search import NONE, WORK, Work, judge, roll_out
from spieltisch.core.dispatch import apply, fill, list_legal, midway, prefer
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import sow
from spieltisch.core.state import AnyState, Floats, Ints

NEXT, MANY, ASTRAY_LEFT, FIRST = range(4)  # columns of `steps`; the decisions follow
FULL = -1  # what `list_turns` returns when there are more or longer turns than there is room


@exported(
    "states, states, int64[:,:], int64[:,:], int64[:], float64[:], int, int -> int", long=True
)
def list_turns(
    states: AnyState,
    ends: AnyState,
    lines: Ints,
    steps: Ints,
    actions: Ints,
    values: Floats,
    width: int,
    astray: int,
) -> int:
    """Lists the turns from `states[0]` that are made of preferred decisions, depth first.

    Of each step the `width` most preferred decisions are followed; at most `astray` decisions of a
    turn are others than the most preferred one. `lines` and `ends` become the turns and what each
    leads to. Returns how many there are, or FULL.
    """
    n = 0
    depth = 0
    open_step(states[0], steps[0], actions, values, width, astray)
    while depth >= 0:
        step = steps[depth]
        if step[NEXT] == step[MANY]:
            depth -= 1
            continue
        place = step[NEXT]
        step[NEXT] += 1
        states[depth + 1] = states[depth]
        apply(states[depth + 1], step[FIRST + place])
        if midway(states[depth + 1]):
            if depth + 1 == len(steps):
                return FULL
            left = step[ASTRAY_LEFT] - (1 if place > 0 else 0)
            depth += 1
            open_step(states[depth], steps[depth], actions, values, width, left)
            continue
        if n == len(ends):
            return FULL
        ends[n] = states[depth + 1]
        for i in range(len(steps)):
            lines[n, i] = steps[i, FIRST + steps[i, NEXT] - 1] if i <= depth else NONE
        n += 1
    return n


@kernel
def open_step(
    state: AnyState, step: Ints, actions: Ints, values: Floats, width: int, astray: int
) -> None:
    """Writes the most preferred legal decisions, the best one first; of equal ones the lower."""
    n = list_legal(state, actions)
    prefer(state, actions, n, values)
    many = min(n, width if astray > 0 else 1)
    for place in range(many):
        found = NONE
        for i in range(n):
            if actions[i] != NONE and (found == NONE or values[i] > values[found]):
                found = i
        step[FIRST + place] = actions[found]
        actions[found] = NONE
    step[NEXT] = 0
    step[MANY] = many
    step[ASTRAY_LEFT] = astray


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
