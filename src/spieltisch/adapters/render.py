"""Pictures of a table for environments, from the same drawing as in the terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from spieltisch.adapters.extras import missing
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont
    from PIL.ImageFont import ImageFont as PlainFont

MODES = ("human", "ansi", "rgb_array")
COLUMNS = 80
CELL = (9, 18)  # pixels of a character
INK, PAPER = (220, 220, 220), (24, 24, 28)
FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")

Rgb = tuple[int, int, int]


def picture(game: Game, state: AnyState, seat: int, mode: str | None) -> Any:
    """The table as `seat` may see it: printed, as coloured text, or as pixels."""
    if mode is None:
        return None
    names = [f"seat {n}" for n in range(int(state.players))]
    text = game.draw(game.view(game.hidden(state, seat)), names, "en")
    if mode == "rgb_array":
        return pixels(text)
    if mode == "human":
        print(ansi(text))
        return None
    return ansi(text)


def ansi(text: Text) -> str:
    """The drawing with the colour codes of terminals."""
    file = io.StringIO()
    Console(file=file, force_terminal=True, color_system="truecolor", width=COLUMNS).print(text)
    return file.getvalue()


def pixels(text: Text) -> npt.NDArray[np.uint8]:
    """The drawing as an image, [height, width, 3], one cell for each character."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise missing("render", error) from None
    console = Console(file=io.StringIO(), force_terminal=True, width=COLUMNS)
    lines = console.render_lines(text, pad=False)
    width, height = CELL
    image = Image.new("RGB", (COLUMNS * width, max(1, len(lines)) * height), PAPER)
    draw, font = ImageDraw.Draw(image), _font()
    for row, line in enumerate(lines):
        for column, character, ink, paper in _cells(line):
            x, y = column * width, row * height
            if paper is not None:
                draw.rectangle((x, y, x + width - 1, y + height - 1), fill=paper)
            draw.text((x, y), character, fill=ink, font=font)
    return np.asarray(image, np.uint8).copy()


def _cells(line: list[Segment]) -> Iterator[tuple[int, str, Rgb, Rgb | None]]:
    """The characters of a line with their column, their colour and what is behind them."""
    column = 0
    for text, style, _ in line:
        ink, paper = INK, None
        if style is not None:
            ink = _rgb(style.color) or INK
            paper = _rgb(style.bgcolor)
            if style.reverse:
                ink, paper = paper or PAPER, ink
        for character in text:
            if character != " " or paper is not None:
                yield column, character, ink, paper
            column += cell_len(character)


def _rgb(color: Color | None) -> Rgb | None:
    if color is None or color.is_default:
        return None
    red, green, blue = color.get_truecolor()
    return red, green, blue


def _font() -> FreeTypeFont | PlainFont:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, CELL[1] - 4)
        except OSError:
            continue
    return ImageFont.load_default(CELL[1] - 4)
