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
from spieltisch.core.play import share_of_victory
from spieltisch.core.randomness import Random, sow
from spieltisch.core.state import CHANCE, FULL, OVER, AnyState, Floats, Ints

SEAT, SEED, FIRST, LAST, RUNS = range(5)  # of `order`: see `sample`


@exported(
    f"states, states, int64[:,:], int64[:], float64[:,:], float64[:,:], int64[:], {WORK}",
    long=True,
)
def sample(
    start: Any,
    scratch: Any,
    lines: Ints,
    order: Ints,
    won: Floats,
    ahead: Floats,
    luck: Random,
    work: Work,
) -> None:
    """What becomes of each line: row i of `ahead`, and in `won` a row for each seat of line i, one
    column per future.

    `order` holds the seat that asks, the seed, the number of the first future, who acted last, and
    from RUNS on how often chance has answered each seat (and, behind them, nobody) in this match;
    what is behind these is scratch memory.
    """
    players = int(start[0].players)
    for n in range(won.shape[1]):
        for i in range(len(lines)):
            scratch[0] = start[0]
            state = scratch[0]
            sow(work.random, order[SEED], order[FIRST] + n)
            if state.viewer != FULL:
                fill(state, work.random)
            for decision in lines[i]:
                if decision != NONE:
                    apply(state, decision)
            play_on(state, n, order, luck, work)
            judge(state, order[SEAT], work)
            finished = to_act(state) == OVER and players > 1
            for seat in range(players):
                share = share_of_victory(state, seat) if finished else work.result[seat]
                won[i * players + seat, n] = share
            ahead[i, n] = margin(state, order[SEAT]) if players > 1 else 0.0


@kernel
def play_on(state: AnyState, n: int, order: Ints, luck: Random, work: Work) -> None:
    """Like the rollouts of the search; the kth answer of chance to a seat has a luck of its own.

    So futures of two moments of a match, or of two turns, share the luck of whatever both of them
    have still to come, however often chance was asked before.
    """
    players = int(state.players)
    runs = order[RUNS + players + 1 :]
    for seat in range(players + 1):
        runs[seat] = order[RUNS + seat]
    decisions = 0.0
    early = work.settings[BEFORE_CHANCE] > 0.0
    last, drawing = order[LAST], False
    while True:
        seat = to_act(state)
        if seat == OVER:
            return
        is_late = decisions >= work.settings[CUT_OFF] and not midway(state)
        if is_late and early == (seat == CHANCE):
            return
        if seat == CHANCE:
            if not drawing:
                sow(luck, order[SEED] + 1 + last, (runs[last] << 32) + order[FIRST] + n)
                runs[last] += 1
                drawing = True
            apply(state, sample_chance(state, luck))
            continue
        last, drawing = seat, False
        many = list_legal(state, work.actions)
        place = prefer_one(state, many, work) if many > 1 else 0
        apply(state, work.actions[place])
        decisions += 1.0
