"""Building a game's machine code before it is needed, step by step, so that a bar can be shown."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch import games
from spieltisch.core import objects
from spieltisch.core.jit import INTERPRETED
from spieltisch.core.sources import SHARED


def is_warm(key: str) -> bool:
    """Whether the game can be played without compiling anything first."""
    return INTERPRETED or not objects.supported() or not missing(key)


def missing(key: str) -> list[str]:
    """The modules that have to be built before the game can be played."""
    scopes = games.card(key).folder, SHARED
    return [scope for scope in scopes if not objects.is_there(scope)]


def warm(key: str) -> Iterator[tuple[float, str]]:
    """Has everything built, telling how much is done and what is next; one process a game."""
    if not is_warm(key):
        yield from objects.building(missing(key))
