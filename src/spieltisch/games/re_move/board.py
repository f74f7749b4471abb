"""The table as text for terminals: the graph with the names of its places, figures, hands.

Seats are told apart by a shape (and a colour, where there is one); `·` marks a free place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from spieltisch.games.re_move.words import CARD_NAMES

WIDTH = 78
MARKS = ("●", "▲", "■")
COLOURS = ("red", "green", "blue")
FREE = "·"
RINGS = {"outer": "yellow", "inner": "bright_yellow"}
LABELS = {
    "de": {
        "turn": "Zug {n} von höchstens {limit}",
        "next": "am Zug: {name}",
        "over": "Gewonnen: {names}",
        "seat": "Ziel {home}/3 · Hand {hand} · Stapel {pile} · abgeworfen {discarded}",
        "wait": "{n} geschlagen",
        "played": "gespielt: {cards}",
        "hand": "Deine Hand: {cards}",
        "none": "nichts",
    },
    "en": {
        "turn": "Turn {n} of at most {limit}",
        "next": "to act: {name}",
        "over": "Won: {names}",
        "seat": "target {home}/3 · hand {hand} · pile {pile} · discarded {discarded}",
        "wait": "{n} captured",
        "played": "played: {cards}",
        "hand": "Your hand: {cards}",
        "none": "nothing",
    },
}

Cell = tuple[int, int]
Canvas = dict[Cell, tuple[str, str]]  # a letter and its style


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    """The whole table; 78 columns at most."""
    text = Text(_headline(view, names, lang) + "\n\n")
    text.append_text(_graph(view))
    for seat, name in enumerate(names):
        text.append(f"\n{MARKS[seat]} ", COLOURS[seat])
        text.append(_seat_line(view["seats"][seat], name, lang))
    if view["cards"] is not None:
        hand = _cards(view["cards"]["hand"], lang)
        text.append("\n\n" + LABELS[lang]["hand"].format(cards=hand))
    return text


def _headline(view: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    labels = LABELS[lang]
    turn = view["turns"] + (view["phase"] != "over")
    parts = [labels["turn"].format(n=turn, limit=view["turn_limit"])]
    if view["phase"] == "over":
        parts.append(labels["over"].format(names=", ".join(names[s] for s in view["winners"])))
    for seat in view["acting"]:
        parts.append(labels["next"].format(name=names[seat]))
    return _fitted(" · ".join(parts))


def _seat_line(seat: Mapping[str, Any], name: str, lang: str) -> str:
    labels = LABELS[lang]
    line = f"{name[:12]}: " + labels["seat"].format(home=seat["at_home"], **_numbers(seat))
    if seat["captured"]:
        line += " · " + labels["wait"].format(n=seat["captured"])
    played = labels["played"].format(cards=_cards(seat["played"], lang))
    return f"{_fitted(line, 2)}\n  {_fitted(played, 2)}"


def _numbers(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {key: seat[key] for key in ("hand", "pile", "discarded")}


def _cards(cards: Mapping[str, int], lang: str) -> str:
    named = [f"{many} {CARD_NAMES[card]}" for card, many in cards.items()]
    return ", ".join(named) or LABELS[lang]["none"]


def _fitted(line: str, used: int = 0) -> str:
    room = WIDTH - used
    return line if len(line) <= room else line[: room - 1] + "…"


def _graph(view: Mapping[str, Any]) -> Text:
    places = view["board"]["places"]
    cells = _cells(places)
    canvas: Canvas = {}
    for a, b in view["board"]["lines"]:
        _draw_line(canvas, cells[a], cells[b])
    owners = {place: s for s, seat in enumerate(view["seats"]) for place in seat["figures"]}
    for place in places:
        _draw_place(canvas, cells[place["id"]], place, owners.get(place["id"]), view)
    return _printed(canvas)


def _cells(places: Sequence[Mapping[str, Any]]) -> dict[str, Cell]:
    """Where the label of each place begins: column and row, no two labels overlapping."""
    xs, ys = zip(*(place["xy"] for place in places), strict=True)
    longest = 1 + max(len(place["id"]) for place in places)
    scale = (WIDTH - 1 - longest) / max(max(xs) - min(xs), 1)
    cells: dict[str, Cell] = {}
    taken: set[Cell] = set()
    for place in places:
        x, y = place["xy"]
        column = round((x - min(xs)) * scale)
        row = round((y - min(ys)) * scale / 2)
        width = 1 + len(place["id"])
        while taken.intersection((column + i, row) for i in range(-1, width + 1)):
            row += 1
        taken.update((column + i, row) for i in range(width))
        cells[place["id"]] = column, row
    return cells


def _draw_line(canvas: Canvas, a: Cell, b: Cell) -> None:
    across, down = b[0] - a[0], b[1] - a[1]
    steps = max(abs(across), abs(down), 1)
    letter = "-" if abs(across) > 4 * abs(down) else "|" if 2 * abs(across) < abs(down) else None
    for i in range(1, steps):
        cell = a[0] + 2 + round(across * i / steps), a[1] + round(down * i / steps)
        canvas[cell] = letter or ("\\" if (across > 0) == (down > 0) else "/"), "dim"


def _draw_place(
    canvas: Canvas, at: Cell, place: Mapping[str, Any], owner: int | None, view: Mapping[str, Any]
) -> None:
    mark = FREE if owner is None else MARKS[owner]
    colour = RINGS.get(place["zone"], "") if owner is None else COLOURS[owner]
    waiting = owner == view["turn_of"] and view["card"] and place["id"] not in view["moved"]
    if place["owner"] is not None and owner is None:
        colour = COLOURS[place["owner"]]
    style = f"bold {colour}" if waiting else colour
    for i, letter in enumerate(mark + place["id"]):
        canvas[at[0] + i, at[1]] = letter, style


def _printed(canvas: Canvas) -> Text:
    text = Text()
    last: dict[int, int] = {}
    for column, row in canvas:
        last[row] = max(column, last.get(row, 0))
    for row in range(min(last), max(last) + 1):
        for column in range(min(last.get(row, -1) + 1, WIDTH)):
            letter, style = canvas.get((column, row), (" ", ""))
            text.append(letter, style)
        text.append("\n")
    return text
