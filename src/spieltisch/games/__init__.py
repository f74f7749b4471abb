"""One folder per game. Nothing outside a game's folder names it.

Folders of other distributions are games of this package, too: see `core/plugins.py`.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from spieltisch.core.card import Card
from spieltisch.core.errors import Refusal, UnknownGame
from spieltisch.core.plugins import game_folders

if TYPE_CHECKING:
    from spieltisch.core.game import Game

__path__ = [str(folder) for folder in game_folders()]


@functools.cache
def cards() -> Mapping[str, Card]:
    """The cards of all installed games by key, in alphabetical order; imports nothing heavy."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = [import_module(f"{__name__}.{name}").CARD for name in names]
    return {card.key: card for card in found}


def card(key: str) -> Card:
    try:
        return cards()[key]
    except KeyError:
        close = get_close_matches(key, cards(), n=1)
        hint = (
            (f" – meintest du {close[0]}?", f" – did you mean {close[0]}?") if close else (".", ".")
        )
        installed = ", ".join(cards())
        raise UnknownGame(
            Refusal(
                "REC-1",
                f"Es gibt kein Spiel {key!r}{hint[0]} Installiert: {installed}",
                f"there is no game {key!r}{hint[1]} Installed: {installed}",
            )
        ) from None


@functools.cache
def find(key: str) -> Game:
    """The game with its rules loaded; the first call imports Numba."""
    from spieltisch.core.game import Game

    return Game(card(key))
