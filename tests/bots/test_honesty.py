"""A bot knows what its seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots.base import BOTS, Bot, Position
from spieltisch.bots.levels import SearchBot
from spieltisch.core.errors import HonestyError
from spieltisch.core.randomness import generator
from spieltisch.core.state import FULL
from tests.contract.every import (
    BRIEFLY,
    INTERPRETED,
    every_thinking_game,
    every_thinking_table,
    match_of,
    positions,
)

SIMULATIONS = 2 if INTERPRETED else 150
CASES = 1 if INTERPRETED else 8

BY_TIME = {"master"} | ({"hard"} if INTERPRETED else set())  # which takes long without a compiler
BY_COUNT: dict[str, Callable[[], Bot]] = {
    **{name: level.make for name, level in BOTS.items() if name not in BY_TIME},
    "search": lambda: SearchBot(simulations=SIMULATIONS, settings=BRIEFLY),
    "tree": lambda: SearchBot(simulations=SIMULATIONS, settings={**BRIEFLY, "contest": 0.0}),
}
every_bot = pytest.mark.parametrize("make", BY_COUNT.values(), ids=list(BY_COUNT))


def some_positions(key: str, players: int) -> Iterator[tuple[Match, int]]:
    yield from islice(positions(match_of(key, players, seed=5)), 0, 3 * CASES, 3)


@every_bot
@every_thinking_game
def test_the_same_knowledge_gives_the_same_turn(key: str, make: Callable[[], Bot]) -> None:
    """Other secrets behind the same hidden record change nothing."""
    game = games.find(key)
    for match, seat in some_positions(key, game.card.players[-1]):
        hidden = match.hidden(seat)
        chosen = set()
        for secret in range(2 if INTERPRETED else 3):
            other = hidden.copy()
            game.rules.fill(other, generator(secret))
            assert int(other.viewer) == FULL
            position = Position(game, game.hidden(other, seat), seat, generator(9))
            answer = make().choose(position)
            chosen.add(answer if isinstance(answer, str) else tuple(answer))
        assert len(chosen) == 1


@every_thinking_table
def test_a_full_state_is_an_error(key: str, players: int) -> None:
    match = match_of(key, players)
    with pytest.raises(HonestyError):
        Position(match.game, match.state, match.acting[0], generator(1))


@every_thinking_table
def test_what_somebody_else_knows_is_an_error(key: str, players: int) -> None:
    match = match_of(key, players)
    seat = match.acting[0]
    for viewer in [None, *(other for other in range(players) if other != seat)]:
        with pytest.raises(HonestyError):
            Position(match.game, match.hidden(viewer), seat, generator(1))


@every_bot
@every_thinking_game
def test_thinking_leaves_the_position_alone(key: str, make: Callable[[], Bot]) -> None:
    for match, seat in some_positions(key, games.card(key).players[-1]):
        position = Position(match.game, match.hidden(seat), seat, generator(2))
        before = position.state.tobytes()
        make().choose(position)
        assert position.state.tobytes() == before
