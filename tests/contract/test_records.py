"""Whole games: they end, replay, save and load, and a forged record is refused. Every game."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from spieltisch import games
from spieltisch.api import read_record
from spieltisch.core.chance import Fair
from spieltisch.core.errors import RecordError
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE
from spieltisch.matches import record
from tests.contract.every import (
    INTERPRETED,
    every_game,
    every_table,
    finish,
    match_of,
    positions,
    rule_ids,
    variants,
    walk,
)

whole_games = pytest.mark.slow_interpreted


@whole_games
@every_table
def test_random_games_of_every_table_end_and_replay(key: str, players: int) -> None:
    for number, options in enumerate(variants(games.card(key), players)):
        match = finish(match_of(key, players, seed=number, **options))
        assert match.acting == []
        assert sorted(match.ranks)[0] == 1
        text = match.record()
        again = record.verify(text, games.find)
        assert again.state.tobytes() == match.state.tobytes()
        assert read_record(text).record() == text
        assert json.loads(text.split("\n")[0])["options"] == {
            name: value
            for name, value in options.items()
            if value != next(o for o in match.game.card.all_options() if o.name == name).default
        }


@every_table
def test_an_unfinished_record_loads_and_goes_on(key: str, players: int) -> None:
    match = match_of(key, players)
    for _ in positions(match, turns=6):
        pass
    loaded = read_record(match.record())
    assert loaded.record() == match.record()
    assert sorted(loaded.acting) == sorted([*match.acting, *match.chosen])
    with pytest.raises(RecordError) as caught:
        record.verify(match.record(), games.find)
    assert caught.value.rule == "REC-4"


@every_table
def test_going_back_and_playing_the_same_gives_the_same(key: str, players: int) -> None:
    match = match_of(key, players)
    for _ in positions(match, turns=8):
        pass
    for event in range(0, len(match.lines) + 1, 3):
        other = match.at(event)
        assert len(other.lines) == event
        for line in match.lines[event:]:
            other.append(line)
        assert other.state.tobytes() == match.state.tobytes()


@whole_games
@every_game
def test_one_changed_character_is_refused_or_means_the_same(key: str) -> None:
    """A forged line gets event number, rule id and reason, never a traceback."""
    luck = random.Random(5)
    players = games.card(key).players[0]
    text = short_game(key, players)
    rules = {*rule_ids(games.card(key)), *(f"REC-{n}" for n in range(1, 6))}
    honest = record.verify(text, games.find).lines
    for _ in range(150):
        place = luck.randrange(len(text))
        forged = text[:place] + luck.choice('0123456789abcgrxy {}"-') + text[place + 1 :]
        try:
            again = record.verify(forged, games.find)
        except RecordError as error:
            refused = error
        else:  # another way to write the same game, or a key that no reader knows
            assert [line.text for line in again.lines] == [line.text for line in honest]
            continue
        assert refused.rule in rules
        assert 0 <= refused.event <= text.count("\n")
        assert refused.refusal.de


def short_game(key: str, players: int) -> str:
    return finish(match_of(key, players, seed=9, **shortest(key))).record()


def shortest(key: str) -> dict[str, int]:
    """Options that make for a short game, where there are any."""
    return {o.name: 40 for o in games.card(key).options if o.kind == "number"}


@whole_games
@every_game
def test_fair_chance_can_be_checked_afterwards(key: str) -> None:
    card = games.card(key)
    players = card.players[-1]
    match = match_of(key, players, **shortest(key))
    match = type(match)(
        match.game,
        players,
        card.resolve(players, shortest(key)),
        chance=Fair(bytes(range(32)), ["a1", "", "c3", "d4", "e5", "f6"][:players]),
    )
    assert "seed" not in json.loads(match.record().split("\n")[0])
    text = finish(match).record()
    assert record.verify(text, games.find).scores == match.scores
    head, rest = text.split("\n", 1)
    for change in ({"nonces": ["ff"] * players}, {"seed": "00" * 32}, {"commitment": "00" * 32}):
        forged = json.dumps(json.loads(head) | change) + "\n" + rest
        with pytest.raises(RecordError) as caught:
            record.verify(forged, games.find)
        assert caught.value.rule == "REC-5"


@every_table
def test_fast_chance_has_the_weights_of_the_supply(key: str, players: int) -> None:
    """sample_chance draws what list_chance lists, in proportion (a wide chi-square bound)."""
    game, luck = games.find(key), generator(17)
    draws = 300 if INTERPRETED else 20_000
    chances = [s for s in walk(key, players, seed=6) if int(game.rules.to_act(s)) == CHANCE]
    for state in chances[:: max(1, len(chances) // 6)]:
        outcomes, weights = game.chances(state)
        drawn = [int(game.rules.sample_chance(state, luck)) for _ in range(draws)]
        counts = np.array([drawn.count(outcome) for outcome in outcomes])
        assert counts.sum() == draws, "nothing but what the supply can give"
        expected = draws * np.array(weights) / sum(weights)
        chi_square = float(((counts - expected) ** 2 / expected).sum())
        freedom = len(outcomes) - 1
        assert chi_square <= freedom + 6 * np.sqrt(2 * freedom) + 10


@every_table
def test_sealed_turns_may_arrive_in_any_order(key: str, players: int) -> None:
    """Where several choose at the same time, the record does not tell who was faster."""
    match, luck = match_of(key, players), random.Random(8)
    for _ in range(12):
        if match.over:
            return
        seats = match.acting
        chosen = {seat: match.random_turn(seat, luck) for seat in seats}
        other = match.at(len(match.lines))
        for seat in seats:
            match.play(seat, chosen[seat])
            if seat != seats[-1]:
                assert seat in match.chosen
        for seat in reversed(seats):
            other.play(seat, chosen[seat])
        n = len(seats)
        end = len(other.lines) if other.over else None
        assert [x.text for x in match.lines if x.kind == "turn"][-n:] == [
            x.text for x in other.lines[:end] if x.kind == "turn"
        ][-n:]
