"""Reasons: nines are told one by one, and beside those that the other turn banks."""

from __future__ import annotations

from spieltisch.core.reason import Fact
from spieltisch.core.state import copied
from spieltisch.games.alle_neune.reasons import facts, to_come, why
from spieltisch.games.alle_neune.rules import GOAL
from spieltisch.games.alle_neune.tests.table import laid_out

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


def test_a_number_is_said_to_be_missing_only_where_it_can_still_be_taken() -> None:
    said = why("front", Fact(9.0, ([6], {1, 3})), Fact(0.0, ([], {1, 3})))
    assert said is not None
    assert "any 3 makes a nine" in said.en
    assert why("front", Fact(9.0, ([6], {1, 4})), Fact(0.0, ([], {1, 4}))) is None
    assert why("front", Fact(9.0, ([1, 3], {1, 4})), Fact(0.0, ([], {1, 4}))) is None


def test_what_can_still_be_taken_lies_before_a_cactus_that_is_not_crossed() -> None:
    begin = laid_out(2)
    begin.viewer = 0
    takes, numbers = to_come(begin, 0)
    assert takes == 4 * 6
    assert {1, 2, 3, 4, 5, 6} <= numbers
    last = copied(begin)
    last.figures[0][:4] = GOAL
    assert to_come(last, 0) == (0, set())
    last.figures[0][:4] = [GOAL, GOAL, GOAL, 42]  # behind the last cactus tile
    assert to_come(last, 0) == (1, {int(value) for value in last.values[42:49]})
    last.figures[0][3] = 41
    assert to_come(last, 0)[0] == 2  # on it: the tile before it, and one before the goal
    assert facts(begin, [], last)["front"].worth < facts(begin, [], begin)["front"].worth
