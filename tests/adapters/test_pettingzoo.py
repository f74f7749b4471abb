"""PettingZoo's own suite, against every game."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from spieltisch import games
from spieltisch.adapters import pettingzoo
from spieltisch.adapters.tables import version
from tests.contract.every import every_game, every_table

pytestmark = [
    # its own classic games have the mask in a Dict too; the suite knows them by name
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; returns what each agent got."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        total[agent] += reward
        action = None if terminated else int(luck.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
    return total


@every_game
def test_api(key: str) -> None:
    for make in (pettingzoo.raw_env, pettingzoo.env):
        api_test(make(key), num_cycles=50)


@every_table
@pytest.mark.long
def test_api_long(key: str, players: int) -> None:
    api_test(pettingzoo.env(key, players=players), num_cycles=1000)


@every_game
def test_seed(key: str) -> None:
    seed_test(functools.partial(pettingzoo.env, key), num_cycles=50)


@every_game
@pytest.mark.long
def test_seed_long(key: str) -> None:
    seed_test(functools.partial(pettingzoo.env, key), num_cycles=500)


@every_game
def test_render(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(pettingzoo.env, key))
    assert "\x1b[" in capsys.readouterr().out


@every_table
def test_whole_games_share_one_victory(key: str, players: int) -> None:
    env = pettingzoo.raw_env(key, players=players)
    total = play(env, 5)
    if players > 1:
        assert sum(total.values()) == pytest.approx(1.0)
    assert total == play(env, 5)


@every_game
def test_only_the_agent_to_act_has_legal_actions(key: str) -> None:
    env = pettingzoo.raw_env(key)
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@every_game
def test_illegal_actions(key: str) -> None:
    """The fast environment refuses them; the wrapped one ends the game, as PettingZoo does."""
    env = pettingzoo.raw_env(key)
    env.reset(seed=1)
    bad = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(bad)
    wrapped = pettingzoo.env(key)
    wrapped.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(bad)
    assert all(wrapped.terminations.values())


@every_game
def test_the_name_carries_a_version(key: str) -> None:
    card = games.card(key)
    env = pettingzoo.env(key)
    assert env.metadata["name"] == f"{card.folder}_v{version(card)}"
    assert env.metadata["is_parallelizable"] is False
