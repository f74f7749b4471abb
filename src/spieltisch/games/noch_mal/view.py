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
from collections.abc import Sequence
from typing import Any

import numpy as np

from spieltisch.core.state import SPECTATOR, copied
from spieltisch.games.noch_mal.decisions import PASS, PLACE, colour_face, number_face
from spieltisch.games.noch_mal.notation import (
    COLOUR_FACES,
    NUMBER_FACES,
    cells_of,
    dice_words,
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
from spieltisch.games.noch_mal.state import CHOOSE, DONE, STATE, NochMal
from spieltisch.games.noch_mal.words import level, rating_stars

STAGES = ("first", "roll", "choose", "over")
WON = (None, "first", "later")
CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]


def view(state: NochMal) -> dict[str, Any]:
    viewer, public = int(state.viewer), copied(state)
    hide(public, SPECTATOR)
    public.seat = 0  # the viewer is in focus while it chooses; nobody else sees that
    chosen, public.chosen = int(public.chosen), 0  # this too differs from viewer to viewer
    seen = _public(public.tobytes())
    if chosen:
        seen = {**seen, "players": with_chosen(seen["players"], chosen)}
    if viewer == SPECTATOR:
        return dict(seen)
    return {**seen, "viewer": viewer, "left": left(seen, viewer), "choice": choice(state, viewer)}


def with_chosen(players: list[dict[str, Any]], chosen: int) -> list[dict[str, Any]]:
    return [
        {**player, "chosen": True} if chosen >> seat & 1 else player
        for seat, player in enumerate(players)
    ]


@functools.lru_cache(maxsize=8)  # all viewers of a moment are served one after the other
def _public(record: bytes) -> dict[str, Any]:
    """What everyone sees, from a spectator's record; to be read only."""
    state = np.frombuffer(bytearray(record), STATE)[0]
    colours, numbers = dice_words(state)
    _, block_names, rows = printed(state)
    return {
        "viewer": None,
        "stage": STAGES[int(state.stage)],
        "roll": int(state.roll),
        "roll_limit": int(state.roll_limit),
        "free": bool(state.roll <= FREE_ROLLS),
        "active": int(state.active),
        "dice": {"colours": colours, "numbers": numbers},
        "taken": taken(state),
        "left": None,
        "sheet": rows,
        "blocks": block_names,
        "columns": columns(tuple(state.column_won.any(axis=0).tolist())),
        "colours": colour_bonuses(tuple(state.colour_won.any(axis=0).tolist())),
        "players": players(state),
        "choice": None,
        "rating": rating(state),
        "over": bool(state.stage == DONE),
    }


def blocks(state: NochMal) -> list[list[int]]:
    """The cells of all blocks; to be read only."""
    return printed(state)[0]


def printed(state: NochMal) -> tuple[list[list[int]], list[list[str]], list[str]]:
    """What stays the same on a sheet: blocks as cells and as names, and rows; to be read only."""
    return _printed(state.block_cells.tobytes(), state.star.tobytes())


@functools.lru_cache(maxsize=32)
def _printed(cells: bytes, stars: bytes) -> tuple[list[list[int]], list[list[str]], list[str]]:
    table = np.frombuffer(cells, np.int8).reshape(BLOCKS, SIZES).tolist()
    found = [row[: block % SIZES + 1] for block, row in enumerate(table)]
    names = [[cell_name(cell) for cell in block] for block in found]
    return found, names, sheet_rows(found, np.frombuffer(stars, np.int8).tolist())


def sheet_rows(blocks: Sequence[Sequence[int]], stars: Sequence[int]) -> list[str]:
    """The sheet as it is given as an option."""
    rows = [[""] * COLUMNS for _ in range(ROWS)]
    for block, cells in enumerate(blocks):
        for bit, cell in enumerate(cells):
            letter = LETTERS[block // SIZES]
            has_star = stars[block] >> bit & 1
            rows[cell % ROWS][cell // ROWS] = letter.upper() if has_star else letter
    return ["".join(row) for row in rows]


def taken(state: NochMal) -> dict[str, str] | None:
    """The active player's dice, which are public from the fourth roll on."""
    choice = int(state.dice_choice[state.active])
    if state.stage != CHOOSE or state.roll <= FREE_ROLLS or choice == 0:
        return None
    if choice - 1 == PASS:
        return {"text": "pass"}
    return {
        "colour": COLOUR_FACES[colour_face(choice - 1)],
        "number": NUMBER_FACES[number_face(choice - 1)],
        "text": show_dice(choice - 1),
    }


def left(seen: dict[str, Any], viewer: int) -> dict[str, list[str]]:
    """The dice to choose from: of the active player's two, one of each kind is gone for others."""
    colours, numbers = list(seen["dice"]["colours"]), list(seen["dice"]["numbers"])
    gone = seen["taken"]
    if gone is not None and "colour" in gone and viewer != seen["active"]:
        colours.remove(gone["colour"])
        numbers.remove(gone["number"])
    return {"colours": colours, "numbers": numbers}


@functools.lru_cache(maxsize=1024)
def columns(won: tuple[bool, ...]) -> list[dict[str, Any]]:
    """To be read only."""
    return [
        {
            "name": name,
            "first": int(COLUMN_FIRST[column]),
            "later": int(COLUMN_LATER[column]),
            "first_open": not won[column],
        }
        for column, name in enumerate(COLUMN_NAMES)
    ]


@functools.lru_cache(maxsize=32)
def colour_bonuses(won: tuple[bool, ...]) -> list[dict[str, Any]]:
    """To be read only."""
    return [
        {
            "name": name,
            "first": COLOUR_FIRST,
            "later": COLOUR_LATER,
            "first_open": not won[colour],
        }
        for colour, name in enumerate(LETTERS)
    ]


def players(state: NochMal) -> list[dict[str, Any]]:
    """Each seat: its crosses, what it has won ("first", "later" or null), and its points.

    Each field of the record is read once, for that is slow.
    """
    exclamations, stars_left = state.exclamations.tolist(), state.stars_left.tolist()
    column_won, colour_won = state.column_won.tolist(), state.colour_won.tolist()
    column_left, colour_left = state.column_left.tolist(), state.colour_left.tolist()
    marks, cells = state.marks, state.block_cells.tobytes()
    return [
        {
            "marked": marked(marks[seat].tobytes(), cells),
            "exclamations": exclamations[seat],
            "stars_left": stars_left[seat],
            "columns": [WON[won] for won in column_won[seat]],
            "colours": [WON[won] for won in colour_won[seat]],
            "column_left": column_left[seat],
            "colour_left": colour_left[seat],
            "chosen": False,
            "points": {
                "colours": int(colour_points(state, seat)),
                "columns": int(column_points(state, seat)),
                "exclamations": exclamations[seat],
                "stars": -2 * stars_left[seat],
            },
            "score": int(score(state, seat)),
            "rank": int(rank(state, seat)),
        }
        for seat in range(int(state.players))
    ]


@functools.lru_cache(maxsize=4096)  # most sheets stay as they are from one choice to the next
def marked(marks: bytes, cells: bytes) -> list[str]:
    """The names of the marked cells, column by column; to be read only."""
    table = np.frombuffer(cells, np.int8).reshape(BLOCKS, SIZES)
    bits = np.frombuffer(marks, np.int8)[:, None] >> np.arange(SIZES) & 1
    return [CELL_NAMES[cell] for cell in sorted(table[bits == 1].tolist())]


def choice(state: NochMal, viewer: int) -> dict[str, Any] | None:
    """What the viewer has chosen in this roll, which nobody else may see yet."""
    if viewer == SPECTATOR or state.dice_choice[viewer] == 0:
        return None
    decisions = [int(state.dice_choice[viewer]) - 1]
    if state.cell_choice[viewer]:
        decisions.append(int(state.cell_choice[viewer]) + PLACE)
    return {
        "text": show_turn(state, decisions),
        "cells": [cell_name(cell) for cell in cells_of(state, decisions)],
        "done": bool(int(state.chosen) >> viewer & 1),
    }


def rating(state: NochMal) -> dict[str, Any] | None:
    """How well a game alone went, by the printed table [NM-16]."""
    if state.players != 1 or state.stage != DONE:
        return None
    points = int(score(state, 0))
    return {"stars": rating_stars(points), "level": level(points)}
