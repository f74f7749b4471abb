"""Blank sheets for pen and paper: a PDF of our own design, several sheets to a page.

Everything is drawn once in units of a tenth of a cell, with y downwards, and scaled to the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.pagesizes import A4, A5
from reportlab.pdfgen.canvas import Canvas

from spieltisch.games.noch_mal.sheets.sheet import (
    COLOURS,
    COLUMN_NAMES,
    COLUMNS,
    ROWS,
    START_COLUMN,
    Sheet,
    colour_at,
    neighbours,
    regions,
    star_at,
)

PAPERS = {"A4": A4, "A5": A5}
MARGIN = 22.0  # points around each sheet
WIDTH, HEIGHT = 215.0, 124.0
LEFT, TOP = 6.0, 20.0  # of the cells
CELL = 10.0
PANEL = LEFT + COLUMNS * CELL + 7  # left edge of what stands beside the cells

INK = HexColor("#23262f")
PALE = HexColor("#f6f4ee")
LINE = HexColor("#b9b4a6")
GREY = HexColor("#6f6b60")
FILLS = [HexColor(code) for code in ("#6cbf5b", "#f7d33f", "#5aa9e6", "#e8555a", "#f4943b")]
FIRST = (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)
LATER = (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)


class Pen:
    """A canvas with y downwards, at one place and scale of the page."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        r: float,
        fill: Color,
        edge: Color | None = None,
    ) -> None:
        self.canvas.setFillColor(fill)
        if edge is not None:
            self.canvas.setStrokeColor(edge)
            self.canvas.setLineWidth(0.35)
        self.canvas.roundRect(x, -y - h, w, h, r, stroke=int(edge is not None), fill=1)

    def ring(self, x: float, y: float, r: float, fill: Color, edge: Color) -> None:
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(edge)
        self.canvas.setLineWidth(0.35)
        self.canvas.circle(x, -y, r, stroke=1, fill=1)

    def write(
        self, x: float, y: float, text: str, size: float, ink: Color = INK, bold: bool = True
    ) -> None:
        """Text with its middle at x and y."""
        self.canvas.setFillColor(ink)
        self.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        self.canvas.drawCentredString(x, -y - 0.36 * size, text)

    def star(self, x: float, y: float, r: float, fill: Color, edge: Color) -> None:
        path = self.canvas.beginPath()
        for point in range(10):
            reach = r if point % 2 == 0 else 0.45 * r
            angle = math.pi / 2 + point * math.pi / 5
            place = x + reach * math.cos(angle), -y + reach * math.sin(angle)
            (path.lineTo if point else path.moveTo)(*place)
        path.close()
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(edge)
        self.canvas.setLineWidth(0.3)
        self.canvas.setLineJoin(1)
        self.canvas.drawPath(path, stroke=1, fill=1)


def print_sheets(
    sheets: Sequence[tuple[str, Sheet]], path: Path, paper: str = "A4", per_page: int = 1
) -> None:
    """Writes a PDF with `per_page` sheets to a page; one sheet alone fills its page with copies."""
    if len(sheets) == 1:
        sheets = [*sheets] * per_page
    portrait = PAPERS[paper]
    across, down, size = best_grid(portrait, per_page)
    canvas = Canvas(str(path), pagesize=size, invariant=1)
    canvas.setTitle("Noch mal!")
    slot = size[0] / across, size[1] / down
    scale = fit(slot)
    for n, (name, sheet) in enumerate(sheets):
        if n and n % per_page == 0:
            canvas.showPage()
        row, column = divmod(n % per_page, across)
        canvas.saveState()
        canvas.translate(
            column * slot[0] + (slot[0] - WIDTH * scale) / 2,
            size[1] - row * slot[1] - (slot[1] - HEIGHT * scale) / 2,
        )
        canvas.scale(scale, scale)
        draw_sheet(Pen(canvas), name, sheet)
        canvas.restoreState()
    canvas.save()


def fit(slot: tuple[float, float]) -> float:
    return min((slot[0] - MARGIN) / WIDTH, (slot[1] - MARGIN) / HEIGHT)


def best_grid(portrait: tuple[float, float], per_page: int) -> tuple[int, int, tuple[float, float]]:
    """Sheets across and down, and the page upright or lying, so that they are largest."""
    choices = []
    for size in (portrait, (portrait[1], portrait[0])):
        for across in range(1, per_page + 1):
            down = math.ceil(per_page / across)
            choices.append((fit((size[0] / across, size[1] / down)), across, down, size))
    _, across, down, size = max(choices)
    return across, down, size


def draw_sheet(pen: Pen, name: str, sheet: Sheet) -> None:
    pen.box(0, 0, WIDTH, HEIGHT, 6, PALE, LINE)
    x = LEFT + START_COLUMN * CELL
    pen.box(x - 0.6, TOP - 13.5, CELL + 1.2, ROWS * CELL + 38, 3, INK)
    draw_letters(pen)
    draw_cells(pen, sheet)
    draw_values(pen)
    draw_bonuses(pen)
    draw_exclamations(pen)
    draw_total(pen)
    pen.write(LEFT + 20, HEIGHT - 5, f"Noch mal!  ·  {name}", 3.4, GREY)


def draw_letters(pen: Pen) -> None:
    """The names of the columns; alone, each takes two strokes, one per roll [NM-16]."""
    for column, name in enumerate(COLUMN_NAMES):
        x = LEFT + (column + 0.5) * CELL
        start = column == START_COLUMN
        pen.box(x - 4, TOP - 11.5, 8, 8, 2, white, INK if start else LINE)
        pen.write(x, TOP - 7.5, name, 5.5)


def draw_cells(pen: Pen, sheet: Sheet) -> None:
    """Blocks are drawn as one piece: the gaps between their cells are filled."""
    for cells in regions(sheet):
        fill = FILLS[colour_at(sheet, cells[0])]
        members = set(cells)
        for cell in cells:
            x, y = LEFT + cell // ROWS * CELL, TOP + cell % ROWS * CELL
            for near in members & set(neighbours(cell)):
                across, down = near // ROWS - cell // ROWS, near % ROWS - cell % ROWS
                pen.box(x + 2.3 + 5 * across, y + 0.5 + 5 * down, 5.4, 9, 0, fill)
                pen.box(x + 0.5 + 5 * across, y + 2.3 + 5 * down, 9, 5.4, 0, fill)
            pen.box(x + 0.5, y + 0.5, 9, 9, 1.8, fill)
            if {cell + 1, cell + ROWS, cell + ROWS + 1} <= members and cell % ROWS < ROWS - 1:
                pen.box(x + 7, y + 7, 6, 6, 0, fill)
    for cell in range(ROWS * COLUMNS):
        x, y = LEFT + cell // ROWS * CELL, TOP + cell % ROWS * CELL
        pen.box(x + 1.5, y + 1.5, 7, 7, 1.4, Color(1, 1, 1, alpha=0.38))
        if star_at(sheet, cell):
            pen.star(x + 5, y + 5.1, 3.2, white, INK)


def draw_values(pen: Pen) -> None:
    y = TOP + ROWS * CELL
    for column in range(COLUMNS):
        x = LEFT + (column + 0.5) * CELL
        edge = INK if column == START_COLUMN else LINE
        pen.ring(x, y + 7, 4, white, edge)
        pen.write(x, y + 7, str(FIRST[column]), 5.5)
        pen.ring(x, y + 17, 4, PALE, edge)
        pen.write(x, y + 17, str(LATER[column]), 5, INK, bold=False)


def draw_bonuses(pen: Pen) -> None:
    """Five points for the first to fill a colour, three for all others [NM-12]."""
    for colour in range(len(COLOURS)):
        x = PANEL + colour * 9.2
        pen.box(x, TOP - 13.5, 8.2, 22, 2.2, FILLS[colour])
        pen.ring(x + 4.1, TOP - 8.4, 3.2, white, FILLS[colour])
        pen.write(x + 4.1, TOP - 8.4, "5", 4.8)
        pen.ring(x + 4.1, TOP + 3.2, 3.2, PALE, FILLS[colour])
        pen.write(x + 4.1, TOP + 3.2, "3", 4.4, INK, bold=False)


def draw_exclamations(pen: Pen) -> None:
    """Each joker costs one [NM-10]."""
    for n in range(8):
        x, y = PANEL + 5.5 + n % 4 * 11.5, TOP + 17 + n // 4 * 11
        pen.ring(x, y, 4.4, white, INK)
        pen.write(x, y, "!", 6.5)


def draw_total(pen: Pen) -> None:
    """The lines of the scoring [NM-14]."""
    top = TOP + 36
    for line in range(5):
        y = top + line * 12
        last = line == 4
        pen.box(PANEL, y, 45.4, 10, 2, white, INK if last else LINE)
        x = PANEL + 9
        if line == 0:
            for colour, fill in enumerate(FILLS):
                pen.box(PANEL + 2.4 + colour * 2.7, y + 3.4, 2.3, 3.2, 0.6, fill)
        elif line == 1:
            pen.write(x, y + 5, "A – O", 4.2)
        elif line == 2:
            pen.write(x, y + 5, "!  × 1", 4.2)
        elif line == 3:
            pen.star(x - 4.4, y + 5.1, 2.4, white, INK)
            pen.write(x + 3, y + 5, "× –2", 4.2)
        else:
            pen.write(x, y + 5, "=", 6)
