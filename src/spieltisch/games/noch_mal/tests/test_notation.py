"""Turns and chance as text, both ways."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import Unreadable
from spieltisch.games.noch_mal.notation import (
    read_chance,
    read_turn,
    show_chance,
    show_turn,
    veil,
)
from spieltisch.games.noch_mal.tests.table import GAME, at, new, turns


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "r3 E6 F5 F6",
        "X=r 3 E6 F5 F6",
        "r ?=3 E6 F5 F6",
        "X=r ?=3 E6 F5 F6",
        "X=o ?=6 C5 D5 E4 E5 F4 F5",
        "g1 H1",
    ],
)
def test_a_turn_is_read_and_written(text: str) -> None:
    state = at("r g X 1 3 ?")
    assert show_turn(state, read_turn(state, text)) == text


def test_cells_may_come_in_any_order() -> None:
    state = at("r g X 1 3 ?")
    decisions = read_turn(state, "r3 F6 E6 F5")
    assert decisions == read_turn(state, "r3 E6 F5 F6")
    assert show_turn(state, decisions) == "r3 E6 F5 F6"


def test_every_turn_survives_the_way_there_and_back() -> None:
    state = at("X r g ? 2 3", marked="G4 H4 G5 H5 H6 H7 I6 I7 J7")
    found = turns(state)
    assert len(found) > 100
    for text in found:
        assert show_turn(state, read_turn(state, text)) == text


def test_the_beginning_of_a_turn_can_be_shown() -> None:
    state = at("X r g ? 2 3")
    assert show_turn(state, read_turn(state, "X=r ?=2 H3 I3")[:1]) == "X=r ?=2"
    assert show_turn(state, []) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass ",
        "passe",
        "r",
        "r3 E8",
        "r3 e6",
        "r3  E6",
        " r3 E6",
        "r6 E6",
        "r 3 E6 F5 F6",
        "X 3 E6",
        "x=r 3 E6",
        "X=X 3 E6",
        "X=r 6 E6",
        "r ?=7 E6",
        "r ?=? E6",
        "r3 E6 E6 F6",
        "p3 E6",
        "3r E6",
    ],
)
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_turn(at("r g X 1 3 ?"), text)
    assert caught.value.rule == "REC-2"
    assert caught.value.refusal.de != caught.value.refusal.en


@pytest.mark.parametrize(("players", "text"), [(2, "roll r g X 1 3 ?"), (1, "roll r g 1 3")])
def test_a_roll_is_read_and_written(players: int, text: str) -> None:
    state = new(players)
    assert show_chance(state, read_chance(state, text)) == text
    assert GAME.notation.chance_seat(state) == 0


def test_the_starter_is_read_and_written() -> None:
    state = new(3, random_start=True)
    assert show_chance(state, read_chance(state, "first 2")) == "first 2"
    assert GAME.notation.chance_seat(state) is None


@pytest.mark.parametrize(
    "text", ["", "roll", "roll p", "roll r g X 1 3 6", "first", "first 6", "first 1 2", "first -1"]
)
def test_other_chance_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_chance(new(2), text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("r3 E6 F5 F6", "r3 ?"),
        ("X=r 3 E6 F5 F6", "X=r 3 ?"),
        ("r ?=3 E6 F5 F6", "r ?=3 ?"),
        ("X=r ?=3 E6 F5 F6", "X=r ?=3 ?"),
        ("pass", "pass"),
    ],
)
def test_a_veiled_turn_shows_its_dice_only(text: str, seen: str) -> None:
    assert veil(text, "turn", True) == seen
    assert veil(text, "turn", False) == text


def test_a_roll_is_never_veiled() -> None:
    assert veil("roll r g X 1 3 ?", "chance", True) == "roll r g X 1 3 ?"
