"""Turns and chance as text: `move B0.1-A0L …`, `remove O4xO5-O6 …`, `place B1.4`, `draw move …`.

Decisions are numbered as in `rules`. A text may also say what the board has no number for (a
step where no line is, a place outside the base, a capture that is none): then `read_turn` gives a
number from ODD_STEP on, which is never legal, so that `refusals` can say why.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from spieltisch.core.bits import ones
from spieltisch.core.errors import Unreadable
from spieltisch.games.re_move.places import Places, places_of
from spieltisch.games.re_move.rules import (
    ACTIONS,
    DISCARD,
    FIRST_SEAT,
    JOKER_INNER,
    JOKER_OUTER,
    KINDS,
    PLACE,
    PLACING,
    PLAY_INSIDE,
    PLAY_MOVE,
    PLAY_OUTSIDE,
    PLAY_REMOVE,
    SEATS,
    STARTING,
    ReMove,
    base_place,
    enemies,
    to_act,
)

CARDS = ("move", "remove", "outside", "inside", "joker")
SIMPLE = {
    "discard": DISCARD,
    "outside": PLAY_OUTSIDE,
    "inside": PLAY_INSIDE,
    "joker outer": JOKER_OUTER,
    "joker inner": JOKER_INNER,
}
SHOWN = {decision: text for text, decision in SIMPLE.items()}

WIDTH = 64  # of the numbers below: start * WIDTH + end
ODD_STEP = ACTIONS  # a step between two places without a line
ODD_PLACE = ODD_STEP + WIDTH * WIDTH  # placing a figure outside the base
NO_CAPTURE = ODD_PLACE + WIDTH  # written as a capture, but nobody stands there
UNMARKED = NO_CAPTURE + WIDTH * WIDTH  # a capture that is not written as one


def names(state: ReMove) -> tuple[str, ...]:
    """The names of all places, by number."""
    return places_of(state).names


def name_set(state: ReMove, places: int) -> list[str]:
    """The names of a set of places; to be read only."""
    return places_of(state).named(places)


def read_turn(state: ReMove, text: str) -> list[int]:
    if text in SIMPLE:
        return [SIMPLE[text]]
    word, *rest = text.split(" ")
    if word == "place" and len(rest) == 1:
        return [_read_place(state, rest[0])]
    if word == "move":
        places = places_of(state)
        return [PLAY_MOVE, *(_read_step(places, part) for part in rest)]
    if word == "remove":
        return [PLAY_REMOVE, *_read_jumps(state, rest)]
    raise Unreadable(
        f"Erwartet: discard, move …, remove …, outside, inside, joker outer, joker inner oder "
        f"place …, nicht {text[:60]!r}",
        f"expected discard, move …, remove …, outside, inside, joker outer, joker inner or "
        f"place …, not {text[:60]!r}",
    )


def _read_name(places: Places, name: str) -> int:
    number = places.numbers.get(name)
    if number is not None:
        return number
    close = get_close_matches(name, places.names, n=1)
    de, en = (f" – meintest du {close[0]}?", f"; did you mean {close[0]}?") if close else ("", "")
    raise Unreadable(
        f"Einen Platz {name[:20]!r} gibt es nicht{de}", f"there is no place {name[:20]!r}{en}"
    )


def _read_place(state: ReMove, name: str) -> int:
    place, owner = _read_name(places_of(state), name), int(to_act(state))
    base = int(state.bases[owner]) if owner >= 0 else 0
    if base >> place & 1:
        return PLACE + ones(base & ((1 << place) - 1))
    return ODD_PLACE + place


def _read_step(places: Places, part: str) -> int:
    ends = part.split("-")
    if len(ends) != 2:
        raise Unreadable(
            f"Erwartet ein Schritt wie B0.1-A0L, nicht {part[:30]!r}",
            f"expected a step like B0.1-A0L, not {part[:30]!r}",
        )
    return _step(places, _read_name(places, ends[0]), _read_name(places, ends[1]))


def step_number(state: ReMove, start: int, end: int) -> int:
    """The decision that steps from `start` to `end`; without a line, a number that is none."""
    return _step(places_of(state), start, end)


def _step(places: Places, start: int, end: int) -> int:
    return places.steps.get((start, end), ODD_STEP + start * WIDTH + end)


def _read_jumps(state: ReMove, parts: Sequence[str]) -> list[int]:
    """The two steps of each figure; whether x is right depends on the captures before."""
    decisions = []
    known, seat = places_of(state), int(to_act(state))
    enemy = enemies(state, seat) if seat >= 0 else 0
    for part in parts:
        places = part.replace("x", "-").split("-")
        marked = "x" in part
        if len(places) != 3 or (marked and part != f"{places[0]}x{places[1]}-{places[2]}"):
            raise Unreadable(
                f"Erwartet zwei Schritte wie B0.2-A0M-O0 oder O4xO5-O6, nicht {part[:30]!r}",
                f"expected two steps like B0.2-A0M-O0 or O4xO5-O6, not {part[:30]!r}",
            )
        start, middle, end = (_read_name(known, name) for name in places)
        first = _step(known, start, middle)
        if first < ODD_STEP and marked != bool(enemy >> middle & 1):
            first = (NO_CAPTURE if marked else UNMARKED) + start * WIDTH + middle
        enemy &= ~(1 << middle)
        decisions += [first, _step(known, middle, end)]
    return decisions


def show_turn(state: ReMove, decisions: Sequence[int]) -> str:
    """Canonical text of a turn, or of its beginning."""
    if not decisions:
        return ""
    card, *steps = decisions
    if card in SHOWN:
        return SHOWN[card]
    places = places_of(state)
    known = places.names
    if state.phase == PLACING:
        return f"place {known[base_place(state, int(to_act(state)), card - PLACE)]}"
    ways = [places.ends[step] for step in steps]
    if card == PLAY_MOVE:
        return " ".join(["move", *[f"{known[start]}-{known[end]}" for start, end in ways]])
    parts = ["remove"]
    enemy = enemies(state, int(to_act(state)))
    for i in range(0, len(ways), 2):
        start, middle = ways[i]
        jump = "x" if enemy >> middle & 1 else "-"
        landing = [f"-{known[end]}" for _, end in ways[i + 1 : i + 2]]
        parts.append(f"{known[start]}{jump}{known[middle]}{''.join(landing)}")
        enemy &= ~(1 << middle)
    return " ".join(parts)


def read_chance(state: ReMove, text: str) -> list[int]:
    word, *rest = text.split(" ")
    if word == "first" and len(rest) == 1 and rest[0] in map(str, range(SEATS)):
        return [FIRST_SEAT + int(rest[0])]
    if word == "draw" and all(card in CARDS for card in rest):
        return [CARDS.index(card) for card in rest]
    raise Unreadable(
        f"Erwartet: first 0 bis first {SEATS - 1}, oder draw mit {', '.join(CARDS)}, "
        f"nicht {text[:60]!r}",
        f"expected first 0 to first {SEATS - 1}, or draw with {', '.join(CARDS)}, "
        f"not {text[:60]!r}",
    )


def show_chance(state: ReMove, outcomes: Sequence[int]) -> str:
    if outcomes and outcomes[0] >= KINDS:
        return f"first {outcomes[0] - FIRST_SEAT}"
    return " ".join(["draw", *(CARDS[kind] for kind in outcomes)])


def chance_seat(state: ReMove) -> int | None:
    return None if state.phase == STARTING else int(state.seat)


def veil(text: str, kind: str, sealed: bool) -> str:
    """Others see that cards were drawn, not which; turns are public.

    >>> veil("draw move move joker inside", "chance", False)
    'draw 4'
    """
    drawn = kind == "chance" and text.startswith("draw ")
    return f"draw {len(text.split()) - 1}" if drawn else text
