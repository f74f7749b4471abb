"""Results that are kept row by row, so that a bench can be stopped and gone on with."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.progress import track

FOLDER = Path(__file__).parent / "results"
# Whoever plays must err little. The tree of Alle Neune with 60 simulations gave away 14 to 43 % in
# several turns of every match (by a judge ten times as long, and by one that plays to the end).
# ReMove's contest of eight turns needs some 25 simulations of each.
SEARCH = {
    "no-return": "search:300",
    "alle-neune": "search:600/contest=16/cut_off=60/rollout_random=0",
    "noch-mal": "search:400",
    "re-move": "search:200",
}
PLAYERS = {"re-move": 3}  # the others: two

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def go_on(name: str, many: int, make: Callable[[int], Iterable[Row]], label: str) -> list[Row]:
    """Adds rows until `many` matches have some; each is on disk as soon as it is known."""
    found = rows(name)
    seed = max((row["seed"] for row in found), default=0)
    FOLDER.mkdir(exist_ok=True)
    for _ in track(range(max(0, many - len({row["seed"] for row in found}))), label):
        while True:
            seed += 1
            fresh = list(make(seed))
            if fresh:
                break
        found += fresh
        lines = ",\n".join(json.dumps(row) for row in found)
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n", "utf-8")
    return found


def share(hits: int, of: int) -> str:
    """A share with its 95 % interval (Wilson).

    >>> share(95, 100)
    '95 % (89–98) of 100'
    """
    if not of:
        return "none"
    p, z = hits / of, 1.96
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:.0f} % ({100 * (middle - half):.0f}–{100 * (middle + half):.0f}) of {of}"
