"""The observation vector, field by field, from a hidden record; seats start with the viewer."""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.lookup_rows import BITS, put_bits, put_eight
from spieltisch.core.observation import Field, total
from spieltisch.core.state import SPECTATOR, Ints
from spieltisch.games.noch_mal.decisions import (
    COLOURS,
    FACES,
    PASS,
    SEATS,
    colour_face,
    number_face,
)
from spieltisch.games.noch_mal.rules import (
    FIRST,
    FREE_ROLLS,
    LATER,
    colours_left,
    numbers_left,
    score,
)
from spieltisch.games.noch_mal.sheets.sheet import (
    CELLS,
    CELLS_PER_COLOUR,
    COLUMNS,
    ROWS,
)
from spieltisch.games.noch_mal.state import (
    CHOOSE,
    DICE,
    EXCLAMATIONS,
    HALF,
    PAINTED,
    STARS,
    NochMal,
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

# What small numbers are written as: what is left, what was won. Looking them up is quickest where
# the index cannot be negative: hence tables of 32, and `& 31` below.
COLUMN_SHARE = (np.arange(32) / ROWS).astype(np.float32)
COLOUR_SHARE = (np.arange(32) / CELLS_PER_COLOUR).astype(np.float32)
WON = np.zeros(32, np.float32)
WON[FIRST], WON[LATER] = 1.0, 0.5


@kernel
def observe(state: NochMal, out: Any) -> None:
    """Field by field in their order, since sets of cells are written a little too far."""
    clear(out, 0, HEAD)
    viewer = 0 if state.viewer == SPECTATOR else max(0, int(state.viewer))
    at = observe_table(state, out, viewer)
    at = observe_dice(state, out, viewer, at)
    at = observe_sheet(state, out, viewer, at)
    at = observe_marks(state, out, viewer, at)
    observe_seats(state, out, viewer, at)


@kernel
def clear(out: Any, start: int, end: int) -> None:
    """Zeros from `start` to `end`: eight at a time is quicker than a slice."""
    for at in range(start, end - 8, 8):
        put_eight(out, at, BITS, 0)
    put_eight(out, end - 8, BITS, 0)


@kernel
def distance(seat: int, viewer: int, players: int) -> int:
    """How far a seat is from the viewer, clockwise; a remainder takes much longer."""
    return seat - viewer if seat >= viewer else seat - viewer + players


@kernel
def observe_table(state: NochMal, out: Any, viewer: int) -> int:
    out[int(state.stage)] = 1.0
    out[4] = state.roll / state.roll_limit
    out[5] = 1.0 if state.roll <= FREE_ROLLS else 0.0
    out[6 + distance(int(state.active), viewer, int(state.players))] = 1.0
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
        out[at + distance(seat, viewer, int(state.players))] = int(state.chosen) >> seat & 1
    return at + SEATS


@kernel
def observe_sheet(state: NochMal, out: Any, viewer: int, at: int) -> int:
    for word in range(CELLS // PAINTED):
        put_bits(out, at, int(state.painted[word]), PAINTED * COLOURS)
        at += PAINTED * COLOURS
    rest = CELLS % PAINTED * COLOURS
    put_bits(out, at, int(state.painted[CELLS // PAINTED]), rest)
    at = put_cells(state.stars, out, at + rest)
    return put_cells(state.near[viewer], out, at)


@kernel
def put_cells(cells: Ints, out: Any, at: int) -> int:
    """Writes a set of cells, and seven numbers more; returns the end."""
    put_bits(out, at, int(cells[0]), HALF)
    put_bits(out, at + HALF, int(cells[1]), CELLS - HALF)
    return at + CELLS


@kernel
def observe_marks(state: NochMal, out: Any, viewer: int, at: int) -> int:
    """Writes everybody's crosses, and zeros from there to the end."""
    players = int(state.players)
    seat, end = viewer, at
    for _ in range(players):
        end = put_cells(state.crosses[seat], out, end)
        seat = seat + 1 if seat + 1 < players else 0
    clear(out, end, OBSERVATION)
    return at + SEATS * CELLS


@kernel
def observe_seats(state: NochMal, out: Any, viewer: int, at: int) -> None:
    """Where nothing is won, the zeros stay that were written before."""
    players = int(state.players)
    won = at + SEATS * (COLUMNS + COLOURS)
    rest = won + SEATS * (COLUMNS + COLOURS)
    for seat in range(players):
        me = distance(seat, viewer, players)
        column, colour = me * COLUMNS, SEATS * COLUMNS + me * COLOURS
        for i in range(COLUMNS):
            left = state.column_left[seat, i]
            out[at + column + i] = COLUMN_SHARE[left & 31]
            if left == 0:
                out[won + column + i] = WON[state.column_won[seat, i] & 31]
        for i in range(COLOURS):
            left = state.colour_left[seat, i]
            out[at + colour + i] = COLOUR_SHARE[left & 31]
            if left == 0:
                out[won + colour + i] = WON[state.colour_won[seat, i] & 31]
        out[rest + me] = state.exclamations[seat] / EXCLAMATIONS
        out[rest + SEATS + me] = state.stars_left[seat] / STARS
        out[rest + 2 * SEATS + me] = score(state, seat) / 30
        out[rest + 3 * SEATS + me] = 1.0
