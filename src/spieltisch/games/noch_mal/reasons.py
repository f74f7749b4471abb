"""Why a turn is better, in words: columns and colours filled, stars, jokers, cells, headway.

Choices are sealed until all have chosen, so everything is read from the turn and the sheet before.
"""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.language import Both, both, listed
from spieltisch.core.reason import Fact, Facts, Look
from spieltisch.games.noch_mal import words
from spieltisch.games.noch_mal.decisions import PASS, colour_of, price
from spieltisch.games.noch_mal.notation import cells_of, show_turn
from spieltisch.games.noch_mal.rules import (
    COLOUR_FIRST,
    COLOUR_LATER,
    COLUMN_FIRST,
    COLUMN_LATER,
)
from spieltisch.games.noch_mal.sheets.sheet import COLOUR_NAMES, COLUMN_NAMES, ROWS, cell_name
from spieltisch.games.noch_mal.state import HALF, NochMal

STAR = 2  # points that a star without a cross costs [NM-14]
CELL = 0.4  # points that a cell more is worth, about


def facts(before: NochMal, line: Sequence[int], after: NochMal) -> Facts:
    seat = int(before.viewer)
    cells = cells_of(before, line)
    dice = line[0]
    stars = sum(int(before.stars[cell // HALF]) >> cell % HALF & 1 for cell in cells)
    full = [column for column in _columns(cells) if _left(before, seat, column, cells) == 0]
    points = sum(_column_points(before, column) for column in full)
    return {
        "column": Fact(float(points), (full, points)),
        "colour": _colour(before, seat, dice, cells),
        "stars": Fact(float(STAR * stars), stars),
        "jokers": Fact(-float(0 if dice == PASS else price(dice))),
        "cells": Fact(CELL * len(cells), len(cells)),
        "headway": _headway(before, seat, cells),
    }


def _columns(cells: Sequence[int]) -> list[int]:
    return sorted({cell // ROWS for cell in cells})


def _left(before: NochMal, seat: int, column: int, cells: Sequence[int]) -> int:
    """Cells that the column lacks after the turn."""
    return int(before.column_left[seat, column]) - sum(cell // ROWS == column for cell in cells)


def _column_points(before: NochMal, column: int) -> int:
    others = range(int(before.players))
    first = all(before.column_won[other, column] == 0 for other in others)
    return int((COLUMN_FIRST if first or before.players == 1 else COLUMN_LATER)[column])


def _colour(before: NochMal, seat: int, dice: int, cells: Sequence[int]) -> Fact:
    if dice == PASS or int(before.colour_left[seat, colour_of(dice)]) > len(cells):
        return Fact(0.0, None)
    colour = int(colour_of(dice))
    others = range(int(before.players))
    first = all(before.colour_won[other, colour] == 0 for other in others)
    points = COLOUR_FIRST if first or before.players == 1 else COLOUR_LATER
    return Fact(float(points), (colour, points))


def _headway(before: NochMal, seat: int, cells: Sequence[int]) -> Fact:
    """How much nearer columns come to being full; named is the one that gains most."""
    gains = []
    for column in _columns(cells):
        left, then = int(before.column_left[seat, column]), _left(before, seat, column, cells)
        share = ((ROWS - then) ** 2 - (ROWS - left) ** 2) / ROWS**2
        gains.append((share * _column_points(before, column), column, then))
    open_ = [gain for gain in gains if gain[2] > 0]
    named = max(open_, default=None)
    return Fact(0.6 * sum(gain[0] for gain in open_), named[1:] if named else None)


def why(name: str, better: Fact, worse: Fact) -> Both | None:
    said = {
        "column": _why_column,
        "colour": _why_colour,
        "stars": _why_stars,
        "jokers": _why_jokers,
        "cells": _why_cells,
        "headway": _why_headway,
    }
    return said[name](better, worse)


def _points(many: int, lang: str) -> str:
    one, several = ("Punkt", "Punkte") if lang == "de" else ("point", "points")
    return f"{many} {one if many == 1 else several}"


def _why_column(better: Fact, worse: Fact) -> Both | None:
    full, points = better.what
    names = [COLUMN_NAMES[column] for column in full]
    if len(names) > 1:
        which = both(lambda lang: listed(names, lang))
        return Both(
            f"Damit sind die Spalten {which.de} voll: {_points(points, 'de')}.",
            f"That fills columns {which.en}: {_points(points, 'en')}.",
        )
    return Both(
        f"Damit ist Spalte {names[0]} voll: {_points(points, 'de')}.",
        f"That fills column {names[0]}: {_points(points, 'en')}.",
    )


def _why_colour(better: Fact, worse: Fact) -> Both | None:
    colour, points = better.what
    return Both(
        f"Damit ist {COLOUR_NAMES['de'][colour].capitalize()} vollständig: {points} Punkte.",
        f"That completes {COLOUR_NAMES['en'][colour]}: {points} points.",
    )


def _why_stars(better: Fact, worse: Fact) -> Both | None:
    more, less = better.what, worse.what
    if less:
        return Both(
            f"Damit deckst du {more} Sterne ab, nicht nur {less}.",
            f"That crosses off {more} stars, not just {less}.",
        )
    if more > 1:
        return Both(
            f"Damit deckst du {more} Sterne ab, die sonst je {STAR} Punkte kosten.",
            f"That crosses off {more} stars, which cost {STAR} points each otherwise.",
        )
    return Both(
        f"Damit deckst du einen Stern ab, der sonst {STAR} Punkte kostet.",
        f"That crosses off a star, which costs {STAR} points otherwise.",
    )


def _why_jokers(better: Fact, worse: Fact) -> Both | None:
    saved = round(better.worth - worse.worth)
    if saved > 1:
        return Both(
            f"So sparst du {saved} Joker; jeder übrige ist einen Punkt wert.",
            f"That saves {saved} jokers; each one left is worth a point.",
        )
    return Both(
        "So sparst du einen Joker; jeder übrige ist einen Punkt wert.",
        "That saves a joker; each one left is worth a point.",
    )


def _why_cells(better: Fact, worse: Fact) -> Both | None:
    more, less = better.what, worse.what
    if less == 0:
        many = both(lambda lang: words.NUMBER_NAMES[lang][more])
        return Both(
            f"So kreuzt du {many.de} Kästchen an, statt nichts zu tun.",
            f"That crosses off {many.en} cell{'s' * (more > 1)} instead of none.",
        )
    if more - less < 2:
        return None
    return Both(
        f"So kreuzt du {more} Kästchen an statt {less}.",
        f"That crosses off {more} cells, not {less}.",
    )


def _why_headway(better: Fact, worse: Fact) -> Both | None:
    if better.what is None or better.worth - worse.worth < 0.3:
        return None
    column, left = better.what
    if left > 3:
        return None
    name = COLUMN_NAMES[column]
    if left == 1:
        return Both(
            f"Dann fehlt in Spalte {name} nur noch ein Kästchen.",
            f"Then column {name} lacks just one more cell.",
        )
    return Both(
        f"Dann fehlen in Spalte {name} nur noch {left} Kästchen.",
        f"Then column {name} lacks just {left} more cells.",
    )


def do(before: NochMal, line: Sequence[int]) -> Both:
    if line[0] == PASS:
        return Both("Pass", "Pass")
    text = show_turn(before, line)
    faces, cells = words.split_turn(text)
    dice = both(lambda lang: words.say_meaning(text, lang))
    where = both(lambda lang: words.say_columns(cells, lang))
    jokers = both(lambda lang: words.say_jokers(faces, lang))
    return Both(
        f"Kreuz {dice.de} {where.de} an{jokers.de}",
        f"Cross off {dice.en} {where.en}{jokers.en}",
    )


def look(before: NochMal, line: Sequence[int]) -> Look:
    if line[0] == PASS:
        return Look(
            (),
            Both(
                "Schau, ob sich hier überhaupt etwas lohnt.",
                "See whether anything is worth it here.",
            ),
        )
    cells = cells_of(before, line)
    colour = int(colour_of(line[0]))
    names = [COLUMN_NAMES[column] for column in _columns(cells)]
    where = both(lambda lang: listed(names, lang))
    several = len(names) > 1
    return Look(
        tuple(cell_name(cell) for cell in cells),
        Both(
            f"Schau auf {COLOUR_NAMES['de'][colour].capitalize()} in "
            f"{'den Spalten' if several else 'Spalte'} {where.de}.",
            f"Look at {COLOUR_NAMES['en'][colour]} in column{'s' * several} {where.en}.",
        ),
    )
