"""The batch environment: the same games as one by one, and nothing but what a seat may know."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest

import spieltisch.vector
from spieltisch import games
from spieltisch.adapters.tables import Table, usual_players
from spieltisch.core.errors import BadOption
from spieltisch.core.randomness import generator
from spieltisch.core.state import OVER
from tests.contract.every import every_game, every_table

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
STEPS = 20 if INTERPRETED else 300
ENVS = 2 if INTERPRETED else 5


def run(env: spieltisch.vector.Batch, steps: int = STEPS) -> Iterator[spieltisch.vector.Step]:
    yield env.reset(seed=3)
    for _ in range(steps):
        yield env.step(env.sample())


def same(one: spieltisch.vector.Step, other: spieltisch.vector.Step) -> bool:
    return all(np.array_equal(one[n], other[n]) for n in range(len(one)))


@every_table
def test_what_is_returned_has_the_documented_shapes(key: str, players: int) -> None:
    env = spieltisch.vector.make(key, envs=ENVS, players=players)
    for seen in run(env):
        assert seen.observations.shape == (ENVS, env.game.observe.OBSERVATION)
        assert seen.observations.dtype == np.float32
        assert seen.masks.shape == (ENVS, env.game.rules.ACTIONS)
        assert seen.masks.dtype == np.int8
        assert set(np.unique(seen.masks)) <= {0, 1}
        assert seen.rewards.shape == (ENVS, players)
        assert seen.terminations.dtype == np.bool_
        assert set(seen.seats.tolist()) <= set(range(players))


@every_game
def test_observations_and_masks_are_those_of_the_game(key: str) -> None:
    env = spieltisch.vector.make(key, envs=ENVS, seed=1)
    game = env.game
    for seen in run(env, STEPS // 2):
        for e in range(ENVS):
            state, seat = env.state(e), int(seen.seats[e])
            assert int(game.rules.to_act(state)) == seat
            assert np.flatnonzero(seen.masks[e]).tolist() == game.legal(state)
            expected = np.zeros(env.size, np.float32)
            game.observe.observe(game.hidden(state, seat), expected)
            assert np.array_equal(seen.observations[e], expected)


@every_game
def test_what_a_seat_cannot_know_changes_nothing(key: str) -> None:
    """Two positions that look the same to a seat have the same observation."""
    env = spieltisch.vector.make(key, envs=ENVS, seed=1)
    game, luck = env.game, generator(5)
    for seen in run(env, STEPS // 4):
        for e in range(ENVS):
            seat = int(seen.seats[e])
            other = game.hidden(env.state(e), seat)
            game.rules.fill(other, luck)
            out = np.zeros(env.size, np.float32)
            game.observe.observe(game.hidden(other, seat), out)
            assert np.array_equal(seen.observations[e], out)


@every_game
def test_every_field_stays_within_its_bounds(key: str) -> None:
    env = spieltisch.vector.make(key, envs=ENVS)
    low = np.concatenate([np.full(field.size, field.low) for field in env.fields])
    high = np.concatenate([np.full(field.size, field.high) for field in env.fields])
    for seen in run(env):
        assert (seen.observations >= low).all()
        assert (seen.observations <= high).all()


@every_game
def test_the_same_seed_gives_the_same_games(key: str) -> None:
    first = list(run(spieltisch.vector.make(key, envs=ENVS)))
    second = run(spieltisch.vector.make(key, envs=ENVS))
    assert all(map(same, first, second))
    env = spieltisch.vector.make(key, envs=ENVS, seed=9)
    assert not all(map(same, first, [env.reset(), *(env.step(env.sample()) for _ in range(3))]))


@every_game
def test_threads_and_buffers_change_nothing(key: str) -> None:
    plain = list(run(spieltisch.vector.make(key, envs=ENVS)))
    threaded = spieltisch.vector.make(key, envs=ENVS, threads=2)
    assert all(map(same, plain, run(threaded)))
    threaded.close()
    env = spieltisch.vector.make(key, envs=ENVS)
    out = env.buffers()
    assert env.reset(seed=3, out=out) is out
    for expected in plain[1:]:
        for array in out:
            array[...] = 7  # whatever lay there is overwritten
        assert env.step(env.sample(), out=out) is out
        assert same(out, expected)


@every_game
def test_a_table_is_the_same_in_any_batch(key: str) -> None:
    """The luck of a table depends on its number, not on how many there are."""
    few = spieltisch.vector.make(key, envs=1)
    many = spieltisch.vector.make(key, envs=ENVS)
    one, all_of_them = few.reset(seed=4), many.reset(seed=4)
    for _ in range(STEPS):
        assert np.array_equal(one.observations[0], all_of_them.observations[0])
        actions = many.sample()
        one, all_of_them = few.step(actions[:1]), many.step(actions)


@every_game
def test_rewards_are_the_share_of_the_victory(key: str) -> None:
    env = spieltisch.vector.make(key, envs=1, seed=2)
    twin = Table(key, seed=2)
    twin.begin()
    env.reset()
    for _ in range(10 * STEPS):
        action = int(env.sample()[0])
        over = twin.move(action) == OVER
        seen = env.step([action])
        assert seen.terminations.tolist() == [over]
        if over:
            ranks = [int(env.game.rules.rank(twin.state(), s)) for s in range(twin.players)]
            shares = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
            assert seen.rewards[0].tolist() == pytest.approx(shares)
            twin.begin()
        else:
            assert not seen.rewards.any()
        assert np.array_equal(seen.observations[0], twin.observation)


@every_game
def test_points_ahead_as_rewards(key: str) -> None:
    twin = Table(key, rewards="score", opponents="random", seat=0)
    luck = np.random.default_rng(1)
    twin.begin()
    for _ in range(40 if INTERPRETED else 100_000):
        if twin.move(int(luck.choice(np.flatnonzero(twin.mask)))) == OVER:
            scores = [int(twin.game.rules.score(twin.state(), s)) for s in range(twin.players)]
            assert twin.rewards.tolist() == [scores[0] - max(scores[1:], default=0)]
            assert not twin.mask.any()
            break


@every_game
@pytest.mark.parametrize("opponents", ["random", "easy", "greedy"])
def test_against_opponents_only_the_learner_is_asked(key: str, opponents: str) -> None:
    env = spieltisch.vector.make(key, envs=ENVS, opponents=opponents, seat=1)
    for seen in run(env, STEPS // 4):
        assert seen.seats.tolist() == [1] * ENVS
        assert seen.rewards.shape == (ENVS,)
    env = spieltisch.vector.make(key, envs=ENVS, opponents=[opponents] * (env.players - 1))
    assert env.reset().seats.tolist() == [(e) % env.players for e in range(ENVS)]


@every_game
def test_an_illegal_action_is_refused_and_changes_nothing(key: str) -> None:
    for threads in (1, 2):
        env = spieltisch.vector.make(key, envs=2, threads=threads)
        seen = env.reset()
        before = env.tables.tobytes()
        actions = env.sample()
        actions[1] = int(np.flatnonzero(seen.masks[1] == 0)[0])
        with pytest.raises(ValueError, match="not legal at table 1; legal are"):
            env.step(actions)
        assert env.tables.tobytes() == before
        with pytest.raises(ValueError, match="one action for each of 2 tables"):
            env.step([0])
        gaps = seen._replace(observations=np.zeros((2, 2 * env.size), np.float32)[:, ::2])
        with pytest.raises(ValueError, match="contiguous"):
            env.step(env.sample(), out=gaps)
        env.close()


def test_what_cannot_be_is_refused_with_a_reason() -> None:
    key, card = next((key, card) for key, card in games.cards().items() if 3 in card.players)
    with pytest.raises(BadOption, match="cannot play here"):
        spieltisch.vector.make(key, opponents="master")
    with pytest.raises(BadOption, match="rewards cannot be"):
        spieltisch.vector.make(key, rewards="fame")
    with pytest.raises(BadOption, match="1 opponents for 2 seats"):
        spieltisch.vector.make(key, players=3, opponents=["random"])
    with pytest.raises(BadOption, match="there are seats 0 to"):
        spieltisch.vector.make(key, opponents="random", seat=usual_players(card))
    with pytest.raises(ValueError, match="at least one table"):
        spieltisch.vector.make(key, envs=0)
    with pytest.raises(BadOption, match="random_start"):
        spieltisch.vector.make(key, no_such_option=1)


@every_table
def test_whole_games_end_and_begin_again(key: str, players: int) -> None:
    if INTERPRETED:
        players = usual_players(games.card(key))
    env = spieltisch.vector.make(key, envs=1 if INTERPRETED else 16, players=players)
    env.reset()
    ended = 0
    for _ in range(30 if INTERPRETED else 4000):
        seen = env.step(env.sample())
        ended += int(seen.terminations.sum())
        if players > 1:
            assert seen.rewards[seen.terminations].sum() == pytest.approx(seen.terminations.sum())
    assert INTERPRETED or ended > 0
