"""Decks as data: how often each of the five cards is in the twenty of every player [RM-1]."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from spieltisch.core.errors import BadOption

KINDS = ("Move", "ReMove", "Outside", "Inside", "Joker")  # in the order of the notation
CARDS = 20
STANDARD = "standard"


@functools.cache
def decks() -> Mapping[str, Mapping[str, int]]:
    text = resources.files(__package__).joinpath("decks.json").read_text("utf-8")
    found: Mapping[str, Mapping[str, int]] = json.loads(text)
    return found


def deck_names() -> tuple[str, ...]:
    return tuple(decks())


def deck_counts(value: Any) -> tuple[int, ...]:
    """The numbers of Move, ReMove, Outside, Inside and Joker in a checked option value."""
    deck = decks()[value] if isinstance(value, str) else value
    return tuple(deck[kind] for kind in KINDS)


def check_deck(value: Any) -> Any:
    """A name, or the five numbers in order; BadOption says what is wrong with any other value."""
    if isinstance(value, str):
        if value in decks():
            return value
        names = ", ".join(decks())
        raise BadOption(
            f"Ein Deck {value!r} gibt es nicht; es gibt: {names}",
            f"there is no deck {value!r}; there are: {names}",
        )
    if not isinstance(value, Mapping):
        raise BadOption(
            f'Ein Deck ist ein Name oder ein Objekt wie {{"Move": 8, …}}, nicht {value!r}',
            f'a deck is a name or an object like {{"Move": 8, …}}, not {value!r}',
        )
    for kind, count in value.items():
        _check_count(kind, count)
    counts = {kind: value.get(kind, 0) for kind in KINDS}
    total = sum(counts.values())
    if total != CARDS:
        raise BadOption(
            f"Ein Deck hat {CARDS} Karten, dieses hat {total}",
            f"a deck has {CARDS} cards, this one has {total}",
        )
    return STANDARD if counts == decks()[STANDARD] else counts


def _check_count(kind: Any, count: Any) -> None:
    if kind not in KINDS:
        raise BadOption(
            f"Eine Karte {kind!r} gibt es nicht; es gibt: {', '.join(KINDS)}",
            f"there is no card {kind!r}; there are: {', '.join(KINDS)}",
        )
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise BadOption(
            f"Die Zahl der {kind}-Karten muss 0 oder mehr sein, nicht {count!r}",
            f"the number of {kind} cards must be 0 or more, not {count!r}",
        )
