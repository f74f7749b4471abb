"""Hints: the best turns, from the seat's own knowledge."""

from __future__ import annotations

from spieltisch import games
from spieltisch.core.randomness import generator
from tests.contract.every import (
    INTERPRETED,
    every_thinking_game,
    every_thinking_table,
    match_of,
    positions,
)

SIMULATIONS = 2 if INTERPRETED else 300


@every_thinking_table
def test_hints_are_different_legal_turns_with_chances(key: str, players: int) -> None:
    turns = 1 if INTERPRETED else 10
    for match, seat in positions(match_of(key, players, seed=6), turns=turns):
        hints = match.hint(seat, simulations=SIMULATIONS)
        assert 1 <= len(hints) <= 3
        assert len({hint.turn for hint in hints}) == len(hints)
        for hint in hints:
            assert match.check(seat, hint.turn) is None
            assert 0.0 <= hint.chance <= 1.0
            assert 0.0 <= hint.weight <= 1.0


@every_thinking_game
def test_hints_know_only_what_the_seat_knows(key: str) -> None:
    """The same match with other secrets gets the same advice."""
    match = match_of(key, games.card(key).players[-1], seed=6)
    seat = match.acting[0]
    advice = match.hint(seat, simulations=SIMULATIONS)
    hidden = match.hidden(seat)
    match.game.rules.fill(hidden, generator(77))
    match.state = hidden
    assert match.hint(seat, simulations=SIMULATIONS) == advice


@every_thinking_game
def test_nobody_else_gets_a_hint(key: str) -> None:
    match = match_of(key, games.card(key).players[-1])
    for seat in set(range(match.players)) - set(match.acting):
        assert match.hint(seat) == []
