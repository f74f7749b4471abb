"""How a game alone on the default sheet will end: a network that knows each of its cells.

It sees a sheet as traits: of every cell whether it is marked or within reach, of every column,
colour and block what is left, which numbers fit, stars, exclamation marks and rolls. A hidden layer
combines them. Which cells of a column or of a block are marked is a pattern, and counts without the
hidden layer. What all that is worth depends on the phase of the game. One turn changes few traits,
so the sums of the hidden layer are kept, and only what a turn changes is exchanged in them.
`insight.json` holds the weights, made by
`python -m spieltisch.games.noch_mal.training.fit_insight`.
"""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import kernel
from spieltisch.core.state import Ints
from spieltisch.games.noch_mal.decisions import COLOURS, NUMBERS
from spieltisch.games.noch_mal.rules import numbers_open
from spieltisch.games.noch_mal.sheets.sheet import (
    BLOCKS,
    CELLS,
    CELLS_PER_COLOUR,
    COLUMNS,
    ROWS,
    SIZES,
    printed,
)
from spieltisch.games.noch_mal.state import (
    EXCLAMATIONS,
    HALF,
    SOLO_ROLLS,
    STARS,
    STATE,
    NochMal,
    print_sheet,
)

Singles = npt.NDArray[np.float32]

# Where the traits of each kind begin:
MARK = 0  # by cell: it is marked
NEAR = MARK + CELLS  # by cell: it is not, but within reach
COLUMN = NEAR + CELLS  # by column, and its unmarked cells
COLOUR = COLUMN + COLUMNS * (ROWS + 1)  # by colour, and its unmarked cells
OPEN = COLOUR + COLOURS * (CELLS_PER_COLOUR + 1)  # by colour, and the numbers that fit, as bits
BLOCK = OPEN + COLOURS * (1 << NUMBERS)  # by block, its unmarked cells, and whether one is in reach
STAR = BLOCK + BLOCKS * (SIZES + 1) * 2  # by stars left
JOKER = STAR + STARS + 1  # by exclamation marks left
ROLL = JOKER + EXCLAMATIONS + 1  # by rolls left
NOTHING = ROLL + SOLO_ROLLS + 1  # of a cell out of reach
TRAITS = NOTHING + 1
COLUMN_PATTERN = 0  # by column, and its marked cells as bits
BLOCK_PATTERN = COLUMN_PATTERN + COLUMNS * (1 << ROWS)  # by block, and the same
PATTERNS = BLOCK_PATTERN + BLOCKS * (1 << SIZES)

SLOTS = CELLS + COLUMNS + 2 * COLOURS + BLOCKS + 3  # traits that a sheet has at once
ALL_SLOTS = SLOTS + COLUMNS + BLOCKS  # the same with its patterns
UNITS = 96  # of the hidden layer
PHASES = 6
PHASE_ROLLS = 5
LANES = 8  # what counts without the hidden layer, in each phase (and two for nothing)
WIDE = UNITS + LANES
FILE = Path(__file__).with_name("insight.json")
SCALE = 4096  # weights are written as whole parts of this


class Insight(NamedTuple):
    rows: Singles  # trait, unit; behind the units, by phase, what counts without them
    patterns: Singles  # pattern, phase
    bias: Singles  # unit
    outer: Singles  # phase, unit


SHAPES = ((TRAITS, WIDE), (PATTERNS, LANES), (WIDE,), (PHASES, UNITS))


def pack(weights: Singles) -> str:
    """Weights as text: 16 bits each, most of them near 0, so they are compressed."""
    whole = np.clip(np.rint(weights * SCALE), -32768, 32767).astype("<i2")
    return base64.b85encode(zlib.compress(whole.tobytes(), 9)).decode("ascii")


def unpack(text: str) -> Singles:
    whole = np.frombuffer(zlib.decompress(base64.b85decode(text)), "<i2")
    return whole.astype(np.float32) / np.float32(SCALE)


def load(path: Path = FILE) -> Insight:
    data = json.loads(path.read_text("utf-8"))["network"]
    return Insight(
        *(
            unpack(data[part]).reshape(shape)
            for part, shape in zip(Insight._fields, SHAPES, strict=True)
        )
    )


def printed_as(sheet: str) -> tuple[Ints, Ints]:
    """How a record knows a printed sheet: its colours and its stars."""
    state = np.zeros(1, STATE).view(STATE)[0]
    print_sheet(state, printed()[sheet])
    return np.array(state.painted), np.array(state.stars)


PAINTED, STARRED = printed_as(next(iter(printed())))


@kernel
def knows(state: NochMal) -> bool:
    """Whether this is a game alone on the default sheet."""
    if state.players != 1:
        return False
    for word in range(len(PAINTED)):
        if state.painted[word] != PAINTED[word]:
            return False
    return bool(state.stars[0] == STARRED[0] and state.stars[1] == STARRED[1])


@kernel
def phase_of(state: NochMal) -> int:
    return (min(SOLO_ROLLS, int(state.roll)) - 1) // PHASE_ROLLS


# The traits of a sheet


@kernel
def cell_trait(state: NochMal, half: int, bit: int) -> int:
    if int(state.crosses[0, half]) >> bit & 1:
        return MARK + HALF * half + bit
    return NEAR + HALF * half + bit if int(state.near[0, half]) >> bit & 1 else NOTHING


@kernel
def column_trait(state: NochMal, column: int) -> int:
    return COLUMN + (ROWS + 1) * column + int(state.column_left[0, column])


@kernel
def column_pattern(state: NochMal, column: int) -> int:
    half, at = (0, column) if column < HALF // ROWS else (1, column - HALF // ROWS)
    cells = int(state.crosses[0, half]) >> ROWS * at & (1 << ROWS) - 1
    return COLUMN_PATTERN + (column << ROWS) + cells


@kernel
def colour_trait(state: NochMal, colour: int) -> int:
    return COLOUR + (CELLS_PER_COLOUR + 1) * colour + int(state.colour_left[0, colour])


@kernel
def open_trait(state: NochMal, colour: int) -> int:
    return OPEN + (colour << NUMBERS) + numbers_open(state, 0, colour)


@kernel
def block_trait(state: NochMal, block: int) -> int:
    free = ((1 << block % SIZES + 1) - 1) & ~int(state.marks[0, block])
    near = 1 if free & int(state.reach[0, block]) else 0
    return BLOCK + (block * (SIZES + 1) + ones(free)) * 2 + near


@kernel
def block_pattern(state: NochMal, block: int) -> int:
    return BLOCK_PATTERN + (block << SIZES) + int(state.marks[0, block])


@kernel
def star_trait(state: NochMal) -> int:
    return STAR + int(state.stars_left[0])


@kernel
def describe(state: NochMal, out: Ints) -> None:
    """Writes the traits of the sheet, and behind them its patterns."""
    for cell in range(CELLS):
        out[cell] = cell_trait(state, cell // HALF, cell % HALF)
    n = CELLS
    for column in range(COLUMNS):
        out[n + column] = column_trait(state, column)
        out[SLOTS + column] = column_pattern(state, column)
    n += COLUMNS
    for colour in range(COLOURS):
        out[n + colour] = colour_trait(state, colour)
        out[n + COLOURS + colour] = open_trait(state, colour)
    n += 2 * COLOURS
    for block in range(BLOCKS):
        out[n + block] = block_trait(state, block)
        out[SLOTS + COLUMNS + block] = block_pattern(state, block)
    n += BLOCKS
    out[n] = star_trait(state)
    out[n + 1] = JOKER + int(state.exclamations[0])
    out[n + 2] = ROLL + max(0, SOLO_ROLLS + 1 - int(state.roll))


# What the network makes of them: the sums of its units, and behind them what counts without those


@kernel
def take_in(traits: Ints, net: Insight, mind: Singles) -> None:
    """The sums of a description."""
    for lane in range(WIDE):
        mind[lane] = net.bias[lane]
    for slot in range(SLOTS):
        if traits[slot] != NOTHING:
            for unit in range(UNITS):
                mind[unit] += net.rows[traits[slot], unit]
            for lane in range(UNITS, WIDE):
                mind[lane] += net.rows[traits[slot], lane]
    for slot in range(SLOTS, ALL_SLOTS):
        for lane in range(LANES):
            mind[UNITS + lane] += net.patterns[traits[slot], lane]


@kernel
def exchange(old: int, new: int, rows: Singles, mind: Singles) -> None:
    """One trait takes another one's place (two loops: machines go through units in few steps)."""
    for unit in range(UNITS):
        mind[unit] += rows[new, unit] - rows[old, unit]
    for lane in range(UNITS, WIDE):
        mind[lane] += rows[new, lane] - rows[old, lane]


@kernel
def exchange_pattern(old: int, new: int, patterns: Singles, mind: Singles) -> None:
    for lane in range(LANES):
        mind[UNITS + lane] += patterns[new, lane] - patterns[old, lane]


@kernel
def follow(before: NochMal, after: NochMal, net: Insight, mind: Singles) -> None:
    """What some crosses within one block change."""
    rows = net.rows
    columns = blocks = colours = 0
    for half in range(2):
        crossed = int(after.crosses[0, half]) & ~int(before.crosses[0, half])
        changed = crossed | int(after.near[0, half]) & ~int(before.near[0, half])
        while changed:
            bit = lowest(changed)
            changed &= changed - 1
            exchange(cell_trait(before, half, bit), cell_trait(after, half, bit), rows, mind)
            blocks |= 1 << int(after.cell_block[HALF * half + bit])
            if crossed >> bit & 1:
                columns |= 1 << (HALF * half + bit) // ROWS
    while columns:
        column = lowest(columns)
        columns &= columns - 1
        exchange(column_trait(before, column), column_trait(after, column), rows, mind)
        old, new = column_pattern(before, column), column_pattern(after, column)
        exchange_pattern(old, new, net.patterns, mind)
    while blocks:
        block = lowest(blocks)
        blocks &= blocks - 1
        colours |= 1 << block // SIZES
        follow_block(before, after, block, net, mind)
    follow_colours(before, after, colours, rows, mind)


@kernel
def follow_block(before: NochMal, after: NochMal, block: int, net: Insight, mind: Singles) -> None:
    old, new = block_trait(before, block), block_trait(after, block)
    if old != new:
        exchange(old, new, net.rows, mind)
    if before.marks[0, block] != after.marks[0, block]:
        old, new = block_pattern(before, block), block_pattern(after, block)
        exchange_pattern(old, new, net.patterns, mind)
        colour = block // SIZES
        exchange(colour_trait(before, colour), colour_trait(after, colour), net.rows, mind)
        if before.stars_left[0] != after.stars_left[0]:
            exchange(star_trait(before), star_trait(after), net.rows, mind)


@kernel
def follow_colours(
    before: NochMal, after: NochMal, colours: int, rows: Singles, mind: Singles
) -> None:
    """Which numbers fit may change for every colour of which a cell came within reach."""
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        old, new = open_trait(before, colour), open_trait(after, colour)
        if old != new:
            exchange(old, new, rows, mind)


@kernel
def hope(mind: Singles, phase: int, outer: Singles) -> float:
    """The points that will be added (sums of eight lanes, which machines add at once)."""
    a = b = c = d = e = f = g = h = np.float32(0.0)
    zero = np.float32(0.0)
    for at in range(0, UNITS, 8):
        a += max(mind[at], zero) * outer[phase, at]
        b += max(mind[at + 1], zero) * outer[phase, at + 1]
        c += max(mind[at + 2], zero) * outer[phase, at + 2]
        d += max(mind[at + 3], zero) * outer[phase, at + 3]
        e += max(mind[at + 4], zero) * outer[phase, at + 4]
        f += max(mind[at + 5], zero) * outer[phase, at + 5]
        g += max(mind[at + 6], zero) * outer[phase, at + 6]
        h += max(mind[at + 7], zero) * outer[phase, at + 7]
    return 10.0 * float(a + b + c + d + e + f + g + h + mind[UNITS + phase])
