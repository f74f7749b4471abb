"""Pieces, rings and words keep the contrast that WCAG 2.2 AA asks for, by computation.

(axe finds this too, but only on what happens to lie on the table.)
"""

from __future__ import annotations

import itertools
import math
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


def channels(colour: str) -> tuple[float, float, float]:
    """Linear light of red, green and blue, 0 … 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("material", [*COLOURS, "ivory", "paper", "wood", "walnut", "ebony"])
def test_a_number_on_a_material_can_be_read(material: str) -> None:
    """On its face, where numbers stand; pieces are the same in both themes."""
    known = themes()["light"]
    assert contrast(known[material], known[f"on-{material}"]) >= 4.5


def test_what_is_written_on_felt_can_be_read() -> None:
    known = themes()["light"]
    for felt in ("felt", "felt-deep", "felt-lit"):
        assert contrast(known[felt], known["on-felt"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_the_table_and_on_panels_can_be_read(theme: str) -> None:
    """Small words at the lamp, in the middle and at the edge; the far corner is empty."""
    known = themes()[theme]
    for ground in ("table-1", "table-2", "table-3", "panel-solid"):
        for ink in ("ink", "ink-2"):
            assert contrast(known[ground], known[ink]) >= 4.5, (ground, ink)
    assert contrast(known["accent"], known["on-accent"]) >= 4.5
    for ground in ("table-1", "table-2", "panel-solid"):  # large words of the prompt, the focus
        assert contrast(known[ground], known["accent"]) >= 3
        assert contrast(known[ground], known["focus"]) >= 3
    assert contrast(known["panel-solid"], known["control"]) >= 3  # around fields


def test_rings_stand_out_from_the_gap_around_a_piece() -> None:
    """Chosen: 3 : 1 and more. Can be chosen: nearly so, hence such a piece is also lifted."""
    known = themes()["light"]
    assert contrast(known["pick"], known["gap"]) >= 3
    assert contrast(known["alive"], known["gap"]) >= 2.9
    assert contrast(known["pick"], known["alive"]) >= 1.5  # not the same to who sees no colours
    for colour in COLOURS:
        assert max(contrast(known[colour], known[c]) for c in ("gap", "felt-deep")) >= 3, colour


# How three kinds of eyes see linear light (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """In CIELAB, as those eyes see it."""
    light = channels(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(COLOURS, 2)))
def test_two_colours_differ_for_all_eyes(one: str, other: str, eyes: str) -> None:
    """By more than just noticeable (2.3), beside each other; every colour also has a shape."""
    known = themes()["light"]
    assert math.dist(seen(known[one], eyes), seen(known[other], eyes)) >= 10


def test_every_colour_has_a_shape_and_letters_of_its_own() -> None:
    source = (CSS.parent / "parts" / "colours.ts").read_text("utf-8")
    shapes = dict(re.findall(r"(\w+): '(M[^']+)'", source))
    assert set(shapes) == set(COLOURS)
    assert len(set(shapes.values())) == len(COLOURS)
    letters = re.search(r"LETTERS.*?de: \{(.*?)\}.*?en: \{(.*?)\}", source, re.DOTALL)
    assert letters is not None
    for lang in letters.groups():
        assert len(set(re.findall(r"'(\w+)'", lang))) == len(COLOURS)
