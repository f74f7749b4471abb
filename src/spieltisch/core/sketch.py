"""What a game's `postcard.py` draws with: a few shapes, whoever turns them into pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

# The materials of the look: the same in light and dark.
COLOURS = {
    "r": "#c8372d",
    "o": "#e97c22",
    "y": "#f7cf4c",
    "g": "#14805f",
    "b": "#1d72c0",
    "p": "#6c2f86",
}
LIT = {
    "r": "#e05a48",
    "o": "#f79c49",
    "y": "#ffe382",
    "g": "#2c9f7b",
    "b": "#4292da",
    "p": "#8a4ba6",
}
EDGES = {
    "r": "#7a1510",
    "o": "#934407",
    "y": "#a37a0e",
    "g": "#064331",
    "b": "#0a3b6d",
    "p": "#381149",
}
SEAT_LETTERS = "rbygpo"
SEATS = tuple(COLOURS[letter] for letter in SEAT_LETTERS)
PAPER, PENCIL, IVORY, WOOD, FELT = "#fdfbf5", "#35322f", "#f7efdd", "#c2915a", "#1d3e43"
INK, LIGHT = "#2b2118", "#fff8ec"
DARK = {"y", "o"}  # colours on which what is said is dark
PIPS = {
    2: [(-1, -1), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
}
WIDE, HIGH = 700.0, 400.0  # the space for a position


class Sketch(Protocol):
    """Lengths are pixels of a space of `WIDE` × `HIGH`; texts are centred at their point."""

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str, round_: float = 6
    ) -> None: ...
    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = "") -> None: ...
    def line(self, points: Sequence[tuple[float, float]], fill: str, width: float = 3) -> None: ...
    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None: ...
    def text(self, x: float, y: float, said: str, size: float, fill: str) -> None: ...


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a star with five points, one of them at the top."""
    points = []
    for n in range(10):
        size = radius if n % 2 == 0 else radius * 0.45
        angle = math.pi * n / 5 - math.pi / 2
        points.append((x + size * math.cos(angle), y + size * math.sin(angle)))
    return points


def mark(sketch: Sketch, x: float, y: float, size: float, letter: str, fill: str) -> None:
    """The shape of a colour, which is never alone: ● ▲ ■ ◆ ⬟ ✚."""
    if letter == "r":
        sketch.disc(x, y, size, fill)
    elif letter == "p":
        third = size * 0.36
        sketch.box(x - third, y - size, 2 * third, 2 * size, fill, 1)
        sketch.box(x - size, y - third, 2 * size, 2 * third, fill, 1)
    else:
        corners, turned = {"o": (3, -90), "y": (4, 45), "g": (4, 0), "b": (5, -90)}[letter]
        angles = [math.radians(turned + 360 * n / corners) for n in range(corners)]
        reach = size * 1.15
        sketch.shape([(x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles], fill)


def counter(sketch: Sketch, x: float, y: float, radius: float, letter: str, said: str = "") -> None:
    """A counter under the lamp: its thickness, its face, a lit side, and what it says."""
    sketch.disc(x + 1, y + radius * 0.2, radius, "#00000055")
    sketch.disc(x, y + radius * 0.1, radius, EDGES[letter])
    sketch.disc(x, y, radius, LIT[letter])
    sketch.disc(x + radius * 0.05, y + radius * 0.06, radius * 0.93, COLOURS[letter])
    ink = INK if letter in DARK else LIGHT
    if said:
        sketch.text(x, y - radius * 0.14, said, radius * 0.95, ink)
        mark(sketch, x, y + radius * 0.56, radius * 0.14, letter, ink)


def die(sketch: Sketch, x: float, y: float, size: float, turned: float, number: int) -> None:
    """A die of ivory, turned by some degrees."""

    def at(dx: float, dy: float) -> tuple[float, float]:
        angle = math.radians(turned)
        return (
            x + dx * math.cos(angle) - dy * math.sin(angle),
            y + dx * math.sin(angle) + dy * math.cos(angle),
        )

    for down, fill in ((9.0, "#00000044"), (5.0, "#bda77c"), (0.0, IVORY)):
        half, round_ = size / 2, size * 0.18
        inner = half - round_
        corners = [at(sx * inner, sy * inner) for sx in (-1, 1) for sy in (-1, 1)]
        for cx, cy in corners:
            sketch.disc(cx, cy + down, round_, fill)
        for wide, high in ((half, inner), (inner, half)):
            edges = [at(-wide, -high), at(wide, -high), at(wide, high), at(-wide, high)]
            sketch.shape([(px, py + down) for px, py in edges], fill)
    step = size * 0.27
    for dx, dy in PIPS[number]:
        sketch.disc(*at(dx * step, dy * step), size * 0.095, INK)
