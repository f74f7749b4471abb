"""The weights by which games prefer decisions, and how they are fitted."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from spieltisch import games
from spieltisch.core.preferences import load
from spieltisch.core.state import Floats
from spieltisch.simulation.intervals import Figure
from spieltisch.training.tune import Table, main, search
from tests.contract.every import match_of, positions

TUNED = [
    key
    for key, card in games.cards().items()
    if hasattr(import_module(f"{card.package}.evaluate"), "NAMES")
]


@pytest.mark.parametrize("key", TUNED)
def test_a_game_prefers_by_the_weights_in_its_file(key: str) -> None:
    evaluate = import_module(f"{games.card(key).package}.evaluate")
    weights = load(games.card(key).package, evaluate.NAMES)
    differs = False
    for match, _ in positions(match_of(key, games.card(key).players[-1]), turns=6):
        legal = np.array(match.game.legal(match.state), np.int64)
        values, same, other = np.zeros((3, len(legal)))
        evaluate.prefer(match.state, legal, len(legal), values)
        evaluate.weigh(match.state, legal, len(legal), same, evaluate.spread(weights))
        evaluate.weigh(match.state, legal, len(legal), other, evaluate.spread(2.0 * weights))
        assert values.tolist() == same.tolist()
        differs = differs or values.tolist() != other.tolist()
    assert differs


def test_a_file_of_other_weights_is_refused() -> None:
    package = games.card(TUNED[0]).package
    with pytest.raises(ValueError, match="differ: luck"):
        load(package, (*import_module(f"{package}.evaluate").NAMES, "luck"))


@pytest.mark.slow_interpreted
def test_the_present_weights_win_just_their_share() -> None:
    """Every seat of a deal gets its turn, and then nothing is left of the luck."""
    table = Table(TUNED[0], players=2)
    wins = table.wins(table.start, seed=3, many=4)
    assert (wins.low, wins.high) == (0.5, 0.5)


@pytest.mark.slow_interpreted
def test_only_what_is_clearly_better_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the games of confirmation say is given here; the rest is played."""
    out = tmp_path / "found.json"
    given = [TUNED[0], "--rounds", "1", "--games", "2", "--confirm", "4", "--out", str(out)]
    monkeypatch.setattr(Table, "wins", lambda *_: _figure(0.5))
    main(given)
    assert not out.exists()
    assert "not clearly better" in capsys.readouterr().out
    monkeypatch.setattr(Table, "wins", lambda *_: _figure(0.7))
    main(given)
    found = json.loads(out.read_text("utf-8"))
    assert found["command"].endswith(f"training.tune {' '.join(given[:-2])}")
    assert (
        tuple(found["weights"]) == import_module(f"{games.card(TUNED[0]).package}.evaluate").NAMES
    )


def _figure(middle: float) -> Figure:
    return Figure(middle, middle - 0.05, middle + 0.05)


def test_the_search_goes_where_aims_are_better(monkeypatch: pytest.MonkeyPatch) -> None:
    def aim(self: Table, weights: Floats, *_: int) -> float:
        return -float(np.abs(np.log(weights / self.start) - 0.5).sum())

    monkeypatch.setattr(Table, "aim", aim)
    table = Table(TUNED[0], players=2)
    found = search(table, rounds=60, many=1, seed=1)
    assert np.allclose(found, table.start * np.exp(0.5), rtol=0.1)


def test_a_game_without_weights_says_so() -> None:
    key = next(key for key in games.cards() if key not in TUNED)
    with pytest.raises(SystemExit, match="has no weights to fit"):
        main([key])
