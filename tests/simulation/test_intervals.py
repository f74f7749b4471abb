"""Intervals: honest near the edges, and as wide as the textbook says."""

from __future__ import annotations

import pytest

from spieltisch.simulation.intervals import mean, share


def test_the_mean_and_its_interval() -> None:
    figure = mean([1, 2, 3, 4, 5])
    assert figure.mean == 3
    assert figure.high - 3 == pytest.approx(1.959964 * (2.5**0.5) / 5**0.5)


def test_one_value_has_no_spread() -> None:
    assert mean([7.0]).json() == {"mean": 7, "low": 7, "high": 7}


def test_a_share_stays_between_zero_and_one() -> None:
    assert share(0, 5).low == 0
    assert share(5, 5).high == 1
    half = share(50, 100)
    assert (round(half.low, 3), round(half.high, 3)) == (0.404, 0.596)
