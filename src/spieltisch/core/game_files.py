"""Texts in a game's folder that its kernels have nothing to do with.

They stand apart from `card`, which kernels import: whoever mends a sentence compiles nothing anew.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from spieltisch.core.card import Card


def text(card: Card, name: str) -> str:
    folder = Path(import_module(card.package).__file__ or "").parent
    return (folder / name).read_text("utf-8")


def lesson(card: Card) -> str:
    """The guided first game: a record that breaks off, with what the guide says."""
    return text(card, "lesson.jsonl")


def notation(card: Card, lang: str) -> str:
    """How turns are written: for those who type them, not for those who tap."""
    return text(card, f"NOTATION.{lang}.md")


def examples(card: Card) -> str:
    """Moments of a match that show rules: a record, some of whose lines have a sentence."""
    return text(card, "examples.jsonl")
