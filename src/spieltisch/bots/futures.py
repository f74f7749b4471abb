"""Futures of a position, for reviews: the kernels of `review.sampling`, compiled for every game."""

from __future__ import annotations

from typing import Any

from spieltisch.bots.search import (
    BEFORE_CHANCE,
    CUT_OFF,
    NONE,
    WORK,
    Work,
    judge,
    margin,
    prefer_one,
)
from spieltisch.core.dispatch import apply, fill, list_legal, midway, sample_chance, to_act
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import sow
from spieltisch.core.state import CHANCE, FULL, OVER, AnyState, Floats, Ints


@exported(
    f"states, states, int64[:,:], int64[:], float64[:,:], float64[:,:], int64[:,:], {WORK}",
    long=True,
)
def sample(
    start: Any,
    scratch: Any,
    lines: Ints,
    order: Ints,
    won: Floats,
    ahead: Floats,
    luck: Ints,
    work: Work,
) -> None:
    """Fills row i of `won` and `ahead` with what becomes of line i, one column per future.

    `order` holds the seat that asks, the seed, and the number of the first future.
    """
    seat, seed, first = order[0], order[1], order[2]
    for n in range(won.shape[1]):
        for i in range(len(lines)):
            scratch[0] = start[0]
            state = scratch[0]
            sow(work.random, seed, first + n)
            for stream in range(len(luck)):
                sow(luck[stream], seed + 1 + stream, first + n)
            if state.viewer != FULL:
                fill(state, work.random)
            for decision in lines[i]:
                if decision != NONE:
                    apply(state, decision)
            play_on(state, seat, luck, work)
            judge(state, seat, work)
            won[i, n] = work.result[-1]
            ahead[i, n] = margin(state, seat) if state.players > 1 else 0.0


@kernel
def play_on(state: AnyState, last: int, luck: Ints, work: Work) -> None:
    """Like the rollouts of the search, with the luck of whoever acted last."""
    decisions = 0.0
    early = work.settings[BEFORE_CHANCE] > 0.0
    while True:
        seat = to_act(state)
        if seat == OVER:
            return
        is_late = decisions >= work.settings[CUT_OFF] and not midway(state)
        if is_late and early == (seat == CHANCE):
            return
        if seat == CHANCE:
            apply(state, sample_chance(state, luck[last]))
            continue
        last = seat
        n = list_legal(state, work.actions)
        place = prefer_one(state, n, work) if n > 1 else 0
        apply(state, work.actions[place])
        decisions += 1.0
