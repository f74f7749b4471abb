"""What a match is made of: its lines, and the ways to go on with a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = {}  # one for all lines: there are many of them in memory


class Line(NamedTuple):
    """One event: a turn of a seat, or what chance did to a seat (or, None, to the table)."""

    kind: str  # "turn" or "chance"
    seat: int | None
    text: str
    decisions: tuple[int, ...]
    sealed: bool = False  # chosen at the same time as others
    extra: Mapping[str, Any] = NOTHING  # keys of a record that we do not know


@dataclass(frozen=True)
class Choice:
    """One way to go on with a turn: `text` is the turn so far, with this decision."""

    decision: int
    text: str
    complete: bool
