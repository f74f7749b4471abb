"""The terminal as `rich` sees it."""

from __future__ import annotations

from typing import Any

from rich.console import Console


def screen(**given: Any) -> Console:
    """A console that prints names as they are: `bad:Ok:` is no emoji and `[x]` no colour."""
    return Console(markup=False, emoji=False, **given)
