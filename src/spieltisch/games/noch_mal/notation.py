"""Turns and chance as text: `r3 E6 F5 F6`, `X=r ?=3 E6 F5 F6`, `pass`; `roll r g X 1 3 ?`.

While others still choose, `r3 ?` is all that they see of the active player's turn.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from spieltisch.core.errors import Unreadable
from spieltisch.games.noch_mal.decisions import (
    COLOUR_FACE,
    COLOURS,
    JOKER,
    NUMBER_FACE,
    NUMBER_OPTIONS,
    NUMBERS,
    PASS,
    PLACE,
    SEATS,
    SETS,
    colour_face,
    colour_of,
    number_face,
    number_of,
)
from spieltisch.games.noch_mal.printed import printed_on
from spieltisch.games.noch_mal.rules import dice_each
from spieltisch.games.noch_mal.sheets.sheet import CELLS, cell_name
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS
from spieltisch.games.noch_mal.state import DRAW_FIRST, NochMal

COLOUR_FACES = LETTERS + "X"
NUMBER_FACES = "12345?"
PLAIN = re.compile(r"([gybro])([1-5])")
COLOUR_WORD = re.compile(r"(X=)?([gybro])")
NUMBER_WORD = re.compile(r"(\?=)?([1-6])")
VEILED = "?"  # in place of the cells
CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]


def read_turn(state: NochMal, text: str) -> list[int]:
    """Two dice and then the cells, by block; only sound turns have all cells in one block."""
    words = text.split(" ")
    if text == "pass":
        return [PASS]
    if plain := PLAIN.fullmatch(words[0]):
        letter, digit = plain.groups()
        dice = LETTERS.index(letter) * NUMBER_OPTIONS + int(digit) - 1
        return [dice, *read_cells(state, words[1:])]
    if len(words) > 1:
        colour, number = COLOUR_WORD.fullmatch(words[0]), NUMBER_WORD.fullmatch(words[1])
        if colour and number and (colour[1] or number[1]) and (number[1] or number[2] != "6"):
            dice = (LETTERS.index(colour[2]) + (COLOURS if colour[1] else 0)) * NUMBER_OPTIONS
            dice += int(number[2]) - 1 + (NUMBERS if number[1] else 0)
            return [dice, *read_cells(state, words[2:])]
    raise Unreadable(
        "Erwartet wird „pass“ oder Würfel und Kästchen wie „r3 E6 F5 F6“ oder"
        f" „X=r ?=3 E6 F5 F6“, nicht „{text}“.",
        "Expected 'pass', or dice and cells like 'r3 E6 F5 F6' or 'X=r ?=3 E6 F5 F6',"
        f" not {text!r}.",
    )


def read_cells(state: NochMal, words: Sequence[str]) -> list[int]:
    places, sets = printed_on(state).places, dict[int, int]()
    for word in words:
        if word not in places:
            raise Unreadable(
                f"„{word}“ ist kein Kästchen; sie heißen A1 bis O7.",
                f"{word!r} is no cell; they are called A1 to O7.",
            )
        block, bit = places[word]
        if sets.get(block, 0) & bit:
            raise Unreadable(f"{word} steht zweimal da.", f"{word} is named twice.")
        sets[block] = sets.get(block, 0) | bit
    return [PLACE + block * SETS + cells for block, cells in sorted(sets.items())]


def cells_of(state: NochMal, decisions: Sequence[int]) -> list[int]:
    """The cells that decisions name, by column, then row; decisions of other kinds name none."""
    blocks, found = printed_on(state).blocks, []
    for decision in decisions:
        if decision >= PLACE:
            block, cells = divmod(decision - PLACE, SETS)
            found += [cell for bit, cell in enumerate(blocks[block]) if cells >> bit & 1]
    return sorted(found)


@functools.cache  # there are few
def show_dice(dice: int) -> str:
    """
    >>> show_dice(3 * NUMBER_OPTIONS + 2), show_dice(8 * NUMBER_OPTIONS + 7)
    ('r3', 'X=r ?=3')
    """
    colour, number = LETTERS[colour_of(dice)], str(number_of(dice))
    if colour_face(dice) != JOKER and number_face(dice) != JOKER:
        return colour + number
    joker_colour = "X=" if colour_face(dice) == JOKER else ""
    joker_number = "?=" if number_face(dice) == JOKER else ""
    return f"{joker_colour}{colour} {joker_number}{number}"


def show_turn(state: NochMal, decisions: Sequence[int]) -> str:
    words = ["pass" if one == PASS else show_dice(one) for one in decisions if one <= PASS]
    return " ".join(words + [CELL_NAMES[cell] for cell in cells_of(state, decisions)])


def read_chance(state: NochMal, text: str) -> list[int]:
    verb, *words = text.split(" ")
    if verb == "first" and len(words) == 1 and words[0] in tuple("012345"):
        return [int(words[0])]
    faces = {**_faces(COLOUR_FACES, COLOUR_FACE), **_faces(NUMBER_FACES, NUMBER_FACE)}
    if verb == "roll" and words and all(word in faces for word in words):
        return [faces[word] for word in words]
    raise Unreadable(
        f"Erwartet wird ein Wurf wie „roll r g X 1 3 ?“ oder „first 0“, nicht „{text}“.",
        f"Expected a roll like 'roll r g X 1 3 ?', or 'first 0', not {text!r}.",
    )


def _faces(letters: str, first: int) -> dict[str, int]:
    return {letter: first + face for face, letter in enumerate(letters)}


def show_outcome(outcome: int) -> str:
    """
    >>> show_outcome(2), show_outcome(11), show_outcome(12)
    ('2', 'X', '1')
    """
    if outcome < SEATS:
        return str(outcome)
    return (COLOUR_FACES + NUMBER_FACES)[outcome - COLOUR_FACE]


def show_chance(state: NochMal, outcomes: Sequence[int]) -> str:
    verb = "first" if state.stage == DRAW_FIRST else "roll"
    return " ".join([verb, *(show_outcome(outcome) for outcome in outcomes)])


def chance_seat(state: NochMal) -> int | None:
    return None if state.stage == DRAW_FIRST else int(state.active)


def veil(text: str, kind: str, sealed: bool) -> str:
    """While others still choose they see a turn's dice, or that it is a pass, but not its cells.

    >>> veil("X=r ?=3 E6 F5 F6", "turn", True), veil("pass", "turn", True)
    ('X=r ?=3 ?', 'pass')
    """
    if not sealed or kind != "turn" or text == "pass":
        return text
    words = text.split(" ")
    return " ".join([*words[: 1 if PLAIN.fullmatch(words[0]) else 2], VEILED])


def dice_words(state: NochMal) -> tuple[list[str], list[str]]:
    """The faces of the dice that have fallen, colours and numbers, in their order."""
    each = dice_each(state)
    colours = [COLOUR_FACES[int(die) - 1] for die in state.colour_dice[:each] if die]
    numbers = [NUMBER_FACES[int(die) - 1] for die in state.number_dice[:each] if die]
    return colours, numbers
