"""The columns that a player has left at the end, and the pile of what was cleared."""

from __future__ import annotations

from typing import Any

from spieltisch.core.sketch import COLOURS, FELT, INK, LIGHT, WOOD, Sketch

STEP, RADIUS = 96.0, 33.0
DARK = {"y", "o"}  # colours on which the number is dark


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    mine = view["seats"][seat]
    sketch.box(0, 20, 700, 360, WOOD, 22)
    for n, (letter, values) in enumerate(mine["columns"].items()):
        x = 62 + n * STEP
        sketch.box(x - 42, 38, 84, 324, FELT, 38)
        down = min(56.0, 236 / max(1, len(values) - 1))
        for k, value in enumerate(values):
            _counter(sketch, x, 84 + k * down, letter, str(value))
    sketch.text(638, 170, str(mine["cleared"]), 54, INK)
    for k in range(min(5, mine["cleared"])):
        sketch.disc(638, 330 - k * 12, 36, "#e6d8ba", "#bda77c")


def _counter(sketch: Sketch, x: float, y: float, letter: str, value: str) -> None:
    sketch.disc(x, y + 4, RADIUS, "#00000055")
    sketch.disc(x, y, RADIUS, COLOURS[letter], "#ffffff55")
    sketch.text(x, y, value, 30, INK if letter in DARK else LIGHT)
