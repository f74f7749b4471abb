"""What a few crosses are worth at first sight: tables that are fitted to games of bots.

A sheet promises points by what is left of its columns, colours and blocks, by exclamation marks and
by cells within reach; a turn is worth what it adds to that. All tables stand in one row; there are
three of them, which are mixed by how much of the game is still to come. `preferences.json` holds
them with the command that made them.
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from spieltisch.core.bits import ones
from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.decisions import (
    COLOURS,
    MOST,
    NUMBERS,
    PASS,
    PLACE,
    SETS,
    colour_of,
    number_of,
    price,
)
from spieltisch.games.noch_mal.knowledge.outlook import two_least
from spieltisch.games.noch_mal.rules import COLUMN_FIRST, COLUMN_LATER, list_cells
from spieltisch.games.noch_mal.sheets.sheet import CELLS, CELLS_PER_COLOUR, COLUMNS, ROWS, SIZES
from spieltisch.games.noch_mal.state import DONE, EXCLAMATIONS, NochMal

# Where each table begins:
COLUMN = 0  # by what a column is worth, 0 … 5, and its unmarked cells, 0 … 7
COLOUR = COLUMN + 6 * (ROWS + 1)  # by whether somebody has the colour, and its unmarked cells
STAR = COLOUR + 2 * (CELLS_PER_COLOUR + 1)  # a star that is marked
REACH = STAR + 1  # a cell that comes within reach, by its distance from the middle
OPEN = REACH + COLUMNS // 2 + 1  # the same, if it is the first of its block; by the block's size
ALONE = OPEN + SIZES  # a cell that stays behind alone in its block
MANY = ALONE + 1  # by the number of crosses, 1 … 5
REST = MANY + NUMBERS  # by the unmarked cells of a block
JOKERS = REST + SIZES + 1  # by the exclamation marks that are left
TRAITS = JOKERS + EXCLAMATIONS + 1
MIXED = 3  # tables are multiplied by 1, by what is still to come, and by its square
PATIENCE = 3.6  # so many rolls before the end, that is a half

# Scratch memory of one look at a seat's sheet (one array: kernels hand on each by seven numbers).
# Behind the mixed table stand
OPENED = TRAITS  # by cell: what comes within reach by marking it; UNKNOWN until asked for
COLUMN_AT = OPENED + CELLS  # by column: its place in the table
KNOWN = COLUMN_AT + COLUMNS  # by colour and number: the best placement; UNKNOWN until asked for
SIGHT = KNOWN + COLOURS * NUMBERS


def load() -> Floats:
    """Alone and with others: the tables."""
    text = resources.files(__package__).joinpath("preferences.json").read_text("utf-8")
    tables: Floats = np.array(json.loads(text)["tables"], np.float64)
    return tables.reshape(2, MIXED, TRAITS)


TABLES = load()
ALONE_TABLES, SHARED_TABLES = TABLES[0].copy(), TABLES[1].copy()


UNKNOWN = -1e9


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
def look(state: NochMal, tables: Floats) -> Floats:
    """The scratch memory for this moment, its table mixed."""
    sight = np.full(SIGHT, UNKNOWN)
    left = rolls_left(state)
    hope = left / (left + PATIENCE)
    for i in range(TRAITS):
        sight[i] = tables[0, i] + hope * (tables[1, i] + hope * tables[2, i])
    for column in range(COLUMNS):
        worth = COLUMN_FIRST[column]
        for seat in range(state.players):
            if state.column_won[seat, column] and state.players > 1:
                worth = COLUMN_LATER[column]
        left = int(state.column_left[state.seat, column])
        sight[COLUMN_AT + column] = COLUMN + (ROWS + 1) * worth + left
    return sight


@kernel
def gain(state: NochMal, block: int, cells: int, sight: Floats) -> float:
    """What marking some cells of a block is worth to the seat to act, in points."""
    seat = int(state.seat)
    total = 0.0
    many, run, column = 0, 0, -1
    at = 0
    for bit in range(block % SIZES + 1):
        if not cells >> bit & 1:
            continue
        cell = int(state.block_cells[block, bit])
        if cell // ROWS != column:  # cells of a column are neighbours in the list
            if many > 0:
                total += sight[at - run] - sight[at]
            column, run = cell // ROWS, 0
            at = int(sight[COLUMN_AT + column])
        many += 1
        run += 1
        if sight[OPENED + cell] == UNKNOWN:
            sight[OPENED + cell] = opened(state, seat, cell, sight)
        total += sight[OPENED + cell]
    total += sight[at - run] - sight[at]
    total += fuller(state, seat, block // SIZES, many, sight)
    if cells & state.star[block]:
        total += sight[STAR]
    free = ((1 << block % SIZES + 1) - 1) & ~int(state.marks[seat, block])
    total += sight[ALONE] * left_alone(state, block, free & ~cells)
    left = ones(free)
    total += sight[REST + left - many] - sight[REST + left]
    return float(total + sight[MANY + many - 1])


@kernel
def fuller(state: NochMal, seat: int, colour: int, many: int, table: Floats) -> float:
    """What `many` crosses add to the promise of a colour."""
    before = COLOUR + int(state.colour_left[seat, colour])
    for other in range(state.players):
        if state.colour_won[other, colour] and other != seat:
            before += CELLS_PER_COLOUR + 1
            break
    return float(table[before - many] - table[before])


@kernel
def opened(state: NochMal, seat: int, cell: int, table: Floats) -> float:
    """What the cells are worth that come within reach beside a newly marked one."""
    row = cell % ROWS
    total = 0.0
    if row > 0:
        total += reached(state, seat, cell - 1, table)
    if row < ROWS - 1:
        total += reached(state, seat, cell + 1, table)
    if cell >= ROWS:
        total += reached(state, seat, cell - ROWS, table)
    if cell < CELLS - ROWS:
        total += reached(state, seat, cell + ROWS, table)
    return total


@kernel
def reached(state: NochMal, seat: int, cell: int, table: Floats) -> float:
    block = int(state.cell_block[cell])
    reach = int(state.reach[seat, block])
    if reach >> int(state.cell_bit[cell]) & 1:
        return 0.0
    new = table[OPEN + block % SIZES] if reach == 0 else 0.0
    return float(new + table[REACH + abs(cell // ROWS - COLUMNS // 2)])


@kernel
def left_alone(state: NochMal, block: int, free: int) -> int:
    """How many of these cells of a block have no neighbour among them."""
    if free & free - 1 == 0:
        return ones(free)
    joined = 0
    for one in range(1, block % SIZES + 1):
        if free >> one & 1:
            for other in range(one):
                pair = 1 << one | 1 << other
                if free & pair == pair and state.connected[block] >> pair & 1:
                    joined |= pair
    return ones(free & ~joined)


@kernel
def most(state: NochMal, dice: int, sight: Floats, places: Ints) -> float:
    """What the best placement for two dice is worth."""
    found = UNKNOWN
    for p in range(list_cells(state, int(state.seat), dice, places)):
        place = places[p] - PLACE
        found = max(found, gain(state, place // SETS, place % SETS, sight))
    return found


@kernel
def weigh(state: NochMal, actions: Ints, n: int, values: Floats, tables: Floats) -> None:
    """How many points each legal decision seems to bring; to pass brings none."""
    sight = look(state, tables)
    places = np.empty(MOST, np.int64)
    jokers = JOKERS + int(state.exclamations[state.seat])
    for i in range(n):
        action = int(actions[i])
        if action == PASS:
            values[i] = 0.0
        elif action >= PLACE:
            place = action - PLACE
            values[i] = gain(state, place // SETS, place % SETS, sight)
        else:  # a joker brings what a plain die would
            meant = KNOWN + (colour_of(action) * NUMBERS + number_of(action) - 1)
            if sight[meant] == UNKNOWN:
                sight[meant] = most(state, action, sight, places)
            values[i] = sight[meant] + sight[jokers - price(action)] - sight[jokers]
