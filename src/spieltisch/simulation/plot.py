"""The ratings of a contest as a picture: plain SVG, readable on light and dark ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from spieltisch.simulation.intervals import Figure

LEFT, WIDTH, ROW, TOP, BOTTOM = 170, 720, 34, 46, 46
RIGHT = WIDTH - 150
STYLE = (
    "text{font:14px sans-serif;fill:#333}.axis{stroke:#999;stroke-width:1}"
    ".bar{stroke:#0b6e99;stroke-width:3}.dot{fill:#0b6e99}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.bar{stroke:#5ec4ef}.dot{fill:#5ec4ef}}"
)


def ratings_svg(title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """A dot per bot, a bar for its 95 % interval (an open one goes on to the edge), and its share
    of victories beside it."""
    low = min(row["rating"]["low"] for row in rows)
    high = max(row["rating"]["high"] for row in rows)
    step = next(s for s in (10, 25, 50, 100, 200, 500, 1000, 2000) if (high - low) / s <= 8)
    first, last = int(low // step) * step, -int(-high // step) * step
    span = max(last - first, step)

    def x(points: float) -> float:
        return LEFT + (RIGHT - LEFT) * (points - first) / span

    height = TOP + ROW * len(rows) + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<text x="12" y="24" font-weight="bold">{escape(title)}</text>',
    ]
    base = TOP + ROW * len(rows)
    for points in range(first, first + span + 1, step):
        at = f"{x(points):.1f}"
        parts.append(
            f'<line class="axis" x1="{at}" x2="{at}" y1="{TOP}" y2="{base}" opacity=".4"/>'
        )
        parts.append(f'<text x="{at}" y="{base + 20}" text-anchor="middle">{points:+d}</text>')
    parts += [_row(n, row, x) for n, row in enumerate(rows)]
    parts.append(
        f'<text x="{LEFT}" y="{base + 40}">Elo-like points and shares of victory, '
        "95 % intervals</text>"
    )
    return "\n".join([*parts, "</svg>", ""])


def _row(n: int, row: Mapping[str, Any], x: Any) -> str:
    y = TOP + ROW * n + ROW / 2
    rating, wins = row["rating"], row["wins"]
    left = LEFT if row.get("open") == "low" else x(rating["low"])
    right = RIGHT if row.get("open") == "high" else x(rating["high"])
    percent = Figure.read(wins).percent(0)
    return (
        f'<text x="12" y="{y + 5}">{escape(row["bot"][:22])}</text>'
        f'<line class="bar" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>'
        f'<circle class="dot" cx="{x(rating["mean"]):.1f}" cy="{y}" r="5"/>'
        f'<text x="{WIDTH - 140}" y="{y + 5}">{percent}</text>'
    )
