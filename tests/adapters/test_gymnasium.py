"""Gymnasium's own checker, against every game."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from spieltisch import games
from spieltisch.adapters.gymnasium import ILLEGAL_REWARD, Env
from tests.contract.every import every_game

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*WARN.*:UserWarning"),  # the checker's advice on bounds
]


def play(env: Env, seed: int) -> float:
    """A random episode; returns its reward."""
    luck = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, terminated = 0.0, False
    while not terminated:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(int(luck.choice(legal)))
        assert not truncated
        total += reward
    return total


@every_game
def test_the_checker_is_content(key: str) -> None:
    check_env(gymnasium.make(f"spieltisch/{key}-v0", render_mode="ansi").unwrapped)


@every_game
def test_a_whole_episode_through_the_registered_id(key: str) -> None:
    env = gymnasium.make(f"spieltisch/{key}-v0", opponents="random", render_mode="rgb_array")
    _, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])  # type: ignore[attr-defined]
        seen, _, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.observation_space.contains(seen)
    image = env.render()
    assert isinstance(image, np.ndarray)
    assert image.ndim == 3
    assert image.std() > 0


@every_game
def test_the_same_seed_gives_the_same_episode(key: str) -> None:
    assert play(Env(key), 7) == play(Env(key), 7)


@every_game
def test_bots_that_think_may_be_opponents(key: str) -> None:
    players = games.card(key).players[-1]
    names = [("search:3", "greedy", "random")[n % 3] for n in range(players - 1)]
    env = Env(key, players, opponents=names, seat=None)
    assert play(env, 2) == play(env, 2)


@every_game
def test_illegal_actions_lose_or_are_refused(key: str) -> None:
    env = Env(key)
    _, info = env.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(bad)
    assert (reward, terminated, info["illegal"]) == (ILLEGAL_REWARD, True, True)
    strict = Env(key, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        strict.step(bad)
    with pytest.raises(ValueError, match="'lose'"):
        Env(key, illegal="perhaps")


@every_game
def test_the_learner_may_move_from_seat_to_seat(key: str) -> None:
    env = Env(key, seat=None)
    seats = {env.reset(seed=None if n else 0)[1]["seat"] for n in range(2 * env.table.players)}
    assert seats == set(range(env.table.players))
