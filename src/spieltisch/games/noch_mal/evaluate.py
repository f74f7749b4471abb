"""What bots may know of Noch mal!: what a sheet promises, and what a few crosses add to it.

Every weight is in points. A column or colour that is not full yet promises a share of its value,
which grows with a power of the part that is marked, and shrinks when few rolls are left.
"""

from __future__ import annotations

import math

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.decisions import MOST, PASS, PLACE, SETS, price
from spieltisch.games.noch_mal.prospects import FEATURES, expected, two_least
from spieltisch.games.noch_mal.record import DONE, NochMal
from spieltisch.games.noch_mal.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLUMN_FIRST,
    COLUMN_LATER,
    list_cells,
)
from spieltisch.games.noch_mal.sheets import CELLS, CELLS_PER_COLOUR, COLUMNS, ROWS, SIZES

(
    COLUMN,  # how much of a column's value its first cells promise
    COLUMN_POWER,
    COLOUR,
    COLOUR_POWER,
    STAR,  # marking a star now, beyond the two points that it saves: less, as it could wait
    REACH,  # a cell that comes within reach
    EDGE,  # the same, for each column that it is away from the middle
    SPLIT,  # a cell that stays behind alone in its block
    EXCLAMATION,  # what an exclamation mark is worth beyond its point
    CELL,  # any cell at all
    PATIENCE,  # so many rolls before the end, promises count half
) = range(11)
WEIGHTS = np.array([0.93, 3.7, 0.82, 4.0, -0.34, 0.058, 0.022, 0.88, 1.94, 0.38, 3.6])
SPREAD = 4.0  # so many points ahead make victory e times as likely
USUAL = 24.0  # a good result of a game alone
ALONE_SPREAD = 15.0  # so many points more are half of what can be better


@kernel
def rolls_left(state: NochMal) -> float:
    """How many rolls are still to come: known when alone, else guessed from the fullest sheet."""
    if state.stage == DONE:
        return 0.0
    left = float(state.roll_limit - state.roll)
    if state.players == 1:
        return left
    for seat in range(state.players):
        left = min(left, 0.75 * two_least(state, seat))
    return left


@kernel
def trust(state: NochMal, weights: Floats) -> float:
    """How far promises count, from 1 at the start to 0 at the end."""
    left = rolls_left(state)
    return float(left / (left + weights[PATIENCE]))


@kernel
def worth(won: Ints, one: int, first: int, later: int) -> float:
    """What filling a column or colour would bring now."""
    for seat in range(len(won)):
        if won[seat, one]:
            return float(later)
    return float(first)


@kernel
def promise(left: int, cells: int, power: float) -> float:
    """The share of its value that a column or colour promises, 0 … 1."""
    return float(((cells - left) / cells) ** power)


@kernel
def promised(before: int, after: int, cells: int, share: float, power: float) -> float:
    """What the promise grows by; full at last, it is the whole value."""
    old = share * promise(before, cells, power)
    return 1.0 - old if after == 0 else share * promise(after, cells, power) - old


@kernel
def gain(state: NochMal, seat: int, place: int, weights: Floats, hope: float) -> float:
    """What marking the cells of one placement is worth to a seat, in points."""
    block, cells = place // SETS, place % SETS
    colour = block // SIZES
    total = 0.0
    many = 0
    column, before = -1, 0
    for bit in range(block % SIZES + 1):
        if not cells >> bit & 1:
            continue
        cell = int(state.block_cells[block, bit])
        many += 1
        if cell // ROWS != column:
            column, before = cell // ROWS, int(state.column_left[seat, cell // ROWS])
        value = worth(state.column_won, column, COLUMN_FIRST[column], COLUMN_LATER[column])
        share = weights[COLUMN] * hope
        total += value * promised(before, before - 1, ROWS, share, weights[COLUMN_POWER])
        before -= 1
        total += hope * opened(state, seat, cell, weights)
    left = int(state.colour_left[seat, colour])
    value = worth(state.colour_won, colour, COLOUR_FIRST, COLOUR_LATER)
    share = weights[COLOUR] * hope
    total += value * promised(left, left - many, CELLS_PER_COLOUR, share, weights[COLOUR_POWER])
    if cells & state.star[block]:
        total += 2.0 + weights[STAR]
    total -= hope * weights[SPLIT] * left_alone(state, seat, block, cells)
    return float(total + hope * weights[CELL] * many)


@kernel
def opened(state: NochMal, seat: int, cell: int, weights: Floats) -> float:
    """What the cells are worth that come within reach beside a newly marked one."""
    total = 0.0
    for step in (-1, 1, -ROWS, ROWS):
        near = cell + step
        aside = abs(step) == 1 and near // ROWS != cell // ROWS
        if near < 0 or near >= CELLS or aside:
            continue
        block, bit = int(state.cell_block[near]), int(state.cell_bit[near])
        if not int(state.reach[seat, block]) >> bit & 1:
            total += weights[REACH] + weights[EDGE] * abs(near // ROWS - COLUMNS // 2)
    return total


@kernel
def left_alone(state: NochMal, seat: int, block: int, cells: int) -> int:
    """How many cells of a block stay unmarked without a free neighbour in it."""
    free = ((1 << block % SIZES + 1) - 1) & ~int(state.marks[seat, block]) & ~cells
    alone = 0
    for bit in range(block % SIZES + 1):
        if free >> bit & 1:
            alone += 1
            for other in range(block % SIZES + 1):
                pair = 1 << bit | 1 << other
                if other != bit and free >> other & 1 and state.connected[block] >> pair & 1:
                    alone -= 1
                    break
    return alone


@kernel
def weigh(state: NochMal, actions: Ints, n: int, values: Floats, weights: Floats) -> None:
    """How many points each legal decision seems to bring; to pass brings none."""
    seat = int(state.seat)
    hope = trust(state, weights)
    places = np.zeros(MOST, np.int64)
    for i in range(n):
        if actions[i] == PASS:
            values[i] = 0.0
        elif actions[i] >= PLACE:
            values[i] = gain(state, seat, actions[i] - PLACE, weights, hope)
        else:
            values[i] = -99.0
            for p in range(list_cells(state, seat, actions[i], places)):
                values[i] = max(values[i], gain(state, seat, places[p] - PLACE, weights, hope))
            values[i] -= price(actions[i]) * (1.0 + weights[EXCLAMATION] * hope)


@kernel
def prefer(state: NochMal, actions: Ints, n: int, values: Floats) -> None:
    weigh(state, actions, n, values, WEIGHTS)


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
