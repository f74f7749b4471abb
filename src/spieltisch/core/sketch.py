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
SEATS = ("#c8372d", "#1d72c0", "#f7cf4c", "#14805f", "#6c2f86", "#e97c22")
PAPER, PENCIL, IVORY, WOOD, FELT = "#fdfbf5", "#35322f", "#f7efdd", "#c2915a", "#1d3e43"
INK, LIGHT = "#2b2118", "#fff8ec"
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
