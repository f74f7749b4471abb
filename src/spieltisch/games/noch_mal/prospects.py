"""What a seat of Noch mal! may still expect: a network fitted to games of bots.

`weights.json` holds its weights; `python -m spieltisch.tools.fit noch-mal` makes them. Judged is
the moment before the dice are rolled.
"""

from __future__ import annotations

from spieltisch.core.jit import kernel
from spieltisch.core.network import answer, load
from spieltisch.core.state import Floats
from spieltisch.games.noch_mal.decisions import COLOURS, NUMBERS
from spieltisch.games.noch_mal.record import DONE, EXCLAMATIONS, SOLO_ROLLS, STARS, NochMal
from spieltisch.games.noch_mal.rules import FREE_ROLLS, numbers_open, score
from spieltisch.games.noch_mal.sheets import CELLS, CELLS_PER_COLOUR, COLUMNS, ROWS, SIZES

NETWORKS = 2  # alone, and with others
PER_COLUMN = 6
PER_COLOUR = 10
GENERAL = 9
FEATURES = COLUMNS * PER_COLUMN + COLOURS * PER_COLOUR + GENERAL

NETWORK = load(__package__, NETWORKS, FEATURES)
DIRECT, HIDDEN, BIAS, WEIGHTS, CONSTANT = NETWORK


@kernel
def which(state: NochMal, seat: int) -> int:
    """The network for this seat."""
    return 0 if state.players == 1 else 1


@kernel
def counted(state: NochMal, seat: int) -> float:
    """What the seat has now; the networks say what will be added."""
    return float(score(state, seat))


@kernel
def describe(state: NochMal, seat: int, out: Floats) -> None:
    """Writes the features of a seat's position."""
    out[:] = 0.0
    describe_columns(state, seat, out)
    describe_colours(state, seat, out, COLUMNS * PER_COLUMN)
    at = COLUMNS * PER_COLUMN + COLOURS * PER_COLOUR
    marks = int(state.exclamations[seat])
    out[at] = int(state.stars_left[seat]) / STARS
    out[at + 1] = marks / EXCLAMATIONS
    out[at + 2] = 1.0 if marks > 0 else 0.0
    out[at + 3] = 1.0 if marks > 1 else 0.0
    out[at + 4] = two_least(state, seat) / 10.0
    if state.players == 1:
        out[at + 5] = (int(state.roll_limit) + 1 - int(state.roll)) / SOLO_ROLLS
        return
    out[at + 5] = max(0, FREE_ROLLS + 1 - int(state.roll)) / FREE_ROLLS
    out[at + 6] = 1.0 if state.active == seat else 0.0
    out[at + 7] = 1.0 / int(state.players)
    soonest = 2 * CELLS_PER_COLOUR
    for other in range(state.players):
        if other != seat:
            soonest = min(soonest, two_least(state, other))
    out[at + 8] = soonest / 10.0


@kernel
def describe_columns(state: NochMal, seat: int, out: Floats) -> None:
    """How much of each column is left, can be reached, and is worth to whom."""
    for column in range(COLUMNS):
        at = column * PER_COLUMN
        left = int(state.column_left[seat, column])
        if left == 0:
            out[at] = 1.0
            continue
        out[at + 1] = left / ROWS
        out[at + 2] = 0.5**left
        nearest = ROWS
        for other in range(state.players):
            if other != seat:
                nearest = min(nearest, int(state.column_left[other, column]))
        out[at + 3] = 1.0 if nearest == 0 else 0.0  # only the lower value is left
        out[at + 4] = 0.5**nearest if nearest > 0 else 0.0
    for cell in range(CELLS):
        block = int(state.cell_block[cell])
        near = int(state.reach[seat, block]) & ~int(state.marks[seat, block])
        if near >> int(state.cell_bit[cell]) & 1:
            out[cell // ROWS * PER_COLUMN + 5] += 1.0 / ROWS


@kernel
def describe_colours(state: NochMal, seat: int, out: Floats, at: int) -> None:
    """The same of each colour, the fullest first, and which numbers could be marked."""
    for colour in range(COLOURS):
        left = int(state.colour_left[seat, colour])
        place = 0
        for other in range(COLOURS):
            theirs = int(state.colour_left[seat, other])
            if theirs < left or (theirs == left and other < colour):
                place += 1
        here = at + place * PER_COLOUR
        if left == 0:
            out[here] = 1.0
            continue
        out[here + 1] = left / CELLS_PER_COLOUR
        out[here + 2] = 0.7**left
        fit = numbers_open(state, seat, colour)
        for number in range(NUMBERS):
            out[here + 3 + number] = fit >> number & 1
        for other in range(state.players):
            if state.colour_won[other, colour]:
                out[here + 8] = 1.0
        out[here + 9] = blocks_left(state, seat, colour) / SIZES


@kernel
def blocks_left(state: NochMal, seat: int, colour: int) -> int:
    """How many blocks of a colour are not full."""
    many = 0
    for size in range(SIZES):
        if int(state.marks[seat, colour * SIZES + size]) != (1 << size + 1) - 1:
            many += 1
    return many


@kernel
def two_least(state: NochMal, seat: int) -> int:
    """How many cells a seat lacks of the two colours that would end the game [NM-13]."""
    least, second = CELLS, CELLS
    for colour in range(COLOURS):
        cells = int(state.colour_left[seat, colour])
        if cells < least:
            least, second = cells, least
        elif cells < second:
            second = cells
    return least + second


@kernel
def expected(state: NochMal, seat: int, scratch: Floats) -> float:
    """The final score of a seat, as far as can be told."""
    if state.stage == DONE:
        return counted(state, seat)
    describe(state, seat, scratch)
    n = which(state, seat)
    gain = answer(scratch, DIRECT[n], HIDDEN[n], BIAS[n], WEIGHTS[n], CONSTANT[n])
    return counted(state, seat) + gain
