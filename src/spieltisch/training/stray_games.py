"""Games of greedy bots that go astray once: what `training.fit` learns from.

Positions that only greedy bots reach would teach nothing about other turns. So for some turns
decisions are drawn, softly or blindly, and then all go on as usual: what comes of it is what such a
position is worth.
"""

from __future__ import annotations

from typing import Any

from spieltisch.bots.search import draw_softly
from spieltisch.core.dispatch import apply, list_legal, midway, prefer, sample_chance, to_act
from spieltisch.core.jit import kernel
from spieltisch.core.play import best
from spieltisch.core.randomness import Random, below, unit
from spieltisch.core.state import CHANCE, OVER, Floats, Ints


@kernel
def play_lesson(
    states: Any, actions: Ints, values: Floats, luck: Random, warmth: float, plan: Ints, log: Ints
) -> int:
    """Plays `states[0]` to its end and writes all into `log`; returns how much that is.

    Decisions are drawn in the turns from `plan[0]` to `plan[1]`; `plan[2]` becomes the place in the
    log where that began.
    """
    n = 0
    turns = 0
    plan[2] = -1
    while n < len(log):
        seat = to_act(states[0])
        if seat == OVER:
            return n
        if seat == CHANCE:
            log[n] = sample_chance(states[0], luck)
        else:
            many = list_legal(states[0], actions)
            place = 0
            if plan[0] <= turns < plan[1]:
                if plan[2] < 0:
                    plan[2] = n
                place = stray(states[0], actions, many, values, luck, warmth)
            elif many > 1:
                prefer(states[0], actions, many, values)
                place = best(values, many, luck)
            log[n] = actions[place]
        apply(states[0], log[n])
        if seat != CHANCE and not midway(states[0]):
            turns += 1
        n += 1
    return n


@kernel
def stray(state: Any, actions: Ints, n: int, values: Floats, luck: Random, warmth: float) -> int:
    """Any decision, or one that looks good enough."""
    if unit(luck) < 0.3:
        return below(luck, n)
    prefer(state, actions, n, values)
    return draw_softly(values, n, warmth, luck)


@kernel
def next_lesson(states: Any, log: Ints, at: int, early: bool, luck: Random, kept: float) -> int:
    """Plays on in `log` from place `at` to the next position worth keeping; returns its place.

    That is where chance is about to answer a turn, or (not `early`) where a turn begins; the
    first is always kept (`kept` is then 1), of later ones a share.
    """
    while at < len(log):
        due = early == (to_act(states[0]) == CHANCE)
        if due and not midway(states[0]) and unit(luck) < kept:
            return at
        apply(states[0], log[at])
        at += 1
    return at


@kernel
def go_on(states: Any, log: Ints, at: int, to: int) -> None:
    """Plays the decisions of `log` from one place to another."""
    for place in range(at, to):
        apply(states[0], log[place])
