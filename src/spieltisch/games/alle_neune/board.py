"""The table drawn as text: the track as it has closed up, then the seats.

A row of the track is a cactus tile and the section behind it; a tile is written `17:C4` (number and
face: C for a cactus tile, A for an animal), the figures on it stand beneath, seat before letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

WIDTH = 78
CELL = 9
STYLES = ("bold red", "bold blue", "bold green", "bold magenta", "bold yellow")
WORDS = {
    "de": {
        "section": "Abschnitt",
        "start": "Start",
        "goal": "Ziel",
        "front": "vor sich",
        "banked": "gewertet",
        "aside": "offen zur Seite",
        "points": "Punkte",
        "rolled": "Wurf",
        "place": "Rang",
        "legend": "C Kaktusfeld   A Tierfeld   0a Figur a von Platz 0   s erste Zahl",
    },
    "en": {
        "section": "section",
        "start": "start",
        "goal": "goal",
        "front": "in front",
        "banked": "banked",
        "aside": "face up aside",
        "points": "points",
        "rolled": "roll",
        "place": "rank",
        "legend": "C cactus tile   A animal tile   0a figure a of seat 0   s first number",
    },
}


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    words = WORDS[lang]
    lines = [_area(words["start"], view["start"])]
    for section in range(1, view["sections"] + 1):
        row = [tile for tile in view["track"] if tile["section"] == section]
        if row:
            lines += _row(row, f"{words['section']} {section}")
    lines += [_area(words["goal"], view["goal"]), Text()]
    for seat in range(view["players"]):
        lines += _seat(view, seat, names[seat], words)
    lines.append(Text(words["legend"], style="dim"))
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def face(tile: Mapping[str, Any]) -> str:
    """
    >>> face({"kind": "cactus", "value": 4}), face({"kind": "animal", "value": None})
    ('C4', 'A')
    """
    if tile["kind"] == "animal":
        return "A"
    return f"C{tile['value']}" if tile["kind"] == "cactus" else str(tile["value"])


def groups(figures: Sequence[Mapping[str, Any]]) -> list[tuple[int, str]]:
    """Figures by seat.

    >>> groups([{"seat": 0, "figure": "a"}, {"seat": 0, "figure": "c"}, {"seat": 2, "figure": "b"}])
    [(0, '0ac'), (2, '2b')]
    """
    seats = sorted({figure["seat"] for figure in figures})
    return [
        (seat, f"{seat}" + "".join(f["figure"] for f in figures if f["seat"] == seat))
        for seat in seats
    ]


def _area(label: str, figures: Sequence[Mapping[str, Any]]) -> Text:
    line = Text(f"{label:<6}", style="bold")
    for seat, text in groups(figures):
        line.append(f" {text}", style=STYLES[seat])
    return line


def _row(row: Sequence[Mapping[str, Any]], label: str) -> list[Text]:
    """A line that names the section, one with its tiles, and as many as the figures need."""
    tiles = Text("  ")
    standing = [groups(tile["figures"]) for tile in row]
    lines = [Text("  ") for _ in range(max(map(len, standing)))]
    for tile, some in zip(row, standing, strict=True):
        cell = f"{tile['tile']}:{face(tile)}"
        tiles.append(f"{cell:<{CELL}}", style="bold reverse" if tile["kind"] == "cactus" else "")
        for nth, line in enumerate(lines):
            seat, text = some[nth] if nth < len(some) else (0, "")
            line.append(f"{text:<{CELL}}", style=STYLES[seat])
    return [Text(f"── {label} ".ljust(WIDTH - 4, "─"), style="dim"), tiles, *lines]


def _seat(view: Mapping[str, Any], seat: int, name: str, words: Mapping[str, str]) -> list[Text]:
    shown = view["seats"][seat]
    marker = "▶" if view["turn"] == seat else " "
    head = Text(f"{marker} ")
    head.append(f"{seat} {name[:24]:<24}", style=STYLES[seat])
    head.append(f" {words['points']} {shown['score']}")
    if shown["rank"] is not None:
        head.append(f", {words['place']} {shown['rank']}")
    elif view["turn"] == seat and view["roll"] is not None:
        head.append(f", {words['rolled']} {view['roll']}", style="bold")
    front = "  ".join(f"{tile['name']}:{face(tile)}" for tile in shown["front"])
    lines = [head, Text(f"    {words['front']}: {front or '–'}")]
    for pile in ("banked", "aside"):
        if shown[pile]:
            lines += _pile(f"    {words[pile]} ({len(shown[pile])}):", shown[pile])
    return lines


def _pile(label: str, tiles: Sequence[Mapping[str, Any]]) -> list[Text]:
    """The faces of a pile behind `label`, broken before the width is exceeded."""
    lines = [label]
    for tile in tiles:
        word = f" {face(tile)}"
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append(" " * 8)
        lines[-1] += word
    return [Text(line) for line in lines]
