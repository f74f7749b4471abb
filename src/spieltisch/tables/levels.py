"""Levels of bots at tables: which ones people may name, and which one stands in for them."""

from __future__ import annotations

from spieltisch.bots import base
from spieltisch.tables.problems import Problem

PREFERRED = ("medium", "greedy")  # who stands in for people


def stand_in() -> str:
    """The level of the bot that plays on for whoever is away."""
    return next((name for name in PREFERRED if name in base.BOTS), base.DEFAULT)


def check_level(level: str) -> str:
    """Only the installed ones: anybody's `module:Class` is not for strangers to name."""
    if level not in base.BOTS:
        raise Problem("bot/unknown", ", ".join(base.BOTS))
    return level
