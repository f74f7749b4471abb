"""What is said about room in columns is about the two turns that are compared."""

from __future__ import annotations

from spieltisch.core.reason import Fact
from spieltisch.games.no_return import reasons

RED, BLUE = 0, 4


def room(colour: int, low: int, *skipped: int) -> Fact:
    return Fact(-reasons.ROOM * len(skipped), (colour, low, list(skipped)))


def said(better: Fact, worse: Fact) -> str:
    found = reasons.why("room", better, worse)
    assert found is not None
    return found.en


def test_two_colours_are_compared_by_what_they_close() -> None:
    """After blue 5 more fits below than after red 4; it is worse since it skips more above."""
    text = said(room(RED, 4, 5), room(BLUE, 5, 6, 7, 8))
    assert text == "That skips one value in red, blue would skip 3: those never fit again."
    closed = said(room(RED, 4), room(BLUE, 5, 6, 7, 8))
    assert closed == "Laying blue now would close it for 8 to 6 for good."


def test_in_one_colour_a_higher_end_keeps_room_below() -> None:
    assert "6 to 1 still fit in red" in said(room(RED, 7, 8), room(RED, 4, 8, 6, 5))
    assert "2 and 1 still fit" in said(room(RED, 3, 8), room(RED, 1, 8, 2))
    assert "the 1 still fits" in said(room(RED, 2, 8), room(RED, 1, 8, 3))


def test_in_one_colour_with_the_same_end_less_is_skipped() -> None:
    assert said(room(RED, 4), room(RED, 4, 5, 6)) == "That skips no value in red, not 2 values."


def test_waiting_is_better_than_closing_a_colour() -> None:
    assert said(Fact(0.0), room(RED, 4, 7, 6, 5)) == (
        "Laying red now would close it for 7 to 5 for good."
    )
    assert reasons.why("room", room(RED, 7, 8), Fact(0.0)) is None


def test_only_who_pays_can_pay_exactly() -> None:
    wasteful = Fact(-2.0, [1, 2])
    paid = reasons.why("exact", Fact(0.0, [1]), wasteful)
    assert paid is not None
    assert "pay exactly" in paid.en
    assert reasons.why("exact", Fact(0.0, []), wasteful) is None
