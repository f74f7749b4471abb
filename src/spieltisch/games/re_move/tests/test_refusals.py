"""Refusals name the rule and the actual places, in German and English."""

from __future__ import annotations

import pytest

from spieltisch.core.state import copied
from spieltisch.games.re_move import refusals, rules
from spieltisch.games.re_move.tests.tables import GAME, at, dealt, new, play, refused

CASES = [
    # own, second, third, text, rule, words of the sentence
    ("C", "", "", "move", "RM-11", "1 figure must still move (C"),
    ("C O0", "", "", "move", "RM-11", "2 figures must still move"),
    ("I0", "", "", "move I0-I0", "RM-5", "(I0-I0; from I0 lines lead to I1, I5, O0, C)"),  # place 0
    ("C O0 O5", "", "", "move C-I0 I0-I1 O0-O1", "RM-10", "This figure (I0) has already moved"),
    ("C", "", "", "move C-C", "RM-5", "No line leads there (C-C; from C lines lead to I0, I1, I2"),
    ("C", "", "", "move C-O0", "RM-5", "No line leads there (C-O0; from C lines lead to I0"),
    ("C", "", "", "move I0-O0", "RM-5", "No figure of yours is here (I0)"),
    ("C", "I0", "", "move I0-O0", "RM-5", "That is an opponent's figure (I0)"),
    ("C", "I0", "", "move C-I0", "RM-5", "An opponent's figure is there (I0)"),
    ("C I0", "", "", "move C-I0 I0-O0", "RM-10", "Your own figure is there (I0); it must"),
    ("C O0", "", "", "move C-I0 I0-I1", "RM-10", "This figure (I0) has already moved"),
    (
        "C",
        "",
        "",
        "move C-I0 O0-O1",
        "RM-11",
        "s many figures as possible have moved; this one (O0)",
    ),
    ("A1L", "", "", "move A1L-B1.1", "RM-9", "closed to your figures (B1.1)"),
    ("C", "", "", "remove I0-O0-O1", "RM-6", "No figure of yours is here (I0)"),
    ("C", "", "", "remove C-O0-O1", "RM-5", "No line leads there (C-O0"),
    ("C", "", "", "remove C-I0-C", "RM-6", "may not end where it began (C)"),
    ("C", "O0", "", "remove C-I0-O0", "RM-6", "An opponent's figure is there (O0)"),
    ("C O0", "", "", "remove C-I0-O0 O0-O1-O2", "RM-10", "Your own figure is there (O0); it must"),
    ("C I0", "", "", "remove C-I0-O0 I0-I1-O2", "RM-6", "own figures are never jumped"),
    ("C", "", "", "remove CxI0-O0", "RM-6", "Nobody is on I0 whom you could capture: write C-I0"),
    ("C", "I0", "", "remove C-I0-O0", "RM-6", "An opponent's figure is on I0 and is captured"),
    ("O10", "", "", "remove O10-Z1-T1.0", "RM-9", "closed to your figures (T1.0)"),
    ("O10", "", "", "remove O10-Z1-O10", "RM-6", "may not end where it began (O10)"),
    ("O10", "", "", "remove O10-Z1-C", "RM-5", "No line leads there (Z1-C"),
    ("C", "", "", "outside", "RM-4", "You have no Outside card in your hand; you have 1 × Move"),
    ("C", "", "", "place B0.0", "RM-4", "No captured figure is waiting"),
]


@pytest.mark.parametrize(("own", "second", "third", "text", "rule", "words"), CASES)
def test_refusals(own: str, second: str, third: str, text: str, rule: str, words: str) -> None:
    refusal = refused(at(own, second, third), text)
    assert refusal.rule == rule
    assert words in refusal.en
    assert refusal.de != refusal.en


def test_a_second_step_that_leaves_another_behind() -> None:
    refusal = refused(at("A1M O1", "O5 I2"), "remove O1-O2-O3")
    assert refusal.rule == "RM-11"
    assert "another of your figures (A1M) would be stuck, though it can" in refusal.en


def test_a_first_step_after_which_every_second_leaves_another_behind() -> None:
    state = at("A1M O2", "O3 O5", "I2")
    refusal = refused(state, "remove O2-O1-O0")
    assert refusal.en == (
        "Then another of your figures (A1M) would be stuck, though it can still move: "
        "choose another way (O2-O3, say)."
    )


def test_a_first_step_without_any_second() -> None:
    state = at("O10")
    decisions = GAME.notation.read_turn(state, "remove O10-Z1-T1.0")[:2]
    for decision in decisions[:1]:
        rules.apply(state, decision)
    refusal = refusals.explain(state, decisions, 1)
    assert refusal.rule == "RM-6"
    assert "no second step" in refusal.en


def test_what_is_no_step_at_all() -> None:
    state = at("C")
    rules.apply(state, rules.PLAY_MOVE)
    assert refusals.explain(state, [rules.PLAY_MOVE, rules.DISCARD], 1).rule == "RM-11"


def test_placing_comes_first() -> None:
    state = play(at("I0", "C B1.0"), "remove I0xC-I3")
    assert (
        "This place (B1.0) is taken; choose a free one in your base"
        in refused(state, "place B1.0").en
    )
    assert "This place (I0) is not in your base" in refused(state, "place I0").en
    assert "First a captured figure comes back into the base" in refused(state, "move").en
    assert refusals.due(state) == "RM-8"


def test_what_is_due() -> None:
    assert refusals.due(new(random_start=True)) == "RM-3"
    assert refusals.due(new()) == "RM-1"
    state = dealt()
    assert refusals.due(state) == "RM-4"
    drawing = play(state, "discard", "discard", "discard")
    assert refusals.due(drawing) == "RM-3"
    rules.apply(state, rules.PLAY_REMOVE)
    assert refusals.due(state) == "RM-11"
    rules.apply(state, GAME.legal(state)[0])
    assert refusals.due(state) == "RM-6"


def test_turns_wait_for_chance_and_end_with_the_game() -> None:
    assert refused(new(), "discard").rule == "RM-1"
    assert refused(new(random_start=True), "discard").rule == "RM-3"
    over = play(at("T0.0 T0.1 Z0"), "move T0.0-T0.2 T0.1-T0.0 Z0-T0.1")
    assert refusals.due(over) == "RM-14"
    assert refused(over, "discard").rule == "RM-14"
    assert refusals.due(play(at("C", turn_limit=4), "discard")) == "RM-15"


def chance_refused(state: rules.ReMove, text: str) -> str:
    refusal = GAME.advance_chance(state, GAME.notation.read_chance(state, text))
    assert refusal is not None
    assert refusal.de != refusal.en
    return refusal.rule


def test_chance_out_of_order() -> None:
    assert chance_refused(new(), "draw move move") == "RM-1"
    assert chance_refused(new(), "draw move move move move move") == "RM-1"
    assert chance_refused(new(), "first 1") == "RM-1"
    assert chance_refused(new(random_start=True), "draw move move move move") == "RM-3"
    assert chance_refused(dealt(), "draw move move move move") == "RM-4"
    later = play(dealt(), "discard", "discard", "discard")
    assert chance_refused(copied(later), "draw move") == "RM-3"
    assert chance_refused(later, "draw move move move move move") == "RM-3"


def test_one_figure_and_several_in_german() -> None:
    assert "1 Figur muss noch ziehen (" in refused(at("C"), "move").de
    assert "2 Figuren müssen noch ziehen (" in refused(at("C O0"), "move").de


def test_as_many_places_as_fit_are_named_and_more_are_hinted_at() -> None:
    assert refusals._listed(list("abcdef")) == "a, b, c, d, e, f"
    assert refusals._listed(list("abcdefg")) == "a, b, c, d, e, f …"


def test_where_a_captured_figure_may_come_back() -> None:
    state = play(at("I0", "C B1.0"), "remove I0xC-I3")
    assert "This place (I0) is not in your base" in refused(state, "place I0").en
    free = "(place, seat 1: B1.1, B1.2, B1.3, B1.4, B1.5, B1.6)"
    assert free in refused(state, "move").en


def test_what_comes_before_a_turn() -> None:
    assert refused(new(), "move").en == "First seat 0 draws 4 cards."
    assert refused(new(random_start=True), "move").en == "First the starter is drawn."
