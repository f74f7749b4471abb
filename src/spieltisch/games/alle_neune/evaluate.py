"""What bots may know: how much a tile is worth to a seat, given what lies in front of it.

A seat that still gets `h` tiles, each the best of a few on offer, plays a small game of its own:
the numbers in front are the position (none, one or two of them), a tile taken is the move. That
game is solved here once, by counting backwards from h = 0, where numbers left in front cost points.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from spieltisch.core.exp_log import exp
from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.state import Floats, Ints
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    BANK,
    COLLECT,
    DROP,
    ENDED,
    FIGURES,
    GOAL,
    KEEP,
    MOVE,
    NINE,
    TAKE,
    AlleNeune,
    gates,
    next_figure,
    prize,
    score,
    step_from,
    total,
    worth,
)
from spieltisch.games.alle_neune.sets import bit, count, first

HORIZON = 24
OFFER = 1.6  # tiles to choose from, so that greedy play gets what is promised, on average
Table = npt.NDArray[np.float64]


def _solve() -> tuple[Table, Table]:
    """future[h, x, y]: points still to come with h more tiles and x <= y in front (0: no number);
    taken[h, x, y, v]: the same when a v (0: an animal) is taken and h more tiles follow."""
    future = np.zeros((HORIZON + 1, 7, 7))
    taken = np.zeros((HORIZON + 1, 7, 7, 7))
    likely = [6 / 48, *[7 / 48] * 6]
    for h in range(HORIZON + 1):
        for x, y in combinations_with_replacement(range(7), 2):
            if h == 0:
                future[h, x, y] = 10 if x + y == NINE else -x - y
                continue
            taken[h - 1, x, y] = [_taken(future[h - 1], x, y, tile) for tile in range(7)]
            under = 0.0
            for tile in np.argsort(taken[h - 1, x, y]):  # this one is the best of those on offer
                chance = (under + likely[tile]) ** OFFER - under**OFFER
                future[h, x, y] += taken[h - 1, x, y, tile] * chance
                under += likely[tile]
    return future, taken


def _taken(then: Table, x: int, y: int, tile: int) -> float:
    """Points from taking `tile` and settling it with x and y as well as possible."""
    if tile == 0:
        return float(5 + then[x, y])
    if x == 0:
        low, high = sorted((y, tile))
        return float(max(then[low, high], 10 + then[0, 0] if low + high == NINE else -math.inf))
    if x + y + tile == NINE:
        return float(15 + then[0, 0])
    parted = [(x, *sorted((y, tile))), (y, *sorted((x, tile))), (tile, x, y)]
    nines = [10 + then[0, one] for one, low, high in parted if low + high == NINE]
    return float(max(nines or [then[low, high] - one for one, low, high in parted]))


FUTURE, TAKEN = _solve()


@kernel
def tiles_to_come(state: AlleNeune, seat: int) -> int:
    """About how many tiles `seat` still gets: a fair share for each crossing before it."""
    crossings = 0
    for figure in range(state.each):
        place = int(state.figures[seat, figure])
        if place != GOAL:
            crossings += int(state.sections) + 1 - max(1, gates(place))
    return min(HORIZON, 7 * crossings // (int(state.each) * int(state.players)))


@kernel
def two_in_front(state: AlleNeune, seat: int, front: int) -> tuple[int, int]:
    """The values in front, ascending, 0 for none; of three the two largest."""
    x = 0
    y = 0
    while front:
        value = worth(state, seat, first(front))
        front &= front - 1
        x, y = max(x, min(y, value)), max(y, value)
    return x, y


@kernel
def future(state: AlleNeune, seat: int, front: int, h: int) -> float:
    x, y = two_in_front(state, seat, front)
    return float(FUTURE[h, x, y])


@kernel
def value(state: AlleNeune, seat: int) -> float:
    """The share of the victory that the points so far, and those to come, promise."""
    if state.phase == ENDED:
        return share_of_victory(state, seat)
    width = 7.0 + 3.0 * math.sqrt(tiles_to_come(state, seat))
    mine = promise(state, seat)
    against = 0.0
    for other in range(state.players):
        against += exp(min(50.0, (promise(state, other) - mine) / width))
    return 1.0 / against


@kernel
def promise(state: AlleNeune, seat: int) -> float:
    h = tiles_to_come(state, seat)
    return score(state, seat) + future(state, seat, int(state.front[seat]), h)


@kernel
def prefer(state: AlleNeune, actions: Ints, n: int, values: Floats) -> None:
    seat = int(state.seat)
    front = int(state.front[seat])
    h = tiles_to_come(state, seat)
    for i in range(n):
        action = int(actions[i])
        if state.phase == MOVE:
            values[i] = harvest(state, seat, action)
        elif state.phase == TAKE:
            x, y = two_in_front(state, seat, front)
            values[i] = TAKEN[h, x, y, state.values[action - COLLECT]]
        elif action < KEEP:
            values[i] = best_nine(state, seat, int(state.nine) | bit(action - BANK), h)
        elif action == KEEP:
            values[i] = future(state, seat, front, h)
        else:
            tile = action - DROP
            rest = front & ~bit(tile)
            values[i] = future(state, seat, rest, h) - worth(state, seat, tile)


@kernel
def best_nine(state: AlleNeune, seat: int, named: int, h: int) -> float:
    """Points of the best nine that contains the tiles `named`."""
    front = int(state.front[seat])
    best = -math.inf
    part = front
    while part:
        if (part & named) == named and total(state, seat, part) == NINE:
            best = max(best, 5.0 * count(part) + future(state, seat, front & ~part, h))
        part = (part - 1) & front
    return best


@kernel
def harvest(state: AlleNeune, seat: int, action: int) -> float:
    """How much more than usual the crossings of this move are worth."""
    figure = action % FIGURES
    place = int(state.figures[seat, figure])
    h = tiles_to_come(state, seat)
    if action < ADVANCE:
        target = step_from(state, place, int(state.roll))
    else:
        target = next_figure(state, place)
    state.figures[seat, figure] = target  # for a look at what it would earn; taken back below
    until = 2 * int(state.sections) + 1 if target == GOAL else 2 * gates(target)
    x, y = two_in_front(state, seat, int(state.front[seat]))
    usual = FUTURE[h, x, y]
    gain = 0.0
    for stage in range(2 * gates(place), until):
        tiles = prize(state, stage)
        best = FUTURE[max(h - 1, 0), x, y] if stage & 1 == 0 and stage > 0 else usual
        if tiles:
            best = -math.inf
        while tiles:
            best = max(best, TAKEN[max(h - 1, 0), x, y, state.values[first(tiles)]])
            tiles &= tiles - 1
        gain += best - usual
    state.figures[seat, figure] = place
    return gain
