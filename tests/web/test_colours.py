"""Numbers on colours are small: both themes keep the contrast that WCAG 2.2 AA asks of small text.

(axe finds this too, but only on what happens to lie on the table.)
"""

from __future__ import annotations

import re

import pytest

from tests.contract.every import FOLDER

CSS = FOLDER.parents[2] / "web" / "src" / "tokens.css"
THEMES = ("light", "dark")
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\b", block))


def themes() -> dict[str, dict[str, str]]:
    """Pieces are the same in both; the table and the interface are not."""
    blocks = CSS.read_text("utf-8").split("}")
    pieces = next(tokens(block) for block in blocks if "--on-red" in block)
    light, dark = (tokens(next(b for b in blocks if f"data-theme='{t}'" in b)) for t in THEMES)
    return {"light": pieces | light, "dark": pieces | dark}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_number_on_a_colour_can_be_read(theme: str, colour: str) -> None:
    known = themes()[theme]
    low, high = sorted([luminance(known[colour]), luminance(known[f"on-{colour}"])])
    assert (high + 0.05) / (low + 0.05) >= 4.5
