"""Sheets as data: the invariants of the printed ones, and what is refused."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from spieltisch.core.errors import BadOption
from spieltisch.games.noch_mal import CARD, SHEETS
from spieltisch.games.noch_mal.sheets.generate import every_column, generate, generate_many
from spieltisch.games.noch_mal.sheets.sheet import (
    BrokenSheet,
    Sheet,
    blocks,
    cell_name,
    check,
    printed,
    read_cell,
    read_sheet,
    regions,
)

every_sheet = pytest.mark.parametrize("rows", printed().values(), ids=printed())


def test_the_card_knows_the_printed_sheets() -> None:
    assert tuple(printed()) == SHEETS


@every_sheet
def test_NM_2_every_printed_sheet_satisfies_all_invariants(rows: Sheet) -> None:
    check(rows)
    letters = Counter("".join(rows).lower())
    assert letters == dict.fromkeys("gybro", 21)
    assert sum(letter.isupper() for row in rows for letter in row) == 15
    sizes = Counter((rows[c[0] % 7][c[0] // 7].lower(), len(c)) for c in regions(rows))
    assert sizes == {(letter, size): 1 for letter in "gybro" for size in range(1, 7)}
    for column in range(15):
        run = "".join(row[column] for row in rows)
        assert sum(letter.isupper() for letter in run) == 1
        changes = sum(a != b for a, b in zip(run.lower(), run.lower()[1:], strict=False))
        assert (len(set(run.lower())), changes) == (5, 4)


@every_sheet
def test_blocks_are_numbered_by_colour_and_size(rows: Sheet) -> None:
    assert [len(cells) for cells in blocks(rows)] == [1, 2, 3, 4, 5, 6] * 5
    for number, cells in enumerate(blocks(rows)):
        assert {rows[c % 7][c // 7].lower() for c in cells} == {"gybro"[number // 6]}


def test_cells_have_names() -> None:
    assert [read_cell(cell_name(cell)) for cell in range(105)] == list(range(105))
    assert [read_cell(text) for text in ("", "A0", "A8", "P1", "a1", "A11")] == [-1] * 6


def changed(*changes: tuple[str, str]) -> list[str]:
    """The black sheet with some cells changed."""
    rows = [list(row) for row in printed()["black"]]
    for cell, letter in changes:
        rows[int(cell[1]) - 1]["ABCDEFGHIJKLMNO".index(cell[0])] = letter
    return ["".join(row) for row in rows]


BROKEN = {
    "seven rows": (changed()[:6], "has 7 rows of 15 letters"),
    "letters": (changed(("A1", "x")), "has 7 rows of 15 letters"),
    "no texts": ([1, 2, 3, 4, 5, 6, 7], "has 7 rows of 15 letters"),
    "a missing colour": (changed(("B3", "g"), ("B4", "g")), "column B lacks red"),
    "an interrupted run": (changed(("B3", "y")), "yellow is interrupted in column B"),
    "two stars in a column": (changed(("A1", "G")), "exactly one star; column A has 2"),
    "no star in a column": (changed(("A3", "b")), "exactly one star; column A has 0"),
    "stars of a colour": (changed(("A3", "b"), ("A1", "G")), "exactly 3 stars; green has 4"),
    "an unknown name": ("pink", "no sheet is called 'pink'"),
    "another type": (7, "a name or an array"),
}


@pytest.mark.parametrize(("value", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_sheet_is_refused_with_the_broken_invariant(value: object, message: str) -> None:
    with pytest.raises(BrokenSheet, match=message) as caught:
        read_sheet(value)
    assert caught.value.de != caught.value.en
    with pytest.raises(BadOption) as refused:
        CARD.resolve(2, {"sheet": value})
    assert refused.value.rule == "REC-1"


def test_each_colour_has_21_cells() -> None:
    with pytest.raises(BrokenSheet, match="exactly 21 cells; green has 22"):
        check(changed(("A2", "g"), ("A1", "g"), ("A3", "o"), ("A4", "B"), ("A5", "b")))


def test_each_colour_has_one_block_of_each_size() -> None:
    rows = [row[:7] + row[7:][::-1] for row in printed()["black"]]
    with pytest.raises(BrokenSheet, match="blocks of"):
        check(rows)


def test_no_block_has_two_stars() -> None:
    rows = changed(("C2", "y"), ("C5", "O"), ("F4", "o"), ("F1", "Y"))
    with pytest.raises(BrokenSheet, match="no block carries more than one star"):
        check(rows)


def test_a_sheet_of_ones_own_is_kept_as_given_and_a_default_is_not_written() -> None:
    rows = list(printed()["red"])
    assert CARD.differing(CARD.resolve(2, {"sheet": rows})) == {"sheet": rows}
    assert CARD.differing(CARD.resolve(2, {"sheet": "black"})) == {}
    assert json.loads(json.dumps(CARD.resolve(2, {"sheet": "blue"})))["sheet"] == "blue"


# Generated sheets


def test_a_column_can_be_filled_in_1800_ways() -> None:
    assert len(set(every_column())) == 1800


def test_generated_sheets_are_sound_different_and_repeatable() -> None:
    begun = time.process_time()
    made = generate_many(3, 12)
    assert time.process_time() - begun < 12
    assert len(set(made)) == 12
    for rows in made:
        check(rows)
    assert generate_many(3, 2) == made[:2]
    assert generate(3) == made[0]
    assert generate(4) not in made


# Printed on paper


@pytest.mark.parametrize(("paper", "per_page"), [("A4", 1), ("A4", 2), ("A5", 1), ("A4", 4)])
def test_a_sheet_can_be_printed(tmp_path: Path, paper: str, per_page: int) -> None:
    from spieltisch.games.noch_mal.sheets.print import print_sheets

    path = tmp_path / "sheet.pdf"
    print_sheets([("black", printed()["black"])], path, paper, per_page)
    content = path.read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == 1
    again = tmp_path / "again.pdf"
    print_sheets([("black", printed()["black"])], again, paper, per_page)
    assert again.read_bytes() == content


def test_several_sheets_fill_several_pages(tmp_path: Path) -> None:
    from spieltisch.games.noch_mal.sheets.print import print_sheets

    path = tmp_path / "sheets.pdf"
    print_sheets(list(printed().items()), path, "A4", 2)
    assert path.read_bytes().count(b"/Type /Page\n") == 4
