"""How turns and chance are written: `b take 12 nine s 12`, `roll 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spieltisch.core.errors import Unreadable
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    ANIMAL,
    BANK,
    CACTUS,
    COLLECT,
    DROP,
    FACE,
    FIGURES,
    GOAL,
    KEEP,
    LAYING,
    NUMBER,
    NUMBERS,
    ROLL,
    SEAT,
    STARTER,
    STEP,
    TILE,
    AlleNeune,
    next_figure,
    step_from,
)

LETTERS = "abcd"
FIGURE = re.compile(r"([a-d])(\*?)")
NAME = re.compile(r"s|[1-9]|[1-3][0-9]|4[0-8]")  # of a tile
LINES = {STARTER: "first", NUMBERS: "start", LAYING: "track", ROLL: "roll"}


def name(tile: int) -> str:
    """
    >>> name(0), name(17)
    ('s', '17')
    """
    return "s" if tile == 0 else str(tile)


# Turns


def read_turn(state: AlleNeune, text: str) -> list[int]:
    """The small decisions that the words stand for; whether they are legal is not asked here."""
    word, *words = text.split(" ")
    decisions = [_read_figure(state, word)]
    while words:
        verb = words.pop(0)
        if verb == "take":
            decisions.append(COLLECT + _read_tile(words, verb, first=1))
        elif verb == "drop":
            decisions.append(DROP + _read_tile(words, verb, first=0))
        elif verb == "nine":
            decisions += _read_nine(words)
        elif verb == "keep":
            decisions.append(KEEP)
        else:
            raise Unreadable(
                f"Nach der Figur folgen take, nine, keep oder drop, nicht „{verb}“",
                f"a figure is followed by take, nine, keep or drop, not {verb!r}",
            )
    return decisions


def _read_figure(state: AlleNeune, word: str) -> int:
    """Figures of a seat on the same place are the same choice, and so are two ways to one tile."""
    match = FIGURE.fullmatch(word)
    if match is None:
        raise Unreadable(
            f"Ein Zug beginnt mit einer Figur, etwa „a“ oder „a*“, nicht mit „{word}“",
            f"a turn begins with a figure, such as 'a' or 'a*', not with {word!r}",
        )
    figure = LETTERS.index(match[1])
    figures = [int(place) for place in state.figures[state.seat][: int(state.each)]]
    star = match[2] == "*"
    if figure < len(figures):
        place = figures[figure]
        figure = figures.index(place)
        if star and state.roll == 1 and place != GOAL:
            target = next_figure(state, place)
            star = target == GOAL or target != step_from(state, place, 1)
    return (ADVANCE if star else STEP) + figure


def _read_tile(words: list[str], verb: str, first: int) -> int:
    word = words.pop(0) if words else ""
    if not NAME.fullmatch(word) or (word == "s" and first == 1):
        raise Unreadable(
            f"Hinter {verb} steht die Nummer eines Feldes, nicht „{word}“",
            f"{verb} is followed by the number of a tile, not {word!r}",
        )
    return 0 if word == "s" else int(word)


def _read_nine(words: list[str]) -> list[int]:
    """Two or three tiles in any order; returned ascending, the seat's first number first."""
    tiles = []
    while words and NAME.fullmatch(words[0]):
        tiles.append(_read_tile(words, "nine", first=0))
    if len(tiles) not in (2, 3) or len(set(tiles)) < len(tiles):
        raise Unreadable(
            "Hinter nine stehen zwei oder drei verschiedene Felder, etwa „nine s 12“",
            "nine is followed by two or three different tiles, such as 'nine s 12'",
        )
    return [BANK + tile for tile in sorted(tiles)]


def show_turn(state: AlleNeune, decisions: Sequence[int]) -> str:
    words = []
    banking = False
    for decision in decisions:
        if decision < ADVANCE + FIGURES:
            star = "*" if decision >= ADVANCE else ""
            words.append(LETTERS[decision % FIGURES] + star)
        elif decision < BANK:
            words.append(f"take {name(decision - COLLECT)}")
        elif decision < KEEP:
            tile = name(decision - BANK)
            words.append(tile if banking else f"nine {tile}")
        elif decision == KEEP:
            words.append("keep")
        else:
            words.append(f"drop {name(decision - DROP)}")
        banking = BANK <= decision < KEEP
    return " ".join(words)


# Chance


def read_chance(state: AlleNeune, text: str) -> list[int]:
    verb, *words = text.split(" ")
    if verb == "start":
        return [_read_drawn(word, NUMBER) for word in words]
    if verb == "track":
        return [_read_drawn(word, TILE) for word in words]
    if verb == "roll" and len(words) == 1 and re.fullmatch("[1-6]", words[0]):
        return [FACE + int(words[0]) - 1]
    if verb == "first" and len(words) == 1 and re.fullmatch("[0-4]", words[0]):
        return [SEAT + int(words[0])]
    raise Unreadable(
        f"„{text}“ ist kein Zufall dieses Spiels; es gibt first 0, start 4 3 …, track C3 …, roll 3",
        f"{text!r} is no chance of this game; there are first 0, start 4 3 …, track C3 …, roll 3",
    )


def _read_drawn(word: str, number: int) -> int:
    """A tile of a line of chance, where plain numbers begin at outcome `number`."""
    if re.fullmatch("[1-6]", word):
        return number + int(word) - 1
    if re.fullmatch("C[1-6]", word):
        return CACTUS + int(word[1]) - 1
    if word == "A":
        return TILE + ANIMAL
    raise Unreadable(
        f"Felder heißen 1 bis 6, A oder C1 bis C6, nicht „{word}“",
        f"tiles are called 1 to 6, A or C1 to C6, not {word!r}",
    )


def show_chance(state: AlleNeune, outcomes: Sequence[int]) -> str:
    return " ".join([LINES[int(state.phase)], *map(show_outcome, outcomes)])


def show_outcome(outcome: int) -> str:
    """
    >>> [show_outcome(outcome) for outcome in (NUMBER, TILE + 5, TILE + ANIMAL, CACTUS + 2)]
    ['1', '6', 'A', 'C3']
    """
    if outcome < TILE:
        return str(outcome - NUMBER + 1)
    if outcome < CACTUS:
        return "A" if outcome == TILE + ANIMAL else str(outcome - TILE + 1)
    if outcome < FACE:
        return f"C{outcome - CACTUS + 1}"
    return str(outcome - FACE + 1) if outcome < SEAT else str(outcome - SEAT)


def chance_seat(state: AlleNeune) -> int | None:
    """The die is somebody's; the set-up is the table's."""
    return int(state.seat) if state.phase == ROLL else None


def veil(text: str, kind: str, sealed: bool) -> str:
    """Nothing is secret in this game."""
    return text
