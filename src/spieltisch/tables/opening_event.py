"""The event that opens a table; unless wanted otherwise by link, to be watched, with hints."""

from __future__ import annotations

from typing import Any

from spieltisch.core.card import Card, Options
from spieltisch.tables.outcomes import Body


def opening(card: Card, complete: Options, **more: Any) -> Body:
    """`complete`: all options; `more`: seats, host, and what differs from the usual."""
    return {
        "game": card.key,
        "options": card.differing(complete),
        "complete": dict(complete),
        "rules": card.version,
        "public": False,
        "spectators": True,
        "hints": True,
        "clock": None,
        **more,
    }
