"""Sheets as data: the seven printed ones, and what every sheet must satisfy (NM-1, NM-2).

A sheet is seven rows of fifteen letters: g y b r o, upper case where a star is printed. Inside the
game a cell is numbered `column * 7 + row`, and a block `colour * 6 + size - 1`: every colour
has exactly one block of each size from 1 to 6, so that number says both.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROWS = 7
COLUMNS = 15
CELLS = ROWS * COLUMNS
COLUMN_NAMES = "ABCDEFGHIJKLMNO"
START_COLUMN = COLUMN_NAMES.index("H")  # NM-8
COLOURS = "gybro"  # the order of the rules: green, yellow, blue, red, orange
SIZES = 6
BLOCKS = len(COLOURS) * SIZES
STARS_PER_COLOUR = 3
CELLS_PER_COLOUR = 21

COLOUR_NAMES = {
    "de": ("grün", "gelb", "blau", "rot", "orange"),
    "en": ("green", "yellow", "blue", "red", "orange"),
}

Sheet = tuple[str, ...]


class BrokenSheet(ValueError):
    """A sheet that breaks an invariant; `de` and `en` say which one."""

    def __init__(self, de: str, en: str) -> None:
        super().__init__(en)
        self.de = de
        self.en = en


@cache
def printed() -> dict[str, Sheet]:
    """The seven printed sheets by name, the default first (NM-2)."""
    text = Path(__file__).with_name("sheets.json").read_text(encoding="utf-8")
    return {name: tuple(rows) for name, rows in json.loads(text).items()}


def read_sheet(value: object) -> Sheet:
    """The sheet meant by an option's value: a printed one's name, or seven rows of letters."""
    if isinstance(value, str):
        if value not in printed():
            names = ", ".join(printed())
            raise BrokenSheet(
                f"kein Blatt heißt {value!r}; gedruckt sind: {names}",
                f"no sheet is called {value!r}; printed are: {names}",
            )
        return printed()[value]
    if not isinstance(value, list | tuple):
        raise BrokenSheet(
            "ein Blatt ist ein Name oder eine Liste aus sieben Zeilen",
            "a sheet is a name or an array of seven rows",
        )
    check(value)
    return tuple(value)


def cell_name(cell: int) -> str:
    """
    >>> cell_name(0), cell_name(104)
    ('A1', 'O7')
    """
    return f"{COLUMN_NAMES[cell // ROWS]}{cell % ROWS + 1}"


def read_cell(text: str) -> int:
    """The number of a cell, or -1 if there is none of that name.

    >>> read_cell("B1"), read_cell("P1"), read_cell("A8")
    (7, -1, -1)
    """
    if len(text) != 2 or text[0] not in COLUMN_NAMES or text[1] not in "1234567":
        return -1
    return COLUMN_NAMES.index(text[0]) * ROWS + int(text[1]) - 1


def neighbours(cell: int) -> list[int]:
    """The cells that touch `cell` along an edge."""
    column, row = divmod(cell, ROWS)
    around = [(column - 1, row), (column, row - 1), (column, row + 1), (column + 1, row)]
    return [c * ROWS + r for c, r in around if 0 <= c < COLUMNS and 0 <= r < ROWS]


def colour_at(rows: Sequence[str], cell: int) -> int:
    return COLOURS.index(rows[cell % ROWS][cell // ROWS].lower())


def star_at(rows: Sequence[str], cell: int) -> bool:
    return rows[cell % ROWS][cell // ROWS].isupper()


def regions(rows: Sequence[str]) -> list[list[int]]:
    """All areas of one colour, each as its cells in ascending order."""
    left = set(range(CELLS))
    found = []
    for start in range(CELLS):
        if start not in left:
            continue
        left.discard(start)
        region = [start]
        for cell in region:
            for near in neighbours(cell):
                if near in left and colour_at(rows, near) == colour_at(rows, cell):
                    left.discard(near)
                    region.append(near)
        found.append(sorted(region))
    return found


def blocks(rows: Sequence[str]) -> list[list[int]]:
    """The thirty blocks of a sound sheet, by block number."""
    found = regions(rows)
    return sorted(found, key=lambda cells: colour_at(rows, cells[0]) * SIZES + len(cells))


def check(rows: Sequence[object]) -> None:
    """Raises `BrokenSheet`, naming the invariant, if `rows` are no sound sheet."""
    if len(rows) != ROWS or not all(
        isinstance(row, str) and len(row) == COLUMNS and set(row.lower()) <= set(COLOURS)
        for row in rows
    ):
        raise BrokenSheet(
            f"ein Blatt hat {ROWS} Zeilen aus je {COLUMNS} Buchstaben g, y, b, r, o"
            " (groß, wo ein Stern steht)",
            f"a sheet has {ROWS} rows of {COLUMNS} letters g, y, b, r, o"
            " (upper case where a star is)",
        )
    letters = [str(row) for row in rows]
    check_columns(letters)
    check_blocks(letters)
    check_stars(letters)


def check_columns(rows: Sequence[str]) -> None:
    for column, name in enumerate(COLUMN_NAMES):
        letters = "".join(row[column] for row in rows).lower()
        for colour, letter in enumerate(COLOURS):
            de, en = COLOUR_NAMES["de"][colour], COLOUR_NAMES["en"][colour]
            if letter not in letters:
                raise BrokenSheet(
                    f"jede Spalte enthält alle fünf Farben; in Spalte {name} fehlt {de}",
                    f"every column contains all five colours; column {name} lacks {en}",
                )
            if letter * letters.count(letter) not in letters:
                raise BrokenSheet(
                    "in einer Spalte steht jede Farbe am Stück untereinander;"
                    f" {de} ist in Spalte {name} unterbrochen",
                    "within a column every colour is one vertical run;"
                    f" {en} is interrupted in column {name}",
                )


def check_blocks(rows: Sequence[str]) -> None:
    found = regions(rows)
    for colour in range(len(COLOURS)):
        de, en = COLOUR_NAMES["de"][colour], COLOUR_NAMES["en"][colour]
        sizes = sorted(len(cells) for cells in found if colour_at(rows, cells[0]) == colour)
        if sum(sizes) != CELLS_PER_COLOUR:
            raise BrokenSheet(
                f"jede Farbe hat genau {CELLS_PER_COLOUR} Kästchen; {de} hat {sum(sizes)}",
                f"each colour has exactly {CELLS_PER_COLOUR} cells; {en} has {sum(sizes)}",
            )
        if sizes != list(range(1, SIZES + 1)):
            have = ", ".join(map(str, sizes))
            raise BrokenSheet(
                "jede Farbe hat je einen Farbblock mit 1, 2, 3, 4, 5 und 6 Kästchen;"
                f" die Blöcke von {de} haben {have}",
                "each colour has blocks of 1, 2, 3, 4, 5 and 6 cells, each exactly once;"
                f" {en} has blocks of {have}",
            )


def check_stars(rows: Sequence[str]) -> None:
    for column, name in enumerate(COLUMN_NAMES):
        stars = sum(row[column].isupper() for row in rows)
        if stars != 1:
            raise BrokenSheet(
                f"jede Spalte hat genau einen Stern; Spalte {name} hat {stars}",
                f"every column has exactly one star; column {name} has {stars}",
            )
    for colour, letter in enumerate(COLOURS):
        stars = sum(row.count(letter.upper()) for row in rows)
        if stars != STARS_PER_COLOUR:
            de, en = COLOUR_NAMES["de"][colour], COLOUR_NAMES["en"][colour]
            raise BrokenSheet(
                f"jede Farbe hat genau {STARS_PER_COLOUR} Sterne; {de} hat {stars}",
                f"each colour has exactly {STARS_PER_COLOUR} stars; {en} has {stars}",
            )
    for cells in regions(rows):
        starred = [cell_name(cell) for cell in cells if star_at(rows, cell)]
        if len(starred) > 1:
            raise BrokenSheet(
                f"kein Farbblock trägt mehr als einen Stern; {' und '.join(starred)}"
                " liegen in einem",
                f"no block carries more than one star; {' and '.join(starred)} are in one",
            )
