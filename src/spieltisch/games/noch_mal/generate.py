"""New sheets that satisfy every invariant of the printed ones.

A column holds one vertical run of each colour, so a block of a colour is an unbroken stretch of
columns whose runs touch. The generator lays columns from left to right, keeps for each colour the
size of its open block and the sizes already used, and steps back where no column fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

from spieltisch.games.noch_mal.sheets import COLOURS, COLUMNS, ROWS, SIZES, Sheet

KINDS = len(COLOURS)
PATIENCE = 4000  # columns tried before a start is given up; most starts need far fewer
Column = tuple[int, ...]  # per colour, the set of its rows as bits


class Open(NamedTuple):
    """One colour, from the left edge to the present column."""

    rows: int  # of its run in the present column, as bits
    size: int  # of its open block
    used: int  # sizes of closed blocks, as bits


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


def lay_columns(random: Random) -> list[Column] | None:
    """Fifteen columns with blocks of the right sizes, or None when patience ran out."""
    tried = 0
    laid: list[Column] = []
    opens = [tuple(Open(0, 0, 0) for _ in COLOURS)]
    waiting = [iter(random.sample(every_column(), len(every_column())))]
    while len(laid) < COLUMNS:
        for column in waiting[-1]:
            tried += 1
            left = COLUMNS - len(laid) - 1
            after = tuple(
                extend(colour, rows, left) for colour, rows in zip(opens[-1], column, strict=True)
            )
            if None not in after:
                laid.append(column)
                opens.append(after)  # type: ignore[arg-type]
                waiting.append(iter(random.sample(every_column(), len(every_column()))))
                break
        else:
            waiting.pop()
            if not waiting:
                return None
            opens.pop()
            laid.pop()
        if tried > PATIENCE * COLUMNS:
            return None
    return laid
