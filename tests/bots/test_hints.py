"""Hints: the best turns, from the seat's own knowledge."""

from __future__ import annotations

import math

import pytest

from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots.base import Position
from spieltisch.bots.hints import Hint, hints
from spieltisch.bots.levels import SearchBot
from spieltisch.core.errors import BadOption
from spieltisch.core.randomness import generator
from tests.contract.every import (
    BRIEFLY,
    INTERPRETED,
    every_thinking_game,
    every_thinking_table,
    match_of,
    positions,
)

SIMULATIONS = 2 if INTERPRETED else 300


def advise(match: Match, seat: int) -> list[Hint]:
    """What `match.hint` says; without the compiler it thinks more briefly than that."""
    if not INTERPRETED:
        return match.hint(seat, simulations=SIMULATIONS)
    position = Position(match.game, match.hidden(seat), seat, generator(0))
    return hints(position, SearchBot(simulations=SIMULATIONS, settings=BRIEFLY), 3)


@every_thinking_table
def test_hints_are_different_legal_turns_with_chances(key: str, players: int) -> None:
    turns = 1 if INTERPRETED else 10
    for match, seat in positions(match_of(key, players, seed=6), turns=turns):
        advice = advise(match, seat)
        assert 1 <= len(advice) <= 3
        assert len({hint.turn for hint in advice}) == len(advice)
        for hint in advice:
            assert match.check(seat, hint.turn) is None
            assert 0.0 <= hint.chance <= 1.0
            assert 0.0 <= hint.weight <= 1.0


@every_thinking_game
def test_hints_know_only_what_the_seat_knows(key: str) -> None:
    """The same match with other secrets gets the same advice."""
    match = match_of(key, games.card(key).players[-1], seed=6)
    seat = match.acting[0]
    advice = advise(match, seat)
    hidden = match.hidden(seat)
    match.game.rules.fill(hidden, generator(77))
    match.state = hidden
    assert advise(match, seat) == advice


@every_thinking_game
def test_nobody_else_gets_a_hint(key: str) -> None:
    match = match_of(key, games.card(key).players[-1])
    for seat in set(range(match.players)) - set(match.acting):
        assert match.hint(seat) == []


@pytest.mark.parametrize("simulations", [0, -5])
@pytest.mark.parametrize("seat", [0, 1])
def test_advice_without_any_thinking_is_refused(simulations: int, seat: int) -> None:
    match = match_of(next(iter(games.cards())), 2)
    with pytest.raises(BadOption, match="at least one simulation"):
        match.hint(seat, simulations=simulations)


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan, math.inf])
def test_advice_takes_some_time_and_comes_to_an_end(seconds: float) -> None:
    match = match_of(next(iter(games.cards())), 2)
    with pytest.raises(BadOption, match="more than 0 seconds"):
        match.hint(0, seconds=seconds)
