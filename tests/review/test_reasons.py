"""A fact is said only where the turns that were tried bear it out."""

from __future__ import annotations

from spieltisch.core.reason import Fact, Facts
from spieltisch.review.reasons import confirmed

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
