"""Why a turn is better, in words: nines made, tiles and animals taken, what stays in front."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.language import Both, both, listed
from spieltisch.core.reason import Fact, Facts, Look
from spieltisch.games.alle_neune import words
from spieltisch.games.alle_neune.notation import LETTERS, show_turn
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    BANK,
    COLLECT,
    DROP,
    FIGURES,
    GOAL,
    KEEP,
    AlleNeune,
)
from spieltisch.games.alle_neune.rules import worth as value_of

TILE = 2.0  # points that a tile more is worth, besides what it does at once
# Points still to come with x <= y in front (0: no number) and about eight more tiles: `evaluate`
# solves that, and a test compares; in a browser `evaluate` is only there as machine code.
LATER = 8
FRONT = (
    (21.13, 22.98, 22.56, 26.05, 25.13, 24.31, 22.87),
    (0.0, 21.98, 24.7, 27.69, 27.31, 26.04, 25.63),
    (0.0, 0.0, 23.72, 27.03, 26.09, 26.25, 24.91),
    (0.0, 0.0, 0.0, 28.0, 29.86, 29.32, 31.13),
    (0.0, 0.0, 0.0, 0.0, 26.51, 31.13, 24.68),
    (0.0, 0.0, 0.0, 0.0, 0.0, 21.51, 23.98),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 18.95),
)
BANKED = 5  # points of each tile of a nine, and of an animal


def taken(line: Sequence[int]) -> list[int]:
    return [one - COLLECT for one in line if ADVANCE + FIGURES <= one < BANK]


def banked(line: Sequence[int]) -> list[int]:
    return [one - BANK for one in line if BANK <= one < KEEP]


def nines(values: Sequence[int]) -> list[list[int]]:
    """What was banked, one nine after the other.

    >>> nines([1, 6, 2, 4, 5])
    [[1, 6, 2], [4, 5]]
    """
    found: list[list[int]] = [[]]
    for value in values:
        if sum(found[-1]) >= 9:
            found.append([])
        found[-1].append(value)
    return found


def sums_of(values: Sequence[int], lang: str) -> str:
    return listed([" + ".join(map(str, nine)) for nine in nines(values)], lang)


def dropped(line: Sequence[int]) -> list[int]:
    return [one - DROP for one in line if one >= DROP]


def facts(before: AlleNeune, line: Sequence[int], after: AlleNeune) -> Facts:
    seat = int(before.viewer)
    tiles = taken(line)
    animals = [tile for tile in tiles if int(before.values[tile]) == 0]
    nine = [int(value_of(before, seat, tile)) for tile in banked(line)]
    aside = [int(value_of(before, seat, tile)) for tile in dropped(line)]
    front = _front(after, seat)
    x, y = [0, 0, *front][-2:]
    still, numbers = to_come(after, seat)
    return {
        "nine": Fact(float(BANKED * len(nine)), nine),
        "animal": Fact(float(BANKED * len(animals)), len(animals)),
        "tiles": Fact(TILE * len(tiles), len(tiles)),
        "front": Fact(FRONT[x][y] * min(1.0, still / LATER), (front, numbers)),
        "aside": Fact(-float(sum(aside)), aside),
    }


def _front(state: AlleNeune, seat: int) -> list[int]:
    """The values in front of a seat."""
    tiles = [tile for tile in range(GOAL) if int(state.front[seat]) >> tile & 1]
    return sorted(int(value_of(state, seat, tile)) for tile in tiles)


def to_come(state: AlleNeune, seat: int) -> tuple[int, set[int]]:
    """How often the seat's figures can still take a tile, and which numbers lie there for them."""
    takes, numbers = 0, set()
    for section in range(int(state.sections)):
        end = 8 * section + 9  # the cactus tile behind the section, or the goal
        tiles = [at for at in range(end - 7, end) if int(state.track) >> at & 1]
        behind = sum(int(at) <= end for at in state.figures[seat][: int(state.each)] if at != GOAL)
        takes += min(behind, len(tiles))
        if behind:
            numbers |= {int(state.values[at]) for at in tiles}
    return takes, numbers


def why(name: str, better: Fact, worse: Fact) -> Both | None:
    said = {
        "nine": _why_nine,
        "animal": _why_animal,
        "tiles": _why_tiles,
        "front": _why_front,
        "aside": _why_aside,
    }
    return said[name](better, worse)


def _why_nine(better: Fact, worse: Fact) -> Both | None:
    sums = both(lambda lang: sums_of(better.what, lang))
    points, less = BANKED * len(better.what), BANKED * len(worse.what)
    if less:
        return Both(
            f"Damit wertest du {points} Punkte statt {less}: {sums.de}.",
            f"That banks {points} points, not {less}: {sums.en}.",
        )
    if len(nines(better.what)) > 1:
        return Both(
            f"Damit wertest du mehrere Neunen: {sums.de} bringen dir {points} Punkte.",
            f"That banks several nines: {sums.en} bring you {points} points.",
        )
    return Both(
        f"Damit wertest du eine Neun: {sums.de} bringen dir {points} Punkte.",
        f"That banks a nine: {sums.en} bring you {points} points.",
    )


def _why_animal(better: Fact, worse: Fact) -> Both | None:
    many = better.what
    if many > 1:
        return Both(
            f"Damit nimmst du {many} Tiere mit, jedes sichere {BANKED} Punkte.",
            f"That takes {many} animals along, a safe {BANKED} points each.",
        )
    return Both(
        f"Damit nimmst du ein Tier mit: sichere {BANKED} Punkte.",
        f"That takes an animal along: a safe {BANKED} points.",
    )


def _why_tiles(better: Fact, worse: Fact) -> Both | None:
    more, less = better.what, worse.what
    many = both(lambda lang: _tiles(more, lang))
    if less == 0:
        return Both(f"Damit bekommst du {many.de}.", f"That earns you {many.en}.")
    return Both(
        f"Damit bekommst du {many.de} statt {_only(less, 'de')}.",
        f"That earns you {many.en}, not {_only(less, 'en')}.",
    )


def _tiles(many: int, lang: str) -> str:
    if many == 1:
        return Both("ein Feld", "a tile")[lang]
    return f"{many} " + Both("Felder", "tiles")[lang]


def _only(many: int, lang: str) -> str:
    return Both("nur einem", "just one")[lang] if many == 1 else str(many)


def _why_front(better: Fact, worse: Fact) -> Both | None:
    """What the numbers in front still need, if it lies where it can be taken."""
    front, to_be_had = better.what
    if 9 - sum(front) not in {0, *to_be_had}:
        return None
    if len(front) == 1 and 3 <= front[0] <= 6:
        needed = 9 - front[0]
        return Both(
            f"Zur {front[0]}, die vor dir bleibt, macht jede {needed} eine Neun.",
            f"With the {front[0]} that stays in front of you, any {needed} makes a nine.",
        )
    if len(front) == 2 and sum(front) == 9:
        return Both(
            f"{front[0]} und {front[1]} vor dir sind schon eine Neun.",
            f"The {front[0]} and {front[1]} in front of you are a nine already.",
        )
    if len(front) == 2 and 3 <= sum(front) < 9:
        needed = 9 - sum(front)
        three = both(lambda lang: listed([str(value) for value in front], lang))
        return Both(
            f"Mit {three.de} vor dir fehlt nur noch eine {needed} zu einer Neun aus drei Zahlen.",
            f"With {three.en} in front of you only a {needed} is missing for a nine of three.",
        )
    return None


def _why_aside(better: Fact, worse: Fact) -> Both | None:
    if not better.what:
        return Both(
            "So musst du nichts zur Seite legen.", "That way you need to lay nothing aside."
        )
    return Both(
        f"So legst du nur {sum(better.what)} zur Seite statt {sum(worse.what)}.",
        f"That lays only {sum(better.what)} aside, not {sum(worse.what)}.",
    )


def figure_words(before: AlleNeune, figure: int) -> Both:
    """A figure of the viewer by where it stands among its own."""
    seat = int(before.viewer)
    places = [int(place) for place in before.figures[seat][: int(before.each)]]
    order = sorted({place for place in places if place != GOAL})
    if len(order) < 2:
        return Both("deine Figur", "your figure")
    at = order.index(places[figure])
    if at == 0:
        return Both("deine hinterste Figur", "your rearmost figure")
    if at == len(order) - 1:
        return Both("deine vorderste Figur", "your foremost figure")
    nth = {1: Both("zweite", "second"), 2: Both("dritte", "third")}[at]
    return Both(f"deine {nth.de} Figur von hinten", f"your {nth.en} figure from behind")


def do(before: AlleNeune, line: Sequence[int]) -> Both:
    seat = int(before.viewer)
    figure = figure_words(before, line[0] % FIGURES)
    star = Both("Rück mit {} zur nächsten Figur vor", "Move {} up to the next figure")
    first = star if line[0] >= ADVANCE else Both("Zieh {}", "Move {}")

    def said(lang: str) -> str:
        parts = [
            first[lang].format(
                _with(figure[lang]) if first is star and lang == "de" else figure[lang]
            )
        ]
        for tile in taken(line):
            face = words.face_words(_face(before, tile), lang)
            parts.append(Both(f"nimm {face}", f"take {face}")[lang])
        if banked(line):
            sums = sums_of([int(value_of(before, seat, tile)) for tile in banked(line)], lang)
            parts.append(Both(f"werte {sums}", f"bank {sums}")[lang])
        if KEEP in line:
            parts.append(Both("heb dir die Neun auf", "keep the nine")[lang])
        for tile in dropped(line):
            value = int(value_of(before, seat, tile))
            parts.append(Both(f"leg die {value} zur Seite", f"lay the {value} aside")[lang])
        return listed(parts, lang)

    return both(said)


def _with(figure: str) -> str:
    """
    >>> _with("deine hinterste Figur")
    'deiner hintersten Figur'
    """
    words_ = figure.split(" ")
    words_[0] += "r"
    return " ".join([words_[0], *(w + "n" if w.endswith("te") else w for w in words_[1:])])


def _face(before: AlleNeune, tile: int) -> str:
    value = int(before.values[tile])
    if value == 0:
        return "A"
    return f"C{value}" if tile % 8 == 1 else str(value)


def look(before: AlleNeune, line: Sequence[int]) -> Look:
    figure = figure_words(before, line[0] % FIGURES)
    letter = LETTERS[line[0] % FIGURES]
    at = (letter, *(str(tile) for tile in taken(line)))
    if show_turn(before, line[:1]).endswith("*"):
        return Look(
            at,
            Both("Schau, wohin {} vorrücken kann.", "See where {} can move up to.").format(figure),
        )
    return Look(
        at, Both("Schau, woran {} vorbeikommt.", "See what {} passes on its way.").format(figure)
    )
