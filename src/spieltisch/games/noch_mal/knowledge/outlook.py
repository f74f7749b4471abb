"""How a game of Noch mal! will end, judged before the dice are rolled: two networks.

Both see a sheet as a list of traits, most of which are there or not. Alone, a network says how many
points will be added. Of two players it says by how much one is more likely to win: what speaks for
one speaks against the other, so it looks at both sheets from both sides and takes the difference.
`outlook.json` holds the weights, made by
`python -m spieltisch.games.noch_mal.training.fit_outlook`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.core.bits import ones
from spieltisch.core.exp_log import exp
from spieltisch.core.jit import kernel
from spieltisch.core.state import Ints
from spieltisch.games.noch_mal.decisions import COLOURS, NUMBERS
from spieltisch.games.noch_mal.rules import FREE_ROLLS, numbers_open, score
from spieltisch.games.noch_mal.sheets.sheet import BLOCKS, CELLS_PER_COLOUR, COLUMNS, ROWS, SIZES
from spieltisch.games.noch_mal.state import EXCLAMATIONS, SOLO_ROLLS, STARS, NochMal

Singles = npt.NDArray[np.float32]

# Where the traits of each kind begin:
COLUMN = 0  # by column, whether another has it, and its unmarked cells
REACH = COLUMN + COLUMNS * 2 * (ROWS + 1)  # by column, and its unmarked cells within reach
COLOUR = REACH + COLUMNS * (ROWS + 1)  # by rank of fullness, whether another has it, unmarked cells
OPEN = COLOUR + COLOURS * 2 * (CELLS_PER_COLOUR + 1)  # by that rank: numbers that could be marked
BLOCK = OPEN + COLOURS * NUMBERS  # by size, unmarked cells, and whether it is within reach
STAR = BLOCK + SIZES * (SIZES + 1) * 2  # by stars left
JOKER = STAR + STARS + 1  # by exclamation marks left
TWO = JOKER + EXCLAMATIONS + 1  # by the cells that the two fullest colours lack
ROLL = TWO + 2 * CELLS_PER_COLOUR + 1  # by rolls left (alone), or free rolls left
ACTIVE = ROLL + SOLO_ROLLS + 1  # rolls next
POINTS = ACTIVE + 1  # tens of points
TRAITS = POINTS + 1
MOST = 2 * COLUMNS + COLOURS * (1 + NUMBERS) + BLOCKS + 6  # traits that one sheet has at once
UNITS = 16  # of the hidden layer
FILE = Path(__file__).with_name("outlook.json")
SCALE = 1000  # weights are written as whole thousandths


class Network(NamedTuple):
    direct: Singles  # trait
    own: Singles  # trait, unit
    other: Singles  # the same of the other's sheet; alone there is none
    bias: Singles  # unit
    outer: Singles  # unit


def load(path: Path = FILE) -> list[Network]:
    """Alone, and of two."""
    text = path.read_text("utf-8")
    shapes = {"own": (-1, UNITS), "other": (-1, UNITS)}
    return [
        Network(
            *(
                (np.array(one[part], np.float32) / np.float32(SCALE)).reshape(shapes.get(part, -1))
                for part in Network._fields
            )
        )
        for one in json.loads(text)["networks"]
    ]


class Sheet(NamedTuple):
    """The traits of one sheet, and scratch memory of the network."""

    trait: Ints
    much: Singles  # of each: the points, else 1
    hidden: Singles


@kernel
def sheet() -> Sheet:
    return Sheet(np.empty(MOST, np.int64), np.ones(MOST, np.float32), np.empty(UNITS, np.float32))


@kernel
def describe(state: NochMal, seat: int, out: Sheet) -> int:
    """Writes the traits of a seat's sheet; returns how many."""
    out.trait[0] = POINTS
    out.much[0] = score(state, seat) / 10.0
    n = describe_columns(state, seat, out.trait, 1)
    n = describe_colours(state, seat, out.trait, n)
    n = describe_blocks(state, seat, out.trait, n)
    out.trait[n] = STAR + int(state.stars_left[seat])
    out.trait[n + 1] = JOKER + int(state.exclamations[seat])
    out.trait[n + 2] = TWO + two_least(state, seat)
    left = int(state.roll_limit) if state.players == 1 else FREE_ROLLS
    out.trait[n + 3] = ROLL + max(0, left + 1 - int(state.roll))
    if state.players == 1 or state.active != seat:
        return n + 4
    out.trait[n + 4] = ACTIVE
    return n + 5


@kernel
def describe_columns(state: NochMal, seat: int, trait: Ints, n: int) -> int:
    for column in range(COLUMNS):
        left = int(state.column_left[seat, column])
        if left > 0 and is_gone(state, seat, state.column_left, column):
            left += ROWS + 1
        trait[n + column] = COLUMN + column * 2 * (ROWS + 1) + left
        half, at = (0, column) if column < 8 else (1, column - 8)
        near = int(state.near[seat, half]) & ~int(state.crosses[seat, half])
        many = ones(near >> ROWS * at & (1 << ROWS) - 1)
        trait[n + COLUMNS + column] = REACH + column * (ROWS + 1) + many
    return n + 2 * COLUMNS


@kernel
def describe_colours(state: NochMal, seat: int, trait: Ints, n: int) -> int:
    for colour in range(COLOURS):
        left = int(state.colour_left[seat, colour])
        place = 0
        for other in range(COLOURS):
            theirs = int(state.colour_left[seat, other])
            if theirs < left or (theirs == left and other < colour):
                place += 1
        at = COLOUR + place * 2 * (CELLS_PER_COLOUR + 1) + left
        if left > 0 and is_gone(state, seat, state.colour_left, colour):
            at += CELLS_PER_COLOUR + 1
        trait[n] = at
        n += 1
        fit = numbers_open(state, seat, colour)
        for number in range(NUMBERS):
            if fit >> number & 1:
                trait[n] = OPEN + place * NUMBERS + number
                n += 1
    return n


@kernel
def describe_blocks(state: NochMal, seat: int, trait: Ints, n: int) -> int:
    for block in range(BLOCKS):
        size = block % SIZES
        free = ((1 << size + 1) - 1) & ~int(state.marks[seat, block])
        near = 1 if free & int(state.reach[seat, block]) else 0
        trait[n + block] = BLOCK + (size * (SIZES + 1) + ones(free)) * 2 + near
    return n + BLOCKS


@kernel
def is_gone(state: NochMal, seat: int, left: Ints, one: int) -> bool:
    """Whether somebody else has this column or colour."""
    for other in range(state.players):
        if other != seat and left[other, one] == 0:
            return True
    return False


@kernel
def two_least(state: NochMal, seat: int) -> int:
    """How many cells a seat lacks of the two colours that would end the game [NM-13]."""
    least, second = 2 * CELLS_PER_COLOUR, 2 * CELLS_PER_COLOUR
    for colour in range(COLOURS):
        cells = int(state.colour_left[seat, colour])
        if cells < least:
            least, second = cells, least
        elif cells < second:
            second = cells
    return least + second


@kernel
def add(hidden: Singles, weights: Singles, of: Sheet, n: int) -> None:
    """Adds the rows of a sheet's traits; sums of eight columns stay in the machine's registers."""
    for at in range(0, UNITS, 8):
        a = b = c = d = e = f = g = h = np.float32(0.0)
        for i in range(n):
            trait, much = of.trait[i], of.much[i]
            a += much * weights[trait, at]
            b += much * weights[trait, at + 1]
            c += much * weights[trait, at + 2]
            d += much * weights[trait, at + 3]
            e += much * weights[trait, at + 4]
            f += much * weights[trait, at + 5]
            g += much * weights[trait, at + 6]
            h += much * weights[trait, at + 7]
        hidden[at] += a
        hidden[at + 1] += b
        hidden[at + 2] += c
        hidden[at + 3] += d
        hidden[at + 4] += e
        hidden[at + 5] += f
        hidden[at + 6] += g
        hidden[at + 7] += h


@kernel
def plain(direct: Singles, of: Sheet, n: int) -> float:
    """What the traits say without a hidden layer."""
    total = 0.0
    for i in range(n):
        total += float(direct[of.trait[i]] * of.much[i])
    return total


@kernel
def look_ahead(of: Sheet, n: int, other: Sheet, m: int, net: Network) -> float:
    """What the hidden layer says to a sheet beside another one."""
    for unit in range(UNITS):
        of.hidden[unit] = net.bias[unit]
    add(of.hidden, net.own, of, n)
    add(of.hidden, net.other, other, m)
    total = 0.0
    for unit in range(UNITS):
        total += float(max(of.hidden[unit], np.float32(0.0)) * net.outer[unit])
    return total


@kernel
def alone(mine: Sheet, n: int, net: Network) -> float:
    """The points that will be added, in tens."""
    return plain(net.direct, mine, n) + look_ahead(mine, n, mine, 0, net)


@kernel
def against(mine: Sheet, n: int, theirs: Sheet, m: int, net: Network) -> float:
    """How much more likely the first is to win than the second, as a logarithm."""
    total = plain(net.direct, mine, n) - plain(net.direct, theirs, m)
    total += look_ahead(mine, n, theirs, m, net)
    return total - look_ahead(theirs, m, mine, n, net)


@kernel
def expected(state: NochMal, net: Network) -> float:
    """The final score of a game alone."""
    mine = sheet()
    n = describe(state, 0, mine)
    return score(state, 0) + 10.0 * alone(mine, n, net)


@kernel
def share(state: NochMal, seat: int, net: Network) -> float:
    """A seat's share of the victory."""
    mine, theirs = sheet(), sheet()
    n = describe(state, seat, mine)
    total = 1.0
    for other in range(state.players):
        if other != seat:
            m = describe(state, other, theirs)
            total += exp(-against(mine, n, theirs, m, net))
    return 1.0 / total
