"""Pictures to share, 1200 × 630: the end of a match as its game draws it, result and stars.

Drawn here with Pillow rather than by a browser: a preview must be there when a stranger's program
asks for a link, and no well-kept library turns SVG into PNG without a system library beside it.
Everything is drawn at twice its size and made smaller, so edges are smooth. Nothing private is in a
picture unless the person themselves asks for it.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFont

import spieltisch
from spieltisch.core.game import Game
from spieltisch.core.sketch import HIGH, SEATS, WIDE, star
from spieltisch.server import faces

SIZE = (1200, 630)
TWICE = 2
FONTS = Path(spieltisch.__file__).with_name("static") / "assets"
TEXT_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf")
TILT = -3.0  # degrees: it lies on a table


@dataclass(frozen=True)
class Theme:
    lamp: str
    table: str
    ink: str
    quiet: str
    accent: str


THEMES = {
    "light": Theme("#fdf8ec", "#d3b88a", "#2b2118", "#54452f", "#096060"),
    "dark": Theme("#2f6a64", "#0b2027", "#f6eedd", "#d2d4c5", "#5fcbbd"),
}


@dataclass(frozen=True)
class Shown:
    """What stands beside the drawing."""

    title: str
    line: str = ""
    score: str = ""
    unit: str = ""
    stars: float | None = None
    name: str = ""
    note: str = ""
    face: str = ""
    colour: str = SEATS[0]


class Canvas:
    """A `Sketch` on an image, `TWICE` as large."""

    def __init__(self, wide: float, high: float) -> None:
        self.image = Image.new("RGBA", (int(wide * TWICE), int(high * TWICE)))

    def _over(self, draw: Any) -> None:
        """Half-transparent things lie upon what is there."""
        layer = Image.new("RGBA", self.image.size)
        draw(ImageDraw.Draw(layer))
        self.image.alpha_composite(layer)

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str, round_: float = 6
    ) -> None:
        place = [x * TWICE, y * TWICE, (x + wide) * TWICE, (y + high) * TWICE]
        colour = ImageColor.getrgb(fill)
        if len(colour) == 3:
            ImageDraw.Draw(self.image).rounded_rectangle(place, round_ * TWICE, colour)
        else:
            self._over(lambda draw: draw.rounded_rectangle(place, round_ * TWICE, colour))

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = "") -> None:
        place = [(x - radius) * TWICE, (y - radius) * TWICE]
        place += [(x + radius) * TWICE, (y + radius) * TWICE]
        rim = ImageColor.getrgb(edge) if edge else None
        colour = ImageColor.getrgb(fill)
        self._over(lambda draw: draw.ellipse(place, colour, rim, 2 * TWICE))

    def line(self, points: Sequence[tuple[float, float]], fill: str, width: float = 3) -> None:
        scaled = [(x * TWICE, y * TWICE) for x, y in points]
        draw = ImageDraw.Draw(self.image)
        draw.line(scaled, ImageColor.getrgb(fill), int(width * TWICE), joint="curve")

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        scaled = [(x * TWICE, y * TWICE) for x, y in points]
        ImageDraw.Draw(self.image).polygon(scaled, ImageColor.getrgb(fill))

    def text(self, x: float, y: float, said: str, size: float, fill: str) -> None:
        draw = ImageDraw.Draw(self.image)
        font = display(int(size * TWICE))
        draw.text((x * TWICE, y * TWICE), said, ImageColor.getrgb(fill), font, "mm")


@functools.lru_cache(32)
def display(size: int) -> Any:
    """The font of names and numbers, from the built client; FreeType reads it as it is."""
    for file in sorted(FONTS.glob("spieltisch*.woff2")):
        font = ImageFont.truetype(str(file), size)
        font.set_variation_by_axes([750])
        return font
    return plain(size)


@functools.lru_cache(32)
def plain(size: int) -> Any:
    for name in TEXT_FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def picture(game: Game, view: dict[str, Any] | None, seat: int, shown: Shown, theme: str) -> bytes:
    """`view`: the end of a match; None for a picture that shows only what is said."""
    look = THEMES[theme]
    image = _table(look)
    if view is not None and game.postcard is not None:
        canvas = Canvas(WIDE, HIGH)
        game.postcard.draw(canvas, view, seat)
        _lay(image, canvas.image)
    _say(image, shown, look, wide=view is None)
    small = image.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


@functools.lru_cache(4)
def _background(lamp: str, table: str) -> Image.Image:
    """One warm lamp at the top left."""
    light = Image.radial_gradient("L").resize((SIZE[0] * 3, SIZE[1] * 3))
    mask = light.crop((SIZE[0], SIZE[1], SIZE[0] * 3, SIZE[1] * 3))
    mask = mask.resize((SIZE[0] * TWICE, SIZE[1] * TWICE))
    size = mask.size
    return Image.composite(Image.new("RGBA", size, table), Image.new("RGBA", size, lamp), mask)


def _table(look: Theme) -> Image.Image:
    image = _background(look.lamp, look.table).copy()
    draw = ImageDraw.Draw(image)
    draw.text((84 * TWICE, 40 * TWICE), "Spieltisch", look.ink, display(30 * TWICE))
    _brand(draw, 44 * TWICE, 43 * TWICE, TWICE)
    return image


def _brand(draw: ImageDraw.ImageDraw, x: int, y: int, unit: int) -> None:
    """A counter and a die on a tray, as in the client."""

    def box(left: float, top: float, size: float, round_: float, fill: str) -> None:
        place = [x + left * unit, y + top * unit, x + (left + size) * unit, y + (top + size) * unit]
        draw.rounded_rectangle(place, round_ * unit, fill)

    box(0, 1.5, 32, 8.5, "#6f4a24")
    box(0, 0, 32, 8.5, "#cfa26b")
    box(3.8, 3.8, 24.4, 6, "#1d3e43")
    box(5.6, 6.6, 13.6, 6.8, "#7a1510")
    box(5.6, 5.6, 13.6, 6.8, "#d8473b")
    box(14.2, 15, 10.6, 3, "#bda77c")
    box(14.2, 14, 10.6, 3, "#fffaf0")
    box(18, 17.8, 3, 1.5, "#2b2118")


def _lay(image: Image.Image, drawn: Image.Image) -> None:
    turned = drawn.rotate(-TILT, Image.Resampling.BICUBIC, expand=True)
    shade = Image.new("RGBA", turned.size, (40, 26, 8, 110))
    shadow = Image.new("RGBA", turned.size)
    shadow.paste(shade, mask=turned.getchannel("A"))
    x, y = 44 * TWICE, 112 * TWICE
    image.alpha_composite(shadow, (x + 10, y + 16))
    image.alpha_composite(turned, (x, y))


def _say(image: Image.Image, shown: Shown, look: Theme, wide: bool) -> None:
    draw, x = ImageDraw.Draw(image), (84 if wide else 800) * TWICE
    room = (1030 if wide else 360) * TWICE
    y = 150 if wide else 92
    font = _fitting(draw, shown.title, (90 if wide else 62) * TWICE, room)
    draw.text((x, y * TWICE), shown.title, look.ink, font)
    draw.text((x, (y + (116 if wide else 82)) * TWICE), shown.line, look.quiet, plain(26 * TWICE))
    if shown.score:
        big = _fitting(draw, shown.score, 150 * TWICE, room * 2 // 3 if shown.unit else room)
        draw.text((x, 300 * TWICE), shown.score, look.accent, big, "lm")
        after = x + int(draw.textlength(shown.score, big)) + 24
        draw.text((after, 345 * TWICE), shown.unit, look.quiet, plain(28 * TWICE), "lm")
    if shown.stars is not None:
        _stars(draw, x, 420 * TWICE, shown.stars)
    if shown.name:
        _sign(draw, x, shown, look)


def _sign(draw: ImageDraw.ImageDraw, x: int, shown: Shown, look: Theme) -> None:
    """Whose result it is: face, name, and what there is to say of it."""
    radius = 34 * TWICE
    middle, edge = (x + radius, 526 * TWICE), 3 * TWICE
    place = [middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius]
    draw.ellipse(place, shown.colour, "#fffdf5", edge)
    inner = 2 * (radius - edge)
    if not faces.draw(draw, shown.face, middle[0] - inner / 2, middle[1] - inner / 2, inner):
        draw.text(middle, shown.name[:1].upper(), "#fffdf5", display(36 * TWICE), "mm")
    beside, room = x + 2 * radius + 20 * TWICE, 270 * TWICE
    font = _fitting(draw, shown.name, 34 * TWICE, room)
    y = (510 if shown.note else 526) * TWICE
    draw.text((beside, y), shown.name, look.ink, font, "lm")
    draw.text((beside, 550 * TWICE), shown.note, look.quiet, plain(24 * TWICE), "lm")


def _fitting(draw: ImageDraw.ImageDraw, said: str, size: int, room: int) -> Any:
    while size > 20 and draw.textlength(said, display(size)) > room:
        size -= 4
    return display(size)


def _stars(draw: ImageDraw.ImageDraw, x: int, y: int, stars: float) -> None:
    for n in range(4):
        middle = x + (30 + n * 66) * TWICE
        points = star(middle, y, 28 * TWICE)
        full = min(1.0, max(0.0, stars - n))
        draw.polygon(points, "#e97c22" if full == 1 else None, "#cb6310", 3 * TWICE)
        if full == 0.5:
            left = [(min(px, middle), py) for px, py in points]
            draw.polygon(left, "#e97c22")
