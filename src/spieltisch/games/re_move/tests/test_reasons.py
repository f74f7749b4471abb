"""Reasons: what a turn led to is told as it was."""

from __future__ import annotations

from spieltisch.core.reason import Fact
from spieltisch.games.re_move.reasons import facts, why
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


def test_nobody_gets_nearer_by_a_turn_that_moves_nothing() -> None:
    said = why("nearer", Fact(0.0, 0), Fact(-8.0, -10))
    assert said is not None
    assert "costs your three foremost figures 10 steps" in said.en
    said = why("nearer", Fact(0.0, 4), Fact(-1.6, 2))
    assert said is not None
    assert "2 steps nearer" in said.en


def test_figures_are_counted_in_whole_words() -> None:
    said = why("sent", Fact(6.0, 2), Fact(3.0, 1))
    assert said is not None
    assert said.en == "That sends 2 figures of the others back, not just 1."
    assert said.de == "Damit schickst du 2 Figuren der anderen zurück, nicht nur 1."
    said = why("sent", Fact(3.0, 1), Fact(0.0, 0))
    assert said is not None
    assert said.en == "That sends a figure of the others back."
