"""The sheet of a player at the end, for pictures that are shared."""

from __future__ import annotations

from typing import Any

from spieltisch.core.sketch import COLOURS, DARK, INK, LIGHT, PAPER, PENCIL, Sketch, die, mark, star

CELL, LEFT, TOP = 44.0, 20.0, 42.0


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    sketch.box(0, 20, 700, 368, "#cfc4ad", 12)
    sketch.box(0, 14, 700, 368, PAPER, 12)
    crossed = set(view["players"][seat]["marked"])
    for row, letters in enumerate(view["sheet"]):
        for column, letter in enumerate(letters):
            x, y = LEFT + column * CELL, TOP + row * (CELL + 1)
            sketch.box(x + 1, y + 1, CELL - 2, CELL - 2, COLOURS[letter.lower()], 6)
            if letter.isupper():
                sketch.shape(star(x + CELL / 2, y + CELL / 2, 15), LIGHT)
            else:
                ink = INK if letter in DARK else LIGHT
                mark(sketch, x + CELL / 2, y + CELL / 2, 6, letter, ink + "cc")
            if f"{chr(65 + column)}{row + 1}" in crossed:
                _cross(sketch, x, y)
    die(sketch, 574, 352, 68, 9, 2)
    die(sketch, 654, 344, 68, -7, 4)


def _cross(sketch: Sketch, x: float, y: float) -> None:
    low, high = 10.0, CELL - 10
    sketch.box(x + 1, y + 1, CELL - 2, CELL - 2, "#ffffff99", 6)
    sketch.line([(x + low, y + low), (x + high, y + high)], PENCIL, 4)
    sketch.line([(x + high, y + low), (x + low, y + high)], PENCIL, 4)
