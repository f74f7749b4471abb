"""What the networks of a game are taught, and that they learn."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from spieltisch import games
from spieltisch.core.randomness import generator
from spieltisch.training.fit import Collector, Examples, Learner, fit
from tests.contract.every import INTERPRETED, match_of, positions

TAUGHT = [key for key, card in games.cards().items() if find_spec(f"{card.package}.prospects")]


@pytest.mark.parametrize("key", TAUGHT)
def test_every_position_is_described_by_numbers_of_the_order_of_one(key: str) -> None:
    prospects = import_module(f"{games.card(key).package}.prospects")
    for match, seat in positions(match_of(key, games.card(key).players[-1]), turns=6):
        features = np.full(prospects.FEATURES, np.nan)
        prospects.describe(match.state, seat, features)
        assert np.all(np.abs(features) < 20.0)
        assert 0 <= prospects.which(match.state, seat) < prospects.NETWORKS


def test_examples_are_positions_and_what_came_of_them() -> None:
    """In one game: what is played is compiled for each game, and takes its time."""
    game = games.find(TAUGHT[0])
    collector = Collector(game, kept=0.1, turns=1)
    players = game.card.players[-1]
    for number in range(1 if INTERPRETED else 3):
        collector.play(number, players, "{}", generator(4, number))
    found = collector.examples()
    assert found.features.shape == (len(found.gain), collector.prospects.FEATURES)
    assert len(found.gain) % players == 0


def test_a_learner_learns_what_is_not_linear() -> None:
    luck = np.random.default_rng(3)
    features = luck.random((2000, 3)).astype(np.float32)
    gain = (8 * np.abs(features[:, 0] - 0.5) + features[:, 1]).astype(np.float32)
    some = Examples(np.zeros(2000, np.int64), np.arange(2000), features, gain)
    learner, told = fit(some, hidden=8, epochs=100, decay=0.0, rate=0.02)
    linear = Learner(3, 8)
    linear.start(features, gain)
    assert 2 * np.abs(gain - learner.answers(features)).mean() < linear.error(some)
    assert "held out" in told
