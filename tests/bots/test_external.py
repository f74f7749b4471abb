"""Anyone's bot: a class of one method, named as module:Class."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.bots.base import find
from spieltisch.core.errors import UnknownBot
from spieltisch.simulation.jobs import Job, play_job
from tests.contract.every import every_game
from tests.contract.test_records import shortest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow_interpreted
@every_game
def test_the_example_plays_a_whole_game(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    card = games.card(key)
    players = next(n for n in card.players if n > 1)
    bots = ("my_bot:Bot", *["random"] * (players - 1))
    [played] = play_job(Job(key, players, bots, shortest(key), seed=2))
    assert min(played.ranks) == 1


def test_a_bot_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    for name in ("no_such_module:Bot", "my_bot:Nobody"):
        with pytest.raises(UnknownBot, match=name.split(":")[0]):
            find(name)
