"""Turns and chance as text, both ways."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import Unreadable
from spieltisch.core.randomness import below, generator
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.re_move import notation, rules
from spieltisch.games.re_move.tests.tables import GAME, at, new

BAD_TURNS = [
    "", " ", "mov", "move ", "move  C-I0", "move C", "move C-I0-O0", "move CxI0", "remove C-I0",
    "remove C-I0xO0", "remove CxI0xO0", "remove C-I0-O0-O1", "move C-I9", "place", "place C C",
    "place B9.9", "joker", "joker middle", "Discard", "discard now", "move C-I0 ", "outside 1",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_TURNS)
def test_what_is_not_in_the_notation(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        notation.read_turn(at("C"), text)
    assert caught.value.refusal.rule == "REC-2"
    assert caught.value.refusal.de != caught.value.refusal.en


def test_a_misspelt_place_is_recognised() -> None:
    with pytest.raises(Unreadable, match=r"did you mean B0\.1"):
        notation.read_turn(at("C"), "move B01-C")


@pytest.mark.parametrize("text", ["", "draw move rook", "first", "first 3", "first -1", "roll 6"])
def test_chance_that_is_not_in_the_notation(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.read_chance(new(), text)


def test_every_line_of_random_games_reads_back() -> None:
    luck = generator(5)
    state = new(turn_limit=30, random_start=True)
    begun = state.copy()  # type: ignore[attr-defined]
    line: list[int] = []
    while rules.to_act(state) != OVER:
        chance = rules.to_act(state) == CHANCE
        if chance:
            action = int(rules.sample_chance(state, luck))
        else:
            legal = GAME.legal(state)
            action = legal[int(below(luck, len(legal)))]
        line.append(action)
        rules.apply(state, action)
        if not rules.midway(state):
            if chance:
                text = notation.show_chance(begun, line)
                assert notation.read_chance(begun, text) == line
            else:
                text = notation.show_turn(begun, line)
                assert notation.read_turn(begun, text) == line
            begun, line = state.copy(), []  # type: ignore[attr-defined]


def test_the_beginning_of_a_turn_can_be_shown() -> None:
    state = at("I0", "C")
    decisions = notation.read_turn(state, "remove I0xC-I3")
    shown = [notation.show_turn(state, decisions[:n]) for n in range(4)]
    assert shown == ["", "remove", "remove I0xC", "remove I0xC-I3"]


def test_a_place_freed_by_a_capture_is_passed_without_x() -> None:
    state = at("I0 O4", "C I3")
    turn = "remove I0xC-I1 O4-I2-C"
    decisions = notation.read_turn(state, turn)
    assert notation.show_turn(state, decisions) == turn
    assert all(decision < rules.ACTIONS for decision in decisions)
    again = notation.read_turn(at("I0 I5", "C I3"), "remove I0xC-I1 I5-C-I2")
    assert all(decision < rules.ACTIONS for decision in again)


def test_reading_out_of_turn_gives_no_decision_of_the_game() -> None:
    assert notation.read_turn(new(), "place B0.0") == [notation.ODD_PLACE + 19]
    assert len(notation.read_turn(new(), "remove B0.2-A0M-O0")) == 3


def test_whose_line_of_chance_it_is() -> None:
    assert notation.chance_seat(new(random_start=True)) is None
    assert notation.chance_seat(new()) == 0


def test_others_see_only_that_cards_were_drawn() -> None:
    assert notation.veil("draw move move joker inside", "chance", False) == "draw 4"
    assert notation.veil("first 2", "chance", False) == "first 2"
    assert notation.veil("move C-I0", "turn", False) == "move C-I0"
