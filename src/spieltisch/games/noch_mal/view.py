"""What a seat may see, as plain JSON data, from a hidden record.

viewer      the seat that sees this, or null for a spectator
stage       "first" (who starts is drawn), "roll", "choose" or "over"
roll        number of the present roll, from 1;  roll_limit: the last one that can come
free        whether everyone chooses from all dice in this roll
active      the seat that rolls
dice        {"colours": ["r", "g", "X"], "numbers": ["1", "3", "?"]} as they fell
taken       the active player's choice if it is public: {"colour": "X", "number": "3",
            "text": "X=r 3"}, {"text": "pass"}, or null
left        the dice that the viewer may choose from, like `dice`; null for spectators
sheet       seven rows of fifteen letters, upper case where a star is
blocks      thirty lists of cell names: the colour blocks
columns     per column {"name": "A", "first": 5, "later": 3, "first_open": true}
colours     per colour {"name": "g", "first": 5, "later": 3, "first_open": true}
players     per seat: see `player`
choice      the viewer's own choice of this roll so far: {"text": "r3 E6 F5 F6", "done": true,
            "cells": ["E6", …]}, or null
rating      at the end of a game alone: {"stars": 2.5, "level": 5}; else null
over        whether the game is over
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.patches import Patch
from spieltisch.core.reading import Fields, raw, span
from spieltisch.core.showing import whole
from spieltisch.games.noch_mal.decisions import PASS, PLACE, colour_face, number_face
from spieltisch.games.noch_mal.notation import (
    COLOUR_FACES,
    NUMBER_FACES,
    cells_of,
    show_dice,
    show_turn,
)
from spieltisch.games.noch_mal.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLUMN_FIRST,
    COLUMN_LATER,
    FREE_ROLLS,
    colour_points,
    column_points,
    dice_each,
    hide,
    rank,
    score,
)
from spieltisch.games.noch_mal.sheets.sheet import (
    BLOCKS,
    CELLS,
    COLUMN_NAMES,
    COLUMNS,
    ROWS,
    SIZES,
    cell_name,
)
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS
from spieltisch.games.noch_mal.state import CHOOSE, DONE, HALF, STATE, NochMal
from spieltisch.games.noch_mal.words import level, rating_stars

STAGES = ("first", "roll", "choose", "over")
WON = (None, "first", "later")
CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]


FIELDS = Fields(
    STATE,
    "players stage roll roll_limit active chosen colour_dice number_dice dice_choice "
    "crosses column_left colour_left column_won colour_won stars_left exclamations",
)
OWN = Fields(STATE, "viewer chosen dice_choice cell_choice")
SHEET = span(STATE, "cell_block", "star")


def view(state: NochMal) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: NochMal, seen: Mapping[str, Any]) -> Patch:
    """The viewer's dice and choice; who chooses at the same time as others knows that it did."""
    viewer, chosen, dice, cells = OWN(state)
    patch: Patch = {
        "=": {
            "viewer": viewer,
            "left": left(seen, viewer),
            "choice": choice(state, dice[viewer], cells[viewer], bool(chosen >> viewer & 1)),
        }
    }
    told = {
        str(seat): {"=": {"chosen": bool(chosen >> seat & 1)}}
        for seat, player in enumerate(seen["players"])
        if player["chosen"] != bool(chosen >> seat & 1)
    }
    return {**patch, ">": {"players": {">": told}}} if told else patch


def public(state: NochMal) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    record = raw(state)
    numbers = FIELDS.of(record)
    many, stage, roll, roll_limit, active, chosen, colour_dice, number_dice, taken_ = numbers[:9]
    _, block_names, rows = _printed(record[SHEET])
    column_won, colour_won = numbers[12:14]
    return {
        "viewer": None,
        "stage": STAGES[stage],
        "roll": roll,
        "roll_limit": roll_limit,
        "free": roll <= FREE_ROLLS,
        "active": active,
        "dice": _fallen(colour_dice, number_dice, int(dice_each(state))),
        "taken": taken(taken_[active]) if stage == CHOOSE and roll > FREE_ROLLS else None,
        "left": None,
        "sheet": rows,
        "blocks": block_names,
        "columns": columns(column_won),
        "colours": colour_bonuses(colour_won),
        "players": [
            player(
                *(each[seat] for each in numbers[9:]),
                bool(chosen >> seat & 1),
                int(colour_points(state, seat)),
                int(column_points(state, seat)),
                int(score(state, seat)),
                int(rank(state, seat)),
            )
            for seat in range(many)
        ],
        "choice": None,
        "rating": rating(state) if many == 1 else None,
        "over": stage == DONE,
    }


@functools.lru_cache(maxsize=4096)
def _fallen(colours: tuple[int, ...], numbers: tuple[int, ...], each: int) -> dict[str, list[str]]:
    """The dice that have come to rest; to be read only."""
    return {
        "colours": [COLOUR_FACES[die - 1] for die in colours[:each] if die],
        "numbers": [NUMBER_FACES[die - 1] for die in numbers[:each] if die],
    }


def printed(state: NochMal) -> tuple[list[list[int]], list[list[str]], list[str]]:
    """What stays the same on a sheet: blocks as cells and as names, and rows; to be read only."""
    return _printed(raw(state)[SHEET])


@functools.lru_cache(maxsize=32)
def _printed(sheet: bytes) -> tuple[list[list[int]], list[list[str]], list[str]]:
    """By the bytes of the fields from `cell_block` to `star`."""
    stars = list(sheet[-BLOCKS:])
    cells = list(sheet[-BLOCKS * SIZES - BLOCKS : -BLOCKS])
    table = [cells[at : at + SIZES] for at in range(0, BLOCKS * SIZES, SIZES)]
    found = [row[: block % SIZES + 1] for block, row in enumerate(table)]
    names = [[cell_name(cell) for cell in block] for block in found]
    return found, names, sheet_rows(found, stars)


def sheet_rows(blocks: Sequence[Sequence[int]], stars: Sequence[int]) -> list[str]:
    """The sheet as it is given as an option."""
    rows = [[""] * COLUMNS for _ in range(ROWS)]
    for block, cells in enumerate(blocks):
        for bit, cell in enumerate(cells):
            letter = LETTERS[block // SIZES]
            has_star = stars[block] >> bit & 1
            rows[cell % ROWS][cell // ROWS] = letter.upper() if has_star else letter
    return ["".join(row) for row in rows]


@functools.lru_cache(maxsize=256)
def taken(choice: int) -> dict[str, str] | None:
    """The active player's dice, which are public from the fourth roll on."""
    if choice == 0:
        return None
    if choice - 1 == PASS:
        return {"text": "pass"}
    return {
        "colour": COLOUR_FACES[colour_face(choice - 1)],
        "number": NUMBER_FACES[number_face(choice - 1)],
        "text": show_dice(choice - 1),
    }


def left(seen: Mapping[str, Any], viewer: int) -> dict[str, list[str]]:
    """The dice to choose from: of the active player's two, one of each kind is gone for others."""
    colours, numbers = list(seen["dice"]["colours"]), list(seen["dice"]["numbers"])
    gone = seen["taken"]
    if gone is not None and "colour" in gone and viewer != seen["active"]:
        colours.remove(gone["colour"])
        numbers.remove(gone["number"])
    return {"colours": colours, "numbers": numbers}


@functools.lru_cache(maxsize=1024)
def columns(won: tuple[tuple[int, ...], ...]) -> list[dict[str, Any]]:
    """By what each seat has won; to be read only."""
    return [
        {
            "name": name,
            "first": int(COLUMN_FIRST[column]),
            "later": int(COLUMN_LATER[column]),
            "first_open": not any(seat[column] for seat in won),
        }
        for column, name in enumerate(COLUMN_NAMES)
    ]


@functools.lru_cache(maxsize=1024)
def colour_bonuses(won: tuple[tuple[int, ...], ...]) -> list[dict[str, Any]]:
    """By what each seat has won; to be read only."""
    return [
        {
            "name": name,
            "first": COLOUR_FIRST,
            "later": COLOUR_LATER,
            "first_open": not any(seat[colour] for seat in won),
        }
        for colour, name in enumerate(LETTERS)
    ]


@functools.lru_cache(maxsize=4096)  # most sheets stay as they are from one choice to the next
def player(
    crosses: tuple[int, int],
    column_left: tuple[int, ...],
    colour_left: tuple[int, ...],
    column_won: tuple[int, ...],
    colour_won: tuple[int, ...],
    stars_left: int,
    exclamations: int,
    chosen: bool,
    colour_points: int,
    column_points: int,
    score: int,
    rank: int,
) -> dict[str, Any]:
    """A seat: its crosses, what it has won ("first", "later" or null), and its points; to be read
    only."""
    return {
        "marked": marked(*crosses),
        "exclamations": exclamations,
        "stars_left": stars_left,
        "columns": [WON[won] for won in column_won],
        "colours": [WON[won] for won in colour_won],
        "column_left": list(column_left),
        "colour_left": list(colour_left),
        "chosen": chosen,
        "points": {
            "colours": colour_points,
            "columns": column_points,
            "exclamations": exclamations,
            "stars": -2 * stars_left,
        },
        "score": score,
        "rank": rank,
    }


def marked(first: int, second: int) -> list[str]:
    """The names of the marked cells, column by column: the bits of two words."""
    cells = first | second << HALF
    return [name for cell, name in enumerate(CELL_NAMES) if cells >> cell & 1]


def choice(state: NochMal, dice: int, cells: int, done: bool) -> dict[str, Any] | None:
    """What the viewer has chosen in this roll, which nobody else may see yet."""
    if dice == 0:
        return None
    decisions = [dice - 1, cells + PLACE] if cells else [dice - 1]
    return {
        "text": show_turn(state, decisions),
        "cells": [cell_name(cell) for cell in cells_of(state, decisions)],
        "done": done,
    }


def rating(state: NochMal) -> dict[str, Any] | None:
    """How well a game alone went, by the printed table [NM-16]."""
    if state.players != 1 or state.stage != DONE:
        return None
    points = int(score(state, 0))
    return {"stars": rating_stars(points), "level": level(points)}
