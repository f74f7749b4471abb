"""Reasons: what a turn led to is told as it was."""

from __future__ import annotations

from spieltisch.games.re_move.reasons import facts
from spieltisch.games.re_move.rules import PLAY_MOVE, PLAY_OUTSIDE, ReMove
from spieltisch.games.re_move.tests.tables import at


def seen(places: str) -> ReMove:
    state = at(places)
    state.viewer = 0
    return state


def test_a_figure_that_comes_home_is_not_lost() -> None:
    found = facts(seen("Z0 O1"), [PLAY_MOVE], seen("T0.0 O1"))
    assert found["lost"].what == 0
    assert found["home"].what == (1, 1)


def test_who_clears_a_ring_may_lose_figures() -> None:
    found = facts(seen("O1 O2 I1"), [PLAY_OUTSIDE], seen("I1 B0.0 B0.1"))
    assert found["lost"].what == 2
    assert found["risk"].what == 1
