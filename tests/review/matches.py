"""Whole matches to be reviewed, and a review that is rough and quick."""

from __future__ import annotations

from collections.abc import Generator

import pytest

import spieltisch
from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots.base import find, play_seats
from spieltisch.core.randomness import generator
from spieltisch.review.accounts import Account
from spieltisch.review.depth import Depth

ROUGHLY = Depth(first=8, second=8, measure=16, again=2, looks=2, book=16)
FEWEST = {key: min(n for n in card.players if n > 1) for key, card in games.cards().items()}
MOST = {key: max(card.players) for key, card in games.cards().items()}

every_game = pytest.mark.parametrize("key", list(games.cards()))
tables = pytest.mark.parametrize(
    ("key", "players"), sorted({*FEWEST.items(), *MOST.items()}), ids=lambda part: str(part)
)


def played(key: str, players: int = 0, seed: int = 5, bot: str = "greedy") -> Match:
    """A whole match; of the fewest players who are not alone, if nobody says how many."""
    players = players or FEWEST[key]
    match = spieltisch.game(key).match(players=players, seed=seed)
    play_seats(match, {seat: find(bot) for seat in range(players)}, generator(seed))
    return match


def closed(books: Generator[None, None, Account]) -> Account:
    """The books when all events are booked."""
    while True:
        try:
            next(books)
        except StopIteration as end:
            found: Account = end.value
            return found
