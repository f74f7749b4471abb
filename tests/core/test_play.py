"""What a kernel does in one call is what is done step by step."""

from __future__ import annotations

import random
import struct

import pytest

from spieltisch import games
from spieltisch.core.chance import Fair
from spieltisch.core.state import SPECTATOR, copied
from spieltisch.matches.match import Match

SEED = bytes(range(32))


class Singly(Fair):
    """Fair chance that is asked for one outcome after the other."""

    def line(self, *_: object) -> None:
        return None


def match_of(game: str, chance: Fair, players: int | None = None) -> Match:
    card = games.card(game)
    many = players or card.players[-1]
    return Match(games.find(game), many, card.resolve(many, {}), chance=chance)


def test_a_line_of_chance_is_the_same_as_outcome_by_outcome(game: str) -> None:
    lines = []
    for kind in (Fair, Singly):
        chance, luck = kind(SEED, ["ab", "", "cd"]), random.Random(5)
        match = match_of(game, chance)
        match.settle()
        while not match.over and len(match.lines) < 60:
            match.play(match.acting[0], match.random_turn(match.acting[0], luck))
        lines.append((match.lines, match.state.tobytes(), chance.used))
    assert lines[0] == lines[1]
    assert lines[0][2] == sum(len(line.decisions) for line in lines[0][0] if line.kind == "chance")


def test_a_number_that_may_have_to_be_drawn_again_is_left_to_who_can(game: str) -> None:
    """The highest 2**32 of 2**64 numbers: among them are those that would favour an outcome."""
    match = match_of(game, Fair(SEED, []))
    assert match.game.draw_line(copied(match.state), b"\xff" * 8 * 200) is None
    highest = struct.pack(">II", 2**32 - 2, 2**32 - 1) * 200
    assert match.game.draw_line(copied(match.state), highest)
    assert match.game.draw_line(copied(match.state), b"") == []


def test_tickets_are_those_of_whole_numbers(game: str) -> None:
    """Kernels have no unsigned numbers of 64 bits, so they reckon with halves."""
    match, luck = match_of(game, Fair(SEED, [])), random.Random(6)
    outcomes, weights = match.game.chances(match.state)
    for _ in range(50):
        number = luck.getrandbits(64)
        found = match.game.draw_line(
            copied(match.state), number.to_bytes(8, "big") + bytes(8) * 200
        )
        ticket = number % sum(weights)
        drawn = [
            outcome
            for outcome, weight in zip(outcomes, weights, strict=True)
            for _ in range(weight)
        ]
        assert found is not None
        assert found[0] == drawn[ticket]


@pytest.mark.parametrize("fewest", [True, False])
def test_all_may_know_in_one_step_what_each_may_know(game: str, fewest: bool) -> None:
    luck = random.Random(7)
    players = games.card(game).players[0 if fewest else -1]
    match = match_of(game, Fair(SEED, []), players)
    match.settle()
    sealed = 0
    while not match.over and len(match.lines) < 40:
        records = match.exposed()
        assert len(records) == players + 1
        for seat, record in enumerate(records[:-1]):
            assert record.tobytes() == match.hidden(seat).tobytes()
        assert int(records[-1].viewer) == SPECTATOR
        assert records[-1].tobytes() == match.hidden(None).tobytes()
        sealed += bool(match.sealed)
        seat = luck.choice(match.acting)
        match.play(seat, match.random_turn(seat, luck))
    assert sealed or not match.game.simultaneous or players == 1
