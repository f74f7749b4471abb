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
from collections.abc import Mapping
from typing import Any

from spieltisch.core.patches import Patch
from spieltisch.core.record_fields import Fields, Rows, members, raw, span
from spieltisch.core.view_parts import whole
from spieltisch.games.noch_mal.decisions import PASS, PLACE, colour_face, number_face
from spieltisch.games.noch_mal.notation import (
    CELL_NAMES,
    COLOUR_FACES,
    NUMBER_FACES,
    cells_of,
    show_dice,
    show_turn,
)
from spieltisch.games.noch_mal.printed import printed_in
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
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS
from spieltisch.games.noch_mal.sheets.sheet import (
    COLUMN_NAMES,
    COLUMNS,
)
from spieltisch.games.noch_mal.state import CHOOSE, DONE, HALF, STATE, NochMal
from spieltisch.games.noch_mal.words import level, rating_stars

STAGES = ("first", "roll", "choose", "over")
WON = (None, "first", "later")


FIELDS = Fields(
    STATE, "players stage roll roll_limit active chosen colour_dice number_dice dice_choice"
)
SHEETS = Rows(
    STATE, "crosses column_left colour_left column_won colour_won stars_left exclamations"
)
COLUMN_WON, COLOUR_WON = (span(STATE, name, name) for name in ("column_won", "colour_won"))
OWN = Fields(STATE, "viewer chosen dice_choice cell_choice")


def view(state: NochMal) -> dict[str, Any]:
    return whole(state, hide, public, own)


def own(state: NochMal, seen: Mapping[str, Any]) -> Patch:
    """The viewer's dice and choice; who chooses at the same time as others knows that it did."""
    viewer, chosen, dice, cells = OWN(state)
    patch = _dice_left(viewer, *left_of(seen, viewer))
    mine = choice(state, dice[viewer], cells[viewer], bool(chosen >> viewer & 1))
    if mine is not None:
        patch = {"=": {**patch["="], "choice": mine}}
    told = {
        str(seat): {"=": {"chosen": bool(chosen >> seat & 1)}}
        for seat, player in enumerate(seen["players"])
        if player["chosen"] != bool(chosen >> seat & 1)
    }
    return {**patch, ">": {"players": {">": told}}} if told else patch


@functools.lru_cache(maxsize=4096)  # most have not chosen yet
def _dice_left(viewer: int, colours: tuple[str, ...], numbers: tuple[str, ...]) -> Patch:
    left = {"colours": list(colours), "numbers": list(numbers)}
    return {"=": {"viewer": viewer, "left": left, "choice": None}}


def public(state: NochMal) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    record = raw(state)
    numbers = FIELDS.of(record)
    many, stage, roll, roll_limit, active, chosen, colour_dice, number_dice, taken_ = numbers
    sheet = printed_in(record)
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
        "sheet": sheet.rows,
        "blocks": sheet.names,
        "columns": columns(record[COLUMN_WON]),
        "colours": colour_bonuses(record[COLOUR_WON]),
        "players": [
            player(
                SHEETS.of[seat](record),
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


@functools.cache  # there are few
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


def left_of(seen: Mapping[str, Any], viewer: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The dice to choose from: of the active player's two, one of each kind is gone for others."""
    colours, numbers = list(seen["dice"]["colours"]), list(seen["dice"]["numbers"])
    gone = seen["taken"]
    if gone is not None and "colour" in gone and viewer != seen["active"]:
        colours.remove(gone["colour"])
        numbers.remove(gone["number"])
    return tuple(colours), tuple(numbers)


@functools.lru_cache(maxsize=1024)
def columns(won: bytes) -> list[dict[str, Any]]:
    """By what the seats have won, one after the other; to be read only."""
    return [
        {
            "name": name,
            "first": int(COLUMN_FIRST[column]),
            "later": int(COLUMN_LATER[column]),
            "first_open": not any(won[column::COLUMNS]),
        }
        for column, name in enumerate(COLUMN_NAMES)
    ]


@functools.lru_cache(maxsize=1024)
def colour_bonuses(won: bytes) -> list[dict[str, Any]]:
    """By what the seats have won, one after the other; to be read only."""
    return [
        {
            "name": name,
            "first": COLOUR_FIRST,
            "later": COLOUR_LATER,
            "first_open": not any(won[colour :: len(LETTERS)]),
        }
        for colour, name in enumerate(LETTERS)
    ]


@functools.lru_cache(maxsize=4096)  # most sheets stay as they are from one choice to the next
def player(
    sheet: tuple[bytes, ...],
    chosen: bool,
    colour_points: int,
    column_points: int,
    score: int,
    rank: int,
) -> dict[str, Any]:
    """A seat, by its rows of the record: its crosses, what it has won ("first", "later" or null),
    and its points; to be read only."""
    crosses, column_left, colour_left, column_won, colour_won, stars_left, exclamations = (
        SHEETS.read(sheet)
    )
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
    return [CELL_NAMES[cell] for cell in members(first | second << HALF)]


def choice(state: NochMal, dice: int, cells: int, done: bool) -> dict[str, Any] | None:
    """What the viewer has chosen in this roll, which nobody else may see yet."""
    if dice == 0:
        return None
    decisions = [dice - 1, cells + PLACE] if cells else [dice - 1]
    return {
        "text": show_turn(state, decisions),
        "cells": [CELL_NAMES[cell] for cell in cells_of(state, decisions)],
        "done": done,
    }


def rating(state: NochMal) -> dict[str, Any] | None:
    """How well a game alone went, by the printed table [NM-16]."""
    if state.players != 1 or state.stage != DONE:
        return None
    points = int(score(state, 0))
    return {"stars": rating_stars(points), "level": level(points)}
