"""What is printed on a sheet, found once: texts and views read it from here, not from records."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from spieltisch.core.record_fields import raw, span
from spieltisch.games.noch_mal.sheets.sheet import BLOCKS, COLUMNS, ROWS, SIZES, cell_name
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS
from spieltisch.games.noch_mal.state import STATE, NochMal

SHEET = span(STATE, "cell_block", "star")


class Printed:
    """One sheet, by the bytes of the fields from `cell_block` to `star`; to be read only."""

    def __init__(self, sheet: bytes) -> None:
        stars = list(sheet[-BLOCKS:])
        cells = list(sheet[-BLOCKS * SIZES - BLOCKS : -BLOCKS])
        table = [cells[at : at + SIZES] for at in range(0, BLOCKS * SIZES, SIZES)]
        self.blocks = [row[: block % SIZES + 1] for block, row in enumerate(table)]
        self.names = [[cell_name(cell) for cell in block] for block in self.blocks]
        self.rows = sheet_rows(self.blocks, stars)
        self.places = {  # name -> block, and the cell's bit in it
            name: (block, 1 << bit)
            for block, names in enumerate(self.names)
            for bit, name in enumerate(names)
        }


def printed_on(state: NochMal) -> Printed:
    return printed_in(raw(state))


def printed_in(record: bytes) -> Printed:
    """Of a record's bytes."""
    return _printed(record[SHEET])


@functools.lru_cache(maxsize=32)
def _printed(sheet: bytes) -> Printed:
    return Printed(sheet)


def sheet_rows(blocks: Sequence[Sequence[int]], stars: Sequence[int]) -> list[str]:
    """The sheet as it is given as an option."""
    rows = [[""] * COLUMNS for _ in range(ROWS)]
    for block, cells in enumerate(blocks):
        for bit, cell in enumerate(cells):
            letter = LETTERS[block // SIZES]
            has_star = stars[block] >> bit & 1
            rows[cell % ROWS][cell // ROWS] = letter.upper() if has_star else letter
    return ["".join(row) for row in rows]
