"""The columns that a player has left at the end, and the pile of what was cleared."""

from __future__ import annotations

from typing import Any

from spieltisch.core.sketch import COLOURS, FELT, INK, WOOD, Sketch, counter, mark

STEP, RADIUS = 96.0, 35.0


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    mine = view["seats"][seat]
    sketch.box(0, 26, 700, 362, "#6f4a24", 24)
    sketch.box(0, 18, 700, 362, WOOD, 24)
    sketch.box(3, 21, 694, 352, "#d0a36c", 22)
    for n, (letter, values) in enumerate(mine["columns"].items()):
        x = 60 + n * STEP
        sketch.box(x - 43, 36, 86, 324, "#132c31", 40)
        sketch.box(x - 41, 40, 84, 320, FELT, 39)
        if not values:  # as on the board, an empty column shows its colour
            mark(sketch, x, 80, 12, letter, COLOURS[letter] + "bb")
        down = min(58.0, 244 / max(1, len(values) - 1))
        for k, value in enumerate(values):
            counter(sketch, x, 80 + k * down, RADIUS, letter, str(value))
    _pile(sketch, mine)


def _pile(sketch: Sketch, mine: dict[str, Any]) -> None:
    """Face down, as it lies, with its worth; what is in it was cleared over the whole match."""
    x = 640.0
    if mine["pile"] is not None:
        sketch.text(x, 92, f"+{mine['pile']}", 38, INK)
    many = min(mine["cleared"], 18)
    for k in range(many):
        y = 326 - k * 10
        sketch.disc(x, y + 4, 38, "#8d7748")
        sketch.disc(x, y, 38, "#e6d8ba", "#bda77c")
    if many:
        sketch.text(x, 326 - (many - 1) * 10, str(mine["cleared"]), 36, INK)
