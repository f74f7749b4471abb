"""What a game's own `bots.toml` says about its bots; found through the card, never by name.

(TOML and not JSON: numbers found by experiment want a comment that says how; and kernels are
compiled anew when a JSON file of their game changes, for which there is no reason here.)
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources

import numpy as np

from spieltisch.bots.search import SETTINGS
from spieltisch.core.card import Card
from spieltisch.core.state import Floats

LEAST = {"prior_temperature": 0.001, "width": 1.0, "contest": 0.0, "glances": 1.0, "astray": 0.0}


@dataclass(frozen=True)
class Tuning:
    """Numbers in the game's own units; those that the file leaves out are the usual ones."""

    easy: float = 4.0  # temperatures of the softmax over preferences
    medium: float = 1.0
    hard: int = 300  # simulations of a turn
    search: Mapping[str, float] | None = None
    hard_search: Mapping[str, float] | None = None  # what `hard` has otherwise
    alone_search: Mapping[str, float] | None = None  # what a game for one has otherwise
    review: Mapping[str, float] | None = None  # what the review of a match has otherwise
    review_rounds: bool = False  # `cut_off` of the review is for two, and of more as many rounds
    review_depth: Mapping[str, int] | None = None  # numbers of `review.depth.Depth`
    review_shown: float = 0.04  # a smaller loss is not shown
    review_luck: Sequence[int] = (2,)  # with so many players bars of luck and play mean something
    # Measured duels: one, the other, the share of victories, games, and how many of the other.
    strength: Sequence[tuple[str, str, float, int, int]] = ()

    def settings(self, **changed: float) -> Floats:
        """The settings of the search, in the order of the kernels."""
        given = {**SETTINGS, **(self.search or {}), **changed}
        unknown = sorted(set(given) - set(SETTINGS))
        if unknown:
            raise ValueError(f"the search has no setting {', '.join(unknown)}")
        small = [name for name, least in LEAST.items() if not given[name] >= least]
        if small:
            raise ValueError(f"too small for a search: {', '.join(small)}")
        return np.array([given[name] for name in SETTINGS], np.float64)


@functools.cache
def tuning(package: str) -> Tuning:
    file = resources.files(package).joinpath("bots.toml")
    if not file.is_file():
        return Tuning()
    return Tuning(**tomllib.loads(file.read_text("utf-8")))


def tuning_of(card: Card, players: int = 0) -> Tuning:
    """What the game says, for a table of so many (0: of any number)."""
    tuned = tuning(card.package)
    if players == 1 and tuned.alone_search:
        return replace(tuned, search={**(tuned.search or {}), **tuned.alone_search})
    if players > 2 and tuned.review_rounds:
        review = dict(tuned.review or {})
        review["cut_off"] *= players / 2
        return replace(tuned, review=review)
    return tuned
