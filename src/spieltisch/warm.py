"""Building a game's machine code before it is needed, step by step, so that a bar can be shown."""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch import games
from spieltisch.core import objects
from spieltisch.core.jit import INTERPRETED
from spieltisch.core.sources import SHARED


def is_warm(key: str) -> bool:
    """Whether the game can be played without compiling anything first."""
    return INTERPRETED or not objects.supported() or not _missing(key)


def _missing(key: str) -> list[str]:
    scopes = games.card(key).folder, SHARED
    return [scope for scope in scopes if objects.file_of(scope) is None]


def warm(key: str) -> Iterator[tuple[float, str]]:
    """Has everything built, telling how much is done and what is next; one process a game."""
    if not is_warm(key):
        for told in objects.building(_missing(key)):
            if "step" in told:
                yield told["progress"], told["step"]
