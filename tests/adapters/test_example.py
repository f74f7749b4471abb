"""The worked example, in a short form: it trains, is kept, and sits down at a table."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.randomness import generator
from tests.contract.every import FOLDER, match_of


@pytest.fixture(scope="module")
def train() -> ModuleType:
    path = FOLDER.parents[2] / "examples" / "train.py"
    spec = importlib.util.spec_from_file_location("examples.train", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["examples.train"] = module
    spec.loader.exec_module(module)
    return module


def smallest() -> str:
    """The game with the fewest numbers to learn."""
    return min(
        games.cards(),
        key=lambda key: games.find(key).rules.ACTIONS * games.find(key).observe.OBSERVATION,
    )


def test_it_learns_and_can_be_played_against(
    train: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = smallest()
    monkeypatch.setenv("TRAINED", str(tmp_path))
    said: list[str] = []
    agent = train.train(key, 0.0, opponents="random", envs=32, tell=said.append)
    assert np.isfinite(agent.weights).all()
    assert np.abs(agent.weights).max() > 0
    assert 0.0 <= train.meet(agent, key, "random", 50).mean <= 1.0
    agent.save(train.kept(key))
    match = match_of(key, 2)
    bots = {0: base.find("examples.train:Trained"), 1: base.find("random")}
    base.play_seats(match, bots, generator(1))
    assert match.over


@pytest.mark.long
def test_it_passes_easy(train: ModuleType) -> None:
    key = smallest()
    agent = train.train(key, 120.0, tell=lambda text: None)
    assert train.meet(agent, key, "easy", 2000).low > 0.5
