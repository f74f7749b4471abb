"""Settings are data of the games."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.bots.search import SETTINGS
from spieltisch.bots.tuning import Tuning, tuning_of
from spieltisch.core.card import Card
from tests.contract.every import every_card


@every_card
def test_the_settings_of_every_game_are_known_and_sensible(card: Card) -> None:
    for players in card.players:
        tuned = tuning_of(card, players)
        settings = dict(zip(SETTINGS, tuned.settings(), strict=True))
        assert tuned.easy > tuned.medium > 0.0
        assert tuned.hard > 0
        assert settings["prior_temperature"] > 0.0
        for name in ("prior_uniform", "rollout_random", "margin_weight"):
            assert 0.0 <= settings[name] <= 1.0


def test_a_setting_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="no_such_setting"):
        Tuning(search={"no_such_setting": 1.0}).settings()


def test_a_table_for_one_may_have_settings_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    tuned = Tuning(search={"cut_off": 9.0, "width": 3.0}, alone_search={"cut_off": 4.0})
    monkeypatch.setattr("spieltisch.bots.tuning.tuning", lambda package: tuned)
    card = next(iter(games.cards().values()))
    found = [dict(zip(SETTINGS, tuning_of(card, n).settings(), strict=True)) for n in (0, 1, 2)]
    assert [one["cut_off"] for one in found] == [9.0, 4.0, 9.0]
    assert [one["width"] for one in found] == [3.0, 3.0, 3.0]


def test_futures_of_more_players_may_reach_as_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    tuned = Tuning(review={"cut_off": 60.0}, review_rounds=True)
    monkeypatch.setattr("spieltisch.bots.tuning.tuning", lambda package: tuned)
    card = next(iter(games.cards().values()))
    found = [tuning_of(card, players).review for players in (1, 2, 3, 5)]
    assert found == [{"cut_off": 60.0}, {"cut_off": 60.0}, {"cut_off": 90.0}, {"cut_off": 150.0}]
