"""Reasons: nines are told one by one, and beside those that the other turn banks."""

from __future__ import annotations

from spieltisch.core.reason import Fact
from spieltisch.games.alle_neune.reasons import why

NONE = Fact(0.0, [])


def test_two_nines_are_two_sums() -> None:
    said = why("nine", Fact(25.0, [1, 6, 2, 4, 5]), NONE)
    assert said is not None
    assert said.en == "That banks several nines: 1 + 6 + 2 and 4 + 5 bring you 25 points."
    assert "1 + 6 + 2 und 4 + 5" in said.de


def test_a_larger_nine_is_said_beside_the_smaller_one() -> None:
    said = why("nine", Fact(15.0, [6, 1, 2]), Fact(10.0, [4, 5]))
    assert said is not None
    assert said.en == "That banks 15 points, not 10: 6 + 1 + 2."


def test_one_nine_is_a_nine() -> None:
    said = why("nine", Fact(10.0, [6, 3]), NONE)
    assert said is not None
    assert said.de == "Damit wertest du eine Neun: 6 + 3 bringen dir 10 Punkte."
