"""Tabletop games to play, learn and study: exact rules, honest bots, fast simulation.

`game`, `load`, `verify` and `Match` are loaded when first asked for, so that the commands which
need no rules answer at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spieltisch.api import Match, game, load, verify

__all__ = ["Match", "game", "load", "verify"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("spieltisch.api"), name)
    raise AttributeError(f"module 'spieltisch' has no attribute {name!r}")
