"""Settings are data of the games."""

from __future__ import annotations

import pytest

from spieltisch.bots.search import SETTINGS
from spieltisch.bots.tuning import Tuning, tuning_of
from spieltisch.core.card import Card
from tests.contract.every import every_card


@every_card
def test_the_settings_of_every_game_are_known_and_sensible(card: Card) -> None:
    tuned = tuning_of(card)
    settings = dict(zip(SETTINGS, tuned.settings(), strict=True))
    assert tuned.easy > tuned.medium > 0.0
    assert tuned.hard > 0
    assert settings["prior_temperature"] > 0.0
    for name in ("prior_uniform", "rollout_random", "margin_weight"):
        assert 0.0 <= settings[name] <= 1.0


def test_a_setting_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="no_such_setting"):
        Tuning(search={"no_such_setting": 1.0}).settings()
