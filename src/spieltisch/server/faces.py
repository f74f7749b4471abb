"""The client's drawn faces on a picture: of SVG only what these drawings use, since no well-kept
library turns SVG into pixels without a system library beside it. A test knows when they use more.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from PIL import ImageDraw

import spieltisch

FILES = Path(spieltisch.__file__).with_name("static") / "assets"
SIZE = 48.0  # the drawings' own
STEPS = 12  # lines that stand for a curve
TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}
Point = complex  # x + yi


@functools.lru_cache(16)
def drawing(name: str) -> ElementTree.Element | None:
    """None for a name that no face has, or where the client has not been built."""
    file = next(iter(sorted(FILES.glob(f"{name}-*.svg"))), None) if name.isalpha() else None
    return None if file is None else ElementTree.fromstring(file.read_text("utf-8"))


def draw(canvas: ImageDraw.ImageDraw, name: str, x: float, y: float, size: float) -> bool:
    """The face in a square from (x, y) on; False if there is none of that name."""
    found = drawing(name)
    if found is None:
        return False
    scale, origin = size / SIZE, complex(x, y)
    for part in found:
        for line in _lines(part):
            _put(canvas, part, [origin + point * scale for point in line], scale)
    return True


def _lines(part: ElementTree.Element) -> Iterator[list[Point]]:
    if part.tag.endswith("path"):
        yield from path(part.attrib["d"])
        return
    middle = complex(float(part.attrib["cx"]), float(part.attrib["cy"]))
    wide = float(part.attrib.get("rx") or part.attrib["r"])
    high = float(part.attrib.get("ry") or part.attrib["r"])
    # Four curves make an ellipse to a thousandth of its size.
    k = 0.5523
    line = [middle + wide]
    for one, two in ((1, 1j), (1j, -1), (-1, -1j), (-1j, 1)):
        corner = [one, one + k * two, two + k * one, two]
        points = [middle + complex(c.real * wide, c.imag * high) for c in map(complex, corner)]
        line += _curve(*points)
    yield line


def _put(
    canvas: ImageDraw.ImageDraw, part: ElementTree.Element, line: list[Point], scale: float
) -> None:
    points = [(point.real, point.imag) for point in line]
    fill, stroke = part.attrib.get("fill", "#000"), part.attrib.get("stroke")
    if fill != "none" and len(points) > 2:
        canvas.polygon(points, fill)
    if stroke:
        width = float(part.attrib.get("stroke-width", "1")) * scale
        canvas.line(points, stroke, round(width), joint="curve")
        for x, y in (points[0], points[-1]):
            r = width / 2
            canvas.ellipse((x - r, y - r, x + r, y + r), stroke)


def _curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    steps = [n / STEPS for n in range(1, STEPS + 1)]
    return [
        (1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t * t * two + t**3 * end
        for t in steps
    ]


def path(text: str) -> Iterator[list[Point]]:
    """The lines of a path, curves as many short ones.

    >>> [list(map(str, line)) for line in path("M1 2h2v1zm5 0L7 7")]
    [['(1+2j)', '(3+2j)', '(3+3j)', '(1+2j)'], ['(6+2j)', '(7+7j)']]
    """
    tokens, at, bend = TOKEN.findall(text), 0j, 0j
    line: list[Point] = []
    command, n = "", 0
    while n < len(tokens):
        if tokens[n].isalpha():
            command, n = tokens[n], n + 1
        kind = command.upper()
        numbers = [float(token) for token in tokens[n : n + COUNTS[kind]]]
        n += COUNTS[kind]
        base = at if command.islower() else 0j
        points = [base + complex(*numbers[k : k + 2]) for k in range(0, len(numbers) - 1, 2)]
        if kind == "M":
            if line:
                yield line
            line, command = [points[0]], "l" if command == "m" else "L"
        elif kind in "CS":
            first = points.pop(0) if kind == "C" else 2 * at - bend
            line += _curve(at, first, *points)
        elif kind == "H":
            line.append(complex(base.real + numbers[0], at.imag))
        elif kind == "V":
            line.append(complex(at.real, base.imag + numbers[0]))
        else:
            line.append(points[0] if kind == "L" else line[0])
        bend = points[-2] if kind in "CS" else line[-1]
        at = line[-1]
    yield line
