"""Ratings: what is known of them by hand."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest

from spieltisch.cli.arena import _rating
from spieltisch.simulation.arena import Outcome
from spieltisch.simulation.intervals import share
from spieltisch.simulation.plot import ratings_svg
from spieltisch.simulation.ratings import fit, margins, ratings, summarise, victories


def duel(deal: int, a: float, b: float, bots: tuple[str, str] = ("a", "b")) -> Outcome:
    ranks = (1, 1) if a == b else (1, 2) if a > b else (2, 1)
    return Outcome(bots, deal, (int(2 * a), int(2 * b)), ranks)


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
    assert margins(outcomes, "a").mean == 2.0


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


def test_a_sweep_leaves_doubts() -> None:
    """60 of 60: the loser may be weaker than any number says, but not as strong as the winner."""
    outcomes = [duel(n // 2, 1, 0) for n in range(60)]
    best, worst = summarise(outcomes, ["a", "b"])
    assert (best["open"], worst["open"]) == ("high", "low")
    rating = best["rating"]
    assert 100 < rating["low"] < rating["mean"] - 50
    assert worst["rating"]["high"] == pytest.approx(-rating["low"], abs=1e-6)
    assert "(+" in _rating(best)
    assert _rating(best).endswith(" or more)")
    assert _rating(worst).endswith(" or less)")
    losing = [duel(n, 0, 1) for n in range(10)]
    assert summarise([*outcomes, *losing], ["a", "b"])[0]["open"] is None
    fewer = summarise(outcomes[:10], ["a", "b"])[0]["rating"]
    assert fewer["low"] < rating["low"]


def test_intervals_of_ratings_hold_the_truth() -> None:
    """Between two bots of which one wins 40 deals with chance p: every result with its weight."""
    found = []
    for won in range(41):
        outcomes = [duel(n, int(n < won), 0.5) for n in range(40)]
        [(rating, open_end), _] = ratings(outcomes, ["a", "b"])
        low = -math.inf if open_end == "low" else rating.low
        found.append((low, math.inf if open_end == "high" else rating.high))
    for p in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99):
        truth = 200 * math.log10(p / (1 - p))
        weights = [math.comb(40, won) * p**won * (1 - p) ** (40 - won) for won in range(41)]
        held = sum(w for w, (low, high) in zip(weights, found, strict=True) if low <= truth <= high)
        assert held > 0.93


def test_seats_of_one_game_are_not_several_games() -> None:
    """a sits once, b twice: each game says of both pairs the same."""
    outcomes = [
        Outcome(("a", "b", "b"), n, *(((9, 1, 1), (1, 2, 2)) if n % 2 else ((0, 5, 5), (3, 1, 1))))
        for n in range(40)
    ]
    rows = {row["bot"]: row for row in summarise(outcomes, ["a", "b"])}
    honest = share(20, 40)
    before = rows["a"]["against"]["b"]["before"]
    assert before["high"] - before["low"] == pytest.approx(honest.high - honest.low, rel=1e-6)
    assert rows["b"]["games"] == 40
    wins = victories(outcomes, "b")
    assert wins.high - wins.low >= share(10, 40).high - share(10, 40).low


def test_games_of_one_deal_may_resemble_each_other() -> None:
    alike = [duel(n // 2, (n // 2) % 2, 0.5) for n in range(80)]
    apart = [duel(n // 2, n % 2, 0.5) for n in range(80)]
    assert victories(alike, "a") == share(20, 40)
    assert victories(apart, "a") == share(40, 80)
