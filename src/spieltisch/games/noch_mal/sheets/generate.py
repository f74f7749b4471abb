"""New sheets that satisfy every invariant of the printed ones.

A column holds one vertical run of each colour, so a block of a colour is an unbroken stretch of
columns whose runs touch. The generator lays columns from left to right, keeps for each colour the
size of its open block and the sizes already used, and steps back where no column fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations, pairwise, permutations
from random import Random
from typing import NamedTuple

from spieltisch.games.noch_mal.sheets.sheet import (
    COLOURS,
    COLUMNS,
    ROWS,
    SIZES,
    STARS_PER_COLOUR,
    Sheet,
    check,
)

KINDS = len(COLOURS)
PATIENCE = 10_000  # columns tried before a start is given up; a fresh one is cheaper
Column = tuple[int, ...]  # per colour, the set of its rows as bits
STEPS = [7, 11, 13, 17, 101, 367, 691, 733, 1009, 1303, 1511, 1777]  # coprime to the 1800 columns


class Open(NamedTuple):
    """One colour, from the left edge to the present column."""

    rows: int  # of its run in the present column, as bits
    size: int  # of its open block
    used: int  # sizes of closed blocks, as bits


Opens = tuple[Open, ...]


@cache
def every_column() -> tuple[Column, ...]:
    """All ways to fill seven rows with one run of each of the five colours."""
    lengths = {
        tuple(1 + extras.count(run) for run in range(KINDS))
        for extras in (*combinations(range(KINDS), 2), *((run, run) for run in range(KINDS)))
    }
    columns = []
    for order in permutations(range(KINDS)):
        for runs in sorted(lengths):
            rows = [0] * KINDS
            top = 0
            for colour, length in zip(order, runs, strict=True):
                rows[colour] = ((1 << length) - 1) << top
                top += length
            columns.append(tuple(rows))
    return tuple(columns)


@cache
def extend(colour: Open, rows: int, columns_left: int) -> Open | None:
    """The colour with one more column, or None if its blocks can then never be right."""
    length = rows.bit_count()
    if colour.rows & rows:
        size, used = colour.size + length, colour.used
    elif colour.size and colour.used >> colour.size & 1:
        return None
    else:
        size, used = length, colour.used | 1 << colour.size
    sizes_left = [one for one in range(1, SIZES + 1) if not used >> one & 1]
    if not sizes_left or size > sizes_left[-1]:
        return None
    cells_left = sum(sizes_left) - size
    blocks_left = len(sizes_left) - 1
    if not blocks_left <= columns_left <= cells_left <= 3 * columns_left:
        return None
    if columns_left == 0 and size != sizes_left[0]:
        return None
    return Open(rows, size, used)


def shuffled(random: Random) -> Iterator[Column]:
    """Every column once, in an order that costs nothing to draw."""
    columns = every_column()
    start, step = random.randrange(len(columns)), random.choice(STEPS)
    return (columns[(start + step * n) % len(columns)] for n in range(len(columns)))


def add(opens: Opens, column: Column, columns_left: int) -> Opens | None:
    """All colours with one more column, or None if it does not fit."""
    after = []
    for colour, rows in zip(opens, column, strict=True):
        extended = extend(colour, rows, columns_left)
        if extended is None:
            return None
        after.append(extended)
    return tuple(after)


def lay_columns(random: Random) -> list[Column] | None:
    """Fifteen columns with blocks of the right sizes, or None when patience ran out."""
    laid: list[Column] = []
    opens: list[Opens] = [(Open(0, 0, 0),) * KINDS]
    waiting = [shuffled(random)]
    for _ in range(PATIENCE):
        column = next(waiting[-1], None)
        if column is None:
            if not laid:
                return None
            waiting.pop()
            opens.pop()
            laid.pop()
            continue
        after = add(opens[-1], column, COLUMNS - len(laid) - 1)
        if after is not None:
            laid.append(column)
            opens.append(after)
            waiting.append(shuffled(random))
        if len(laid) == COLUMNS:
            return laid
    return None


def place_stars(columns: list[Column], random: Random) -> list[int] | None:
    """The colour of each column's star: three of each, no two in one block; None if it fails.

    A block is a stretch of columns, so two stars of a colour are in different blocks exactly if
    the colour's runs are interrupted somewhere between them.
    """
    breaks = [
        [0, *(not left[c] & right[c] for left, right in pairwise(columns))] for c in range(KINDS)
    ]
    block_of = [list(accumulate(row)) for row in breaks]
    starred: list[int] = []

    def fits(column: int, colour: int) -> bool:
        same = [at for at in range(column) if starred[at] == colour]
        here = block_of[colour][column]
        return len(same) < STARS_PER_COLOUR and all(block_of[colour][at] != here for at in same)

    def go_on(column: int) -> bool:
        if column == COLUMNS:
            return True
        for colour in random.sample(range(KINDS), KINDS):
            if fits(column, colour):
                starred.append(colour)
                if go_on(column + 1):
                    return True
                starred.pop()
        return False

    return starred if go_on(0) else None


def generate(seed: int | str) -> Sheet:
    """A sound sheet; the same for the same seed."""
    random = Random(str(seed))
    while True:
        columns = lay_columns(random)
        stars = place_stars(columns, random) if columns is not None else None
        if columns is not None and stars is not None:
            sheet = write_rows(columns, stars, random)
            check(sheet)
            return sheet


def generate_many(seed: int, count: int) -> list[Sheet]:
    """The sheets of a seed: the first is `generate(seed)`, and so on."""
    return [generate(seed if n == 0 else f"{seed}/{n}") for n in range(count)]


def write_rows(columns: list[Column], stars: list[int], random: Random) -> Sheet:
    letters = [[""] * COLUMNS for _ in range(ROWS)]
    for column, runs in enumerate(columns):
        for colour, rows in enumerate(runs):
            places = [row for row in range(ROWS) if rows >> row & 1]
            for row in places:
                letters[row][column] = COLOURS[colour]
            if stars[column] == colour:
                row = random.choice(places)
                letters[row][column] = COLOURS[colour].upper()
    return tuple("".join(row) for row in letters)
