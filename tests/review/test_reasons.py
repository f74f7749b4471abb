"""A fact is said only where the turns that were tried bear it out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from spieltisch.core.language import Both
from spieltisch.core.reason import Fact, Facts
from spieltisch.review import reasons
from spieltisch.review.choices import Tried, Verdict
from spieltisch.review.reasons import confirmed
from spieltisch.review.sampling import Estimate

GOOD, BAD = Fact(2.0), Fact(1.0)


def tried(*given: tuple[float, float]) -> list[tuple[Facts, float]]:
    return [({"stars": Fact(worth)}, chance) for worth, chance in given]


def test_a_fact_that_goes_with_winning_is_confirmed() -> None:
    assert confirmed("stars", GOOD, BAD, tried((2.0, 0.6), (2.0, 0.5), (1.0, 0.4), (0.0, 0.45)))


def test_a_fact_that_other_turns_refute_is_not() -> None:
    """The better turn has it, but turns like it lose more often than those without it."""
    assert not confirmed("stars", GOOD, BAD, tried((2.0, 0.6), (2.0, 0.1), (1.0, 0.4), (0.0, 0.5)))


def test_a_fact_that_nothing_can_be_compared_by_is_not() -> None:
    assert not confirmed("stars", GOOD, BAD, tried((2.0, 0.6)))


class Telling:
    """Two facts of two turns, which weigh as much as they are told to."""

    def __init__(self, more: float, less: float) -> None:
        self.weights = {1: {"tile": more, "aside": 0.0}, 2: {"tile": 0.0, "aside": less}}

    def facts(self, before: object, line: list[int], after: object) -> Facts:
        return {name: Fact(worth) for name, worth in self.weights[line[0]].items()}

    def why(self, name: str, better: Fact, worse: Fact) -> Both:
        return Both(name, name)


def said(monkeypatch: pytest.MonkeyPatch, more: float, less: float) -> Both | None:
    monkeypatch.setattr(reasons, "after", lambda game, state, line: state)
    game: Any = SimpleNamespace(reasons=Telling(more, less))
    competed = [Tried([1], 0.6), Tried([2], 0.4)]
    start: Any = np.zeros(1)
    return reasons.compare(game, start, [1], [2], competed)


def test_a_fact_is_said_only_if_it_outweighs_what_speaks_for_the_other_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert said(monkeypatch, 3.0, 2.0) == Both("tile", "tile")
    assert said(monkeypatch, 2.0, 2.0) is None
    assert said(monkeypatch, 1.0, 2.0) is None


def test_points_are_spoken_of_only_where_people_count_some() -> None:
    loss, points = Estimate(0.07, 0.01), Estimate(3.0, 0.1)
    before: Any = np.zeros(1)
    verdict = Verdict(1, 0, [2], None, loss, points, before, [], 0.5, loss)
    counting: Any = SimpleNamespace(reasons=SimpleNamespace())
    without: Any = SimpleNamespace(reasons=SimpleNamespace(POINTS=False))
    assert "3 points" in reasons.explain(counting, verdict, False).en
    assert "7 more games" in reasons.explain(without, verdict, False).en
