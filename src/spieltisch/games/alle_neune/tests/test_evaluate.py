"""What bots are told, and what learning agents see."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from spieltisch.core.play import GREEDY, RANDOM, play_out
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.alle_neune.evaluate import FUTURE, TAKEN, prefer, value
from spieltisch.games.alle_neune.observe import FIELDS, OBSERVATION, observe
from spieltisch.games.alle_neune.rules import (
    BANK,
    COLLECT,
    DROP,
    STEP,
    apply,
    hide,
    rank,
    to_act,
)
from spieltisch.games.alle_neune.tests.table import at, game, new, random_decisions

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def liked(state: AnyState) -> int:
    """The decision that looks best."""
    actions = np.array(game().legal(state))
    values = np.zeros(len(actions))
    before = state.copy()
    prefer(state, actions, len(actions), values)
    assert state == before
    return int(actions[values.argmax()])


def test_more_tiles_to_come_are_better_and_a_nine_is_worth_its_tiles() -> None:
    assert FUTURE[0, 0, 0] == 0
    assert FUTURE[0, 4, 5] == 10
    assert FUTURE[0, 2, 5] == -7
    assert (np.diff(FUTURE[2:, 0, 0]) > 0).all()  # a last number alone cannot make nine
    assert TAKEN[0, 0, 4, 5] == 10
    assert TAKEN[0, 2, 4, 3] == 15
    assert TAKEN[0, 4, 5, 4] == 10 - 4
    assert TAKEN[0, 1, 1, 2] == -4


def test_greedy_takes_the_tile_that_makes_nine() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1")
    apply(state, liked(state))
    assert liked(state) == COLLECT + 6
    apply(state, liked(state))
    assert liked(state) == BANK  # and begins to bank it


def test_greedy_knows_what_to_lay_aside_and_which_nine_to_bank() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="1 1", front={0: [2]})
    apply(state, STEP)
    apply(state, COLLECT + 3)  # 1, 1, 2
    assert liked(state) >= DROP
    pair = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: [6]})
    apply(pair, STEP)
    apply(pair, COLLECT + 5)  # 4, 5 and another 4
    assert liked(pair) in (BANK, BANK + 5)


@pytest.mark.parametrize("players", [2, 5])
def test_shares_of_victory_sum_to_one(players: int) -> None:
    for state, _ in random_decisions(players, seed=1):
        shares = [value(state, seat) for seat in range(players)]
        assert all(0 <= share <= 1 for share in shares)
        if to_act(state) == OVER:
            assert sum(shares) == pytest.approx(1)
            assert all((share > 0) == (rank(state, s) == 1) for s, share in enumerate(shares))


def test_greedy_beats_random_play_in_nine_of_ten_games() -> None:
    games = 4 if INTERPRETED else 2000
    values, log, counts = np.zeros(game().rules.MOST), np.zeros(3000, np.int64), np.zeros(2, int)
    chance, random, actions = generator(11), generator(12), game().buffer()
    start = new(2)
    won = 0.0
    for nth in range(games):
        state = start.copy()
        me = nth % 2
        policies = np.array([GREEDY if seat == me else RANDOM for seat in range(2)])
        assert play_out(state, policies, chance, random, actions, values, log, counts) > 0
        won += value(state, me)
    assert won >= (2 if INTERPRETED else 0.95 * games)


def test_observations_stay_in_their_bounds_and_are_seen_from_the_viewer() -> None:
    low = np.concatenate([np.full(field.size, field.low) for field in FIELDS])
    high = np.concatenate([np.full(field.size, field.high) for field in FIELDS])
    out = np.zeros(OBSERVATION, np.float32)
    for short in (False, True):
        for state, _ in random_decisions(3, seed=2, short_track=short):
            observe(state, out)
            assert (out >= low - 1e-6).all()
            assert (out <= high + 1e-6).all()


def field(out: np.ndarray[tuple[int], np.dtype[np.float32]], name: str) -> list[float]:
    at = [described.name for described in FIELDS].index(name)
    start = sum(described.size for described in FIELDS[:at])
    return [round(float(x), 3) for x in out[start : start + FIELDS[at].size]]


def test_an_observation_field_by_field() -> None:
    state = at("8 start start", "3 3 goal", "1 1 1", roll=2, seat=1, firsts="4 2 1", front={1: [9]})
    hide(state, 2)
    out = np.zeros(OBSERVATION, np.float32)
    observe(state, out)
    assert field(out, "phase") == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert field(out, "roll") == [0, 1, 0, 0, 0, 0]
    assert field(out, "players") == [0, 1, 0, 0]
    assert field(out, "turn") == [0, 0, 1, 0, 0]  # seat 1 comes two after seat 2
    assert field(out, "track")[:8] == [1, 0.167, 0, 0, 1, 0.167, 0, 0]
    assert field(out, "figures")[1] == 0.75
    assert field(out, "figures")[100 + 3] == 0.5
    assert field(out, "figures")[100 + 49] == 0.25
    assert field(out, "own")[:4] == [1, 0, 0, 0]
    assert field(out, "front")[12:18] == [0, 0.667, 0, 0, 0, 0]
    assert field(out, "cacti") == [0, 0, 0.167, 0, 0]
    assert to_act(state) != CHANCE


def test_what_reasons_know_of_numbers_in_front_is_what_was_solved() -> None:
    from spieltisch.games.alle_neune.evaluate import FUTURE
    from spieltisch.games.alle_neune.reasons import FRONT, LATER

    np.testing.assert_allclose(FUTURE[LATER], FRONT, atol=0.005)
