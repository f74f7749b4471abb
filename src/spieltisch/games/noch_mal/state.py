"""The record of a game: the dice, everybody's sheet, and how both are before the first roll."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from spieltisch.core.card import Options
from spieltisch.core.state import Ints, State, i8, i16, layout
from spieltisch.games.noch_mal.decisions import COLOURS, SEATS
from spieltisch.games.noch_mal.sets import connected_sets
from spieltisch.games.noch_mal.sheets import sheet
from spieltisch.games.noch_mal.sheets.sheet import (
    BLOCKS,
    CELLS,
    CELLS_PER_COLOUR,
    COLUMNS,
    ROWS,
    SIZES,
    START_COLUMN,
)

DICE = 3  # of each kind; alone two are enough [NM-16]
SOLO_DICE = 2
SOLO_ROLLS = 30
EXCLAMATIONS = 8
STARS = 15
HALF = 8 * ROWS  # cells of eight columns fit into a word
PAINTED = 11  # cells with a bit for each colour fit into a word

DRAW_FIRST, ROLL, CHOOSE, DONE = range(4)  # stages


class NochMal(State):
    stage: i8
    active: i8  # who rolls [NM-3]
    seat: i8  # to act, while the stage is CHOOSE
    placing: i8  # that seat has chosen its dice and now chooses its cells
    chosen: i8  # seats that have completed their choice of this roll, as bits
    roll: i16  # the number of the present roll, from 1
    roll_limit: i16  # [NM-17], or [NM-16]
    fallen: i8  # dice of this roll that have come to rest
    colour_dice: Annotated[Ints, np.int8, (DICE,)]  # 1 + face, 0 before it falls
    number_dice: Annotated[Ints, np.int8, (DICE,)]
    # Secret until all have chosen; then marked, and forgotten here:
    dice_choice: Annotated[Ints, np.int16, (SEATS,)]  # 1 + decision; 0: none, or hidden
    cell_choice: Annotated[Ints, np.int16, (SEATS,)]  # block * 64 + set; 0: none, or hidden
    # The players' sheets:
    marks: Annotated[Ints, np.int8, (SEATS, BLOCKS)]  # marked cells of each block
    reach: Annotated[Ints, np.int8, (SEATS, BLOCKS)]  # cells in column H or beside a marked one
    # Both once more, by cell: HALF of them in the first word.
    crosses: Annotated[Ints, np.int64, (SEATS, 2)]
    near: Annotated[Ints, np.int64, (SEATS, 2)]
    column_left: Annotated[Ints, np.int8, (SEATS, COLUMNS)]  # unmarked cells
    colour_left: Annotated[Ints, np.int8, (SEATS, COLOURS)]
    column_won: Annotated[Ints, np.int8, (SEATS, COLUMNS)]  # 0, FIRST or LATER
    colour_won: Annotated[Ints, np.int8, (SEATS, COLOURS)]
    bonus: Annotated[Ints, np.int16, (SEATS,)]  # points of all that was won [NM-14]
    stars_left: Annotated[Ints, np.int8, (SEATS,)]
    exclamations: Annotated[Ints, np.int8, (SEATS,)]
    # The sheet that is printed [NM-2]; block = colour * 6 + size - 1:
    cell_block: Annotated[Ints, np.int8, (CELLS,)]
    cell_bit: Annotated[Ints, np.int8, (CELLS,)]  # place of the cell within its block
    block_cells: Annotated[Ints, np.int8, (BLOCKS, SIZES)]
    star: Annotated[Ints, np.int8, (BLOCKS,)]  # the cell with a star, as a set of cells
    stars: Annotated[Ints, np.int64, (2,)]  # the same by cell
    painted: Annotated[Ints, np.int64, (10,)]  # five bits per cell, one for its colour
    connected: Annotated[Ints, np.int64, (BLOCKS,)]  # all connected sets of cells [NM-7]


STATE = layout(NochMal)


def setup(state: NochMal, players: int, options: Options) -> None:
    print_sheet(state, sheet.read_sheet(options["sheet"]))
    state.stage = DRAW_FIRST if options["random_start"] else ROLL
    state.roll = 1
    state.roll_limit = SOLO_ROLLS if players == 1 else options["roll_limit"]
    for seat in range(players):
        state.column_left[seat] = ROWS
        state.colour_left[seat] = CELLS_PER_COLOUR
        state.stars_left[seat] = STARS
        state.exclamations[seat] = EXCLAMATIONS
        for cell in range(START_COLUMN * ROWS, (START_COLUMN + 1) * ROWS):
            state.reach[seat, state.cell_block[cell]] |= 1 << int(state.cell_bit[cell])
            state.near[seat, cell // HALF] |= 1 << cell % HALF


def print_sheet(state: NochMal, rows: sheet.Sheet) -> None:
    """Puts a sheet into the record."""
    for block, cells in enumerate(sheet.blocks(rows)):
        for bit, cell in enumerate(cells):
            state.cell_block[cell] = block
            state.cell_bit[cell] = bit
            state.block_cells[block, bit] = cell
            state.painted[cell // PAINTED] |= 1 << cell % PAINTED * COLOURS + block // SIZES
            if sheet.star_at(rows, cell):
                state.star[block] = 1 << bit
                state.stars[cell // HALF] |= 1 << cell % HALF
        state.connected[block] = connected_sets(cells)
