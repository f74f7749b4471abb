"""Turns and chance as text, both ways."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from spieltisch.core.errors import Unreadable
from spieltisch.core.state import AnyState
from spieltisch.games.alle_neune import board, notation, words
from spieltisch.games.alle_neune.notation import (
    chance_seat,
    read_chance,
    read_turn,
    show_chance,
    show_turn,
    veil,
)
from spieltisch.games.alle_neune.rules import ADVANCE, KEEP
from spieltisch.games.alle_neune.tests.table import at, game, laid_out, new, plain_track, play


def canonical(state: AnyState, text: str) -> str:
    return show_turn(state, read_turn(state, text))


@pytest.mark.parametrize("module", [notation, words, board])
def test_examples_in_docstrings(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    "text",
    ["a", "b*", "b take 12 take 17 drop 17 take 20 nine s 12 20", "c take 6 keep", "d drop s"],
)
def test_canonical_texts_are_read_and_written_the_same(text: str) -> None:
    state = at("2 4 6 8", "14 start start start", roll=1)
    assert canonical(state, text) == text


def test_the_beginning_of_a_turn_can_be_shown() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1")
    decisions = read_turn(state, "a take 6 nine s 6")
    texts = [show_turn(state, decisions[:n]) for n in range(1, 5)]
    assert texts == ["a", "a take 6", "a take 6 nine s", "a take 6 nine s 6"]


def test_of_figures_on_the_same_place_any_is_read_and_the_first_is_written() -> None:
    state = at("5 start 5 start", "1 1 1 1", roll=2)
    assert [canonical(state, letter) for letter in "abcd"] == ["a", "b", "a", "b"]
    assert play(state, "c").figures[0, 0] == 7


def test_where_both_ways_of_a_1_lead_to_the_same_tile_the_step_is_written() -> None:
    state = at("5 8 start start", "6 1 1 1", roll=1)
    assert canonical(state, "a*") == "a"
    assert canonical(state, "b*") == "b*"
    assert canonical(state, "d*") == "c"
    state.roll = 2
    assert canonical(state, "a*") == "a*"


def test_the_tiles_of_a_nine_may_come_in_any_order() -> None:
    state = at("8 start start start", "1 1 1 1", roll=2)
    assert canonical(state, "a take 6 nine 6 17 s") == "a take 6 nine s 6 17"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e",
        "A",
        "a**",
        "a b",
        "take 5",
        "a take",
        "a take s",
        "a take 0",
        "a take 49",
        "a take 05",
        "a  take 5",
        "a take 5 ",
        "a nine",
        "a nine s",
        "a nine s s",
        "a nine s 1 2 3",
        "a nine s nine 12",
        "a keep 5",
        "a drop",
        "a drop x",
        "a take ²",
    ],
)
def test_what_is_not_in_the_notation_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_turn(at("8 start start start", "1 1 1 1", roll=2), text)
    assert error.value.rule == "REC-2"


def test_a_figure_that_does_not_exist_is_readable() -> None:
    state = at("8 start", "1 1", "1 1", "1 1", roll=2)
    assert read_turn(state, "d*") == [ADVANCE + 3]
    assert read_turn(state, "b keep")[1] == KEEP


def test_chance_is_read_and_written() -> None:
    state = new(3, random_start=True)
    for text in ("first 2", "start 4 3 6", "track " + plain_track()):
        outcomes = read_chance(state, text)
        assert show_chance(state, outcomes) == text
        assert chance_seat(state) is None
        assert game().advance_chance(state, outcomes) is None
    assert chance_seat(state) == 2
    assert show_chance(state, read_chance(state, "roll 6")) == "roll 6"


@pytest.mark.parametrize(
    "text",
    [
        *("", "roll", "roll 0", "roll 7", "roll 3 3", "first", "first 5", "first x", "start 4 7"),
        *("track C7", "track a", "draw 3", "start ", "start 4  3", "Roll 3"),
    ],
)
def test_other_chance_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_chance(laid_out(2), text)


def test_nothing_is_veiled() -> None:
    assert veil("a take 5", "turn", True) == "a take 5"
