"""How seats are called on the screen."""

from __future__ import annotations

from spieltisch.core.language import Both
from spieltisch.matches.match import Match

SEAT = Both("Platz", "seat")


def seat_names(match: Match, lang: str) -> list[str]:
    """The names of the record; equal ones get their seat's number."""
    names = match.names or [f"{SEAT[lang]} {seat}" for seat in range(match.players)]
    return [name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names)]
