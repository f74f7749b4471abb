"""The observation vector, field by field, from a hidden record; seats start with the viewer."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.observation import Field, total
from spieltisch.core.rows import put_bits, put_eight
from spieltisch.core.state import SPECTATOR, Ints
from spieltisch.games.noch_mal.decisions import (
    COLOURS,
    FACES,
    PASS,
    SEATS,
    colour_face,
    number_face,
)
from spieltisch.games.noch_mal.record import CHOOSE, DICE, EXCLAMATIONS, HALF, STARS, NochMal
from spieltisch.games.noch_mal.rules import (
    FIRST,
    FREE_ROLLS,
    LATER,
    colours_left,
    numbers_left,
    score,
)
from spieltisch.games.noch_mal.sheets import (
    CELLS,
    CELLS_PER_COLOUR,
    COLUMNS,
    ROWS,
    SIZES,
)

FIELDS = (
    Field("stage", (4,), 0, 1, "draw the starter, roll, choose, over: one of them is 1"),
    Field("roll", (), 0, 1, "number of the present roll / the last possible one"),
    Field("free", (), 0, 1, "1 in the first three rolls, when all dice are everyone's"),
    Field("active", (SEATS,), 0, 1, "who rolls, counted from the viewer"),
    Field("colour_dice", (DICE, FACES), 0, 1, "the face of each: g y b r o X"),
    Field("number_dice", (DICE, FACES), 0, 1, "the face of each: 1 2 3 4 5 ?"),
    Field("colours_left", (FACES,), 0, 1, "faces that the viewer may choose from"),
    Field("numbers_left", (FACES,), 0, 1, "faces that the viewer may choose from"),
    Field("taken_colour", (FACES,), 0, 1, "the active player's colour die, once it is public"),
    Field("taken_number", (FACES,), 0, 1, "the active player's number die, once it is public"),
    Field("own_colour", (2 * COLOURS,), 0, 1, "own choice: a plain colour, or a joker's meaning"),
    Field("own_number", (2 * COLOURS,), 0, 1, "own choice: a plain number, or a joker's meaning"),
    Field("chosen", (SEATS,), 0, 1, "who has chosen in this roll"),
    Field("colour_of", (CELLS, COLOURS), 0, 1, "the sheet: each cell's colour, column by column"),
    Field("size_of", (CELLS,), 0, 1, "the sheet: size of each cell's block / 6"),
    Field("star", (CELLS,), 0, 1, "the sheet: cells with a star"),
    Field("reach", (CELLS,), 0, 1, "cells that the viewer could start from"),
    Field("marked", (SEATS, CELLS), 0, 1, "crosses of each seat"),
    Field("column_left", (SEATS, COLUMNS), 0, 1, "unmarked cells of each column / 7"),
    Field("colour_left", (SEATS, COLOURS), 0, 1, "unmarked cells of each colour / 21"),
    Field("column_won", (SEATS, COLUMNS), 0, 1, "1 filled first, 0.5 later, 0 not yet"),
    Field("colour_won", (SEATS, COLOURS), 0, 1, "1 filled first, 0.5 later, 0 not yet"),
    Field("exclamations", (SEATS,), 0, 1, "exclamation marks left / 8"),
    Field("stars_left", (SEATS,), 0, 1, "stars without a cross / 15"),
    Field("score", (SEATS,), -1, 3, "points if the game ended now / 30"),
    Field("playing", (SEATS,), 0, 1, "whether the seat is there at all"),
)
OBSERVATION = total(FIELDS)
HEAD = total(FIELDS[:13])  # what stands before the sheet

# What a cell of each block is written as: its colour, in the first of eight numbers, and its size
BLOCK_COLOUR = np.repeat(np.eye(COLOURS, 8, dtype=np.float32), SIZES, axis=0)
BLOCK_SIZE = np.tile(np.arange(1, SIZES + 1) / SIZES, COLOURS).astype(np.float32)
# What small numbers are written as: what is left, what was won
COLUMN_SHARE = (np.arange(ROWS + 1) / ROWS).astype(np.float32)
COLOUR_SHARE = (np.arange(CELLS_PER_COLOUR + 1) / CELLS_PER_COLOUR).astype(np.float32)
WON = np.zeros(3, np.float32)
WON[FIRST], WON[LATER] = 1.0, 0.5


@kernel
def observe(state: NochMal, out: Any) -> None:
    out[:HEAD] = 0.0
    viewer = 0 if state.viewer == SPECTATOR else max(0, int(state.viewer))
    at = observe_table(state, out, viewer)
    at = observe_dice(state, out, viewer, at)
    at = observe_sheet(state, out, viewer, at)
    observe_seats(state, out, viewer, at)


@kernel
def observe_table(state: NochMal, out: Any, viewer: int) -> int:
    players = int(state.players)
    out[int(state.stage)] = 1.0
    out[4] = state.roll / state.roll_limit
    out[5] = 1.0 if state.roll <= FREE_ROLLS else 0.0
    out[6 + (int(state.active) - viewer) % players] = 1.0
    return 6 + SEATS


@kernel
def observe_dice(state: NochMal, out: Any, viewer: int, at: int) -> int:
    for die in range(DICE):
        if state.colour_dice[die]:
            out[at + die * FACES + int(state.colour_dice[die]) - 1] = 1.0
        if state.number_dice[die]:
            out[at + (DICE + die) * FACES + int(state.number_dice[die]) - 1] = 1.0
    at += 2 * DICE * FACES
    colours, numbers = colours_left(state, viewer), numbers_left(state, viewer)
    for face in range(FACES):
        out[at + face] = colours >> face & 1
        out[at + FACES + face] = numbers >> face & 1
    at += 2 * FACES
    taken = int(state.dice_choice[state.active]) - 1
    if state.stage == CHOOSE and state.roll > FREE_ROLLS and 0 <= taken < PASS:
        out[at + colour_face(taken)] = 1.0
        out[at + FACES + number_face(taken)] = 1.0
    at += 2 * FACES
    own = int(state.dice_choice[viewer]) - 1
    if state.viewer >= 0 and 0 <= own < PASS:
        out[at + own // (2 * COLOURS + 1)] = 1.0
        out[at + 2 * COLOURS + own % (2 * COLOURS + 1)] = 1.0
    at += 4 * COLOURS
    for seat in range(state.players):
        out[at + (seat - viewer) % int(state.players)] = int(state.chosen) >> seat & 1
    return at + SEATS


@kernel
def observe_sheet(state: NochMal, out: Any, viewer: int, at: int) -> int:
    for cell in range(CELLS):
        put_eight(out, at + cell * COLOURS, BLOCK_COLOUR, int(state.cell_block[cell]))
    at += CELLS * COLOURS
    for cell in range(CELLS):
        out[at + cell] = BLOCK_SIZE[state.cell_block[cell]]
    at = put_cells(state.stars, out, at + CELLS)
    return put_cells(state.near[viewer], out, at)


@kernel
def put_cells(cells: Ints, out: Any, at: int) -> int:
    """Writes a set of cells, and seven numbers more; returns the end."""
    put_bits(out, at, int(cells[0]), HALF)
    put_bits(out, at + HALF, int(cells[1]), CELLS - HALF)
    return at + CELLS


@kernel
def observe_seats(state: NochMal, out: Any, viewer: int, at: int) -> None:
    players = int(state.players)
    columns_at = at + SEATS * CELLS
    colours_at = columns_at + SEATS * COLUMNS
    column_won_at = colours_at + SEATS * COLOURS
    colour_won_at = column_won_at + SEATS * COLUMNS
    rest_at = colour_won_at + SEATS * COLOURS
    for me in range(players):
        at = put_cells(state.crosses[(viewer + me) % players], out, at)
    out[at:] = 0.0
    for seat in range(players):
        me = (seat - viewer) % players
        for column in range(COLUMNS):
            place = me * COLUMNS + column
            out[columns_at + place] = COLUMN_SHARE[state.column_left[seat, column]]
            out[column_won_at + place] = WON[state.column_won[seat, column]]
        for colour in range(COLOURS):
            place = me * COLOURS + colour
            out[colours_at + place] = COLOUR_SHARE[state.colour_left[seat, colour]]
            out[colour_won_at + place] = WON[state.colour_won[seat, colour]]
        out[rest_at + me] = state.exclamations[seat] / EXCLAMATIONS
        out[rest_at + SEATS + me] = state.stars_left[seat] / STARS
        out[rest_at + 2 * SEATS + me] = score(state, seat) / 30
        out[rest_at + 3 * SEATS + me] = 1.0
