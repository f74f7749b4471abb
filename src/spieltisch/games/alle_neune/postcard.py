"""What a player has brought home: coins for nines, and the tiles that were laid aside."""

from __future__ import annotations

import math
from typing import Any

from spieltisch.core.sketch import INK, IVORY, LIGHT, Sketch

SAND = ("#f3cf8a", "#eab765", "#dd9a4a", "#c9713b", "#8f4a3a", "#4a3550")
TILES = {"cactus": "#14805f", "animal": "#e97c22", "number": IVORY}


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    _dunes(sketch)
    mine = view["seats"][seat]
    for n, tile in enumerate(mine["banked"][:24]):
        _tile(sketch, 50 + n % 8 * 86, 60 + n // 8 * 86, tile, banked=True)
    for n, tile in enumerate(mine["aside"][:16]):
        _tile(sketch, 46 + n % 12 * 56, 316 + n // 12 * 50, tile, banked=False)


def _dunes(sketch: Sketch) -> None:
    """Sand in the evening, on a card with round corners."""
    sketch.box(0, 8, 700, 388, SAND[-1], 24)
    sketch.box(0, 8, 700, 300, SAND[0], 24)
    for n, colour in enumerate(SAND[1:], 1):
        top = [(float(x), 8 + n * 62 + 9 * math.sin(x / 90 + 1.7 * n)) for x in range(0, 701, 20)]
        sketch.shape([*top, (700, 366), (0, 366)], colour)


def _tile(sketch: Sketch, x: float, y: float, tile: dict[str, Any], banked: bool) -> None:
    value = "" if tile["value"] is None else str(tile["value"])
    if banked:
        sketch.disc(x, y + 5, 36, "#00000044")
        sketch.disc(x, y + 4, 36, "#8a5f0a")
        sketch.disc(x, y, 36, "#ffdf7a")
        sketch.disc(x + 1, y + 2, 33.5, "#f0b92e")
        _said(sketch, x, y, value, 34, INK)
        return
    sketch.box(x - 22, y - 18, 44, 44, "#00000055", 9)
    sketch.box(x - 22, y - 22, 44, 44, TILES[tile["kind"]], 9)
    _said(sketch, x, y, value, 24, INK if tile["kind"] == "number" else LIGHT)


def _said(sketch: Sketch, x: float, y: float, value: str, size: float, ink: str) -> None:
    """An animal stands for any number: a paw."""
    if value:
        sketch.text(x, y, value, size, ink)
        return
    sketch.disc(x, y + size * 0.14, size * 0.24, ink)
    for dx, dy in ((-0.3, -0.1), (-0.11, -0.32), (0.11, -0.32), (0.3, -0.1)):
        sketch.disc(x + dx * size, y + dy * size, size * 0.1, ink)
