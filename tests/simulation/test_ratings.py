"""Ratings: what is known of them by hand."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from spieltisch.simulation.arena import Outcome
from spieltisch.simulation.plot import ratings_svg
from spieltisch.simulation.ratings import fit, margins, summarise, victories


def duel(deal: int, a: int, b: int, bots: tuple[str, str] = ("a", "b")) -> Outcome:
    ranks = (1, 1) if a == b else (1, 2) if a > b else (2, 1)
    return Outcome(bots, deal, (a, b), ranks)


def test_ten_to_one_is_400_points() -> None:
    points = fit(np.array([[0.0, 1000.0], [100.0, 0.0]]))
    assert points[0] - points[1] == pytest.approx(400, abs=1)
    assert points.sum() == pytest.approx(0, abs=1e-6)


def test_ratings_are_transitive() -> None:
    """a beats b and b beats c three to one each; a and c never met."""
    points = fit(np.array([[0, 300, 0], [100, 0, 300], [0, 100, 0]], float))
    assert points[0] - points[1] == pytest.approx(points[1] - points[2], abs=1)


def test_a_shared_victory_counts_half() -> None:
    outcomes = [duel(0, 5, 5), duel(1, 7, 5)]
    assert victories(outcomes, "a").mean == 0.75
    assert victories(outcomes, "b").mean == 0.25
    assert margins(outcomes, "a").mean == 1.0


def test_three_at_a_table() -> None:
    outcomes = [Outcome(("a", "b", "b"), 0, (9, 3, 6), (1, 3, 2))]
    rows = {row["bot"]: row for row in summarise(outcomes, ["a", "b"])}
    assert rows["a"]["wins"]["mean"] == 1.0
    assert rows["b"]["wins"]["mean"] == 0.0
    assert rows["a"]["margin"]["mean"] == 4.5
    assert rows["a"]["against"]["b"]["before"]["mean"] == 1.0


def test_intervals_hold_the_truth_and_shrink() -> None:
    luck = np.random.default_rng(1)
    outcomes = [duel(n, int(luck.random() < 0.7), 0) for n in range(400)]
    few, many = (summarise(outcomes[:n], ["a", "b"])[0]["rating"] for n in (50, 400))
    assert many["low"] < many["mean"] < many["high"]
    assert many["high"] - many["low"] < few["high"] - few["low"]


def test_the_picture_is_well_formed_whatever_the_names() -> None:
    outcomes = [
        duel(0, 1, 0, ("<a&b>", "my.module:Bot")),
        duel(1, 0, 1, ("<a&b>", "my.module:Bot")),
    ]
    svg = ratings_svg("A & B", summarise(outcomes, ["<a&b>", "my.module:Bot"]))
    assert len(ElementTree.fromstring(svg).findall(".//{*}circle")) == 2


def test_nothing_played_is_an_empty_table() -> None:
    assert summarise([], ["a", "b"]) == []
