"""Turns and draws as text, both ways, and what others see of them."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import Unreadable
from spieltisch.core.log_context import LogContext
from spieltisch.games.no_return import notation
from spieltisch.games.no_return.rules import CLEAR, DONE, PAY, PHASE2, SWAP
from spieltisch.games.no_return.tests.table import at, begin, counters, look, new, play
from spieltisch.games.no_return.words import ask, say

STATE = at(["r1"])


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("keep", "keep"),
        ("swap b2 r3 r1", "swap r1 r3 b2"),
        ("swap p1 o11 o2", "swap o2 o11 p1"),
        ("lay r2 r9 r11 r9", "lay r11 r9 r9 r2"),
        ("clear g8 g5 g5 pay r2 r11", "clear g5 g5 g8 pay r11 r2"),
        ("phase2 swap b2 r3", "phase2 swap r3 b2"),
        ("phase2 clear g5 pay r3 r4", "phase2 clear g5 pay r4 r3"),
    ],
)
def test_any_order_is_read_and_one_is_written(text: str, canonical: str) -> None:
    decisions = notation.read_turn(STATE, text)
    assert notation.show_turn(STATE, decisions) == canonical
    assert notation.read_turn(STATE, canonical) == decisions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "swap",
        "lay",
        "clear",
        "clear pay r1",
        "clear r1 pay",
        "phase2 ",
        "phase2 phase2 swap r1",
        "keep r1",
        "pass",
        "swap r0",
        "swap r12",
        "swap R3",
        "swap r03",
        "swap x3",
        "swap  r3",
        " swap r3",
        "swap r3 ",
        "clear r1 pay r1 pay r1",
        "draw r1",
        "swap 2",
    ],
)
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        notation.read_turn(STATE, text)
    assert caught.value.rule == "REC-2"
    assert caught.value.refusal.de != caught.value.refusal.en


def test_the_beginning_of_a_turn_can_be_shown() -> None:
    red, green = counters("r11 g5")
    assert notation.show_turn(STATE, [PHASE2]) == "phase2"
    assert notation.show_turn(STATE, [CLEAR + green, CLEAR + green]) == "clear g5 g5"
    assert notation.show_turn(STATE, [CLEAR + green, PAY + red, DONE]) == "clear g5 pay r11"
    assert notation.show_turn(STATE, []) == ""
    assert notation.show_turn(STATE, [SWAP + red]) == "swap r11"


def test_draws_keep_their_order() -> None:
    state = new()
    text = "draw r3 b2 g11 y1 y4 p7 o2 b9"
    assert notation.show_chance(state, notation.read_chance(state, text)) == text
    assert notation.chance_seat(state) == 0
    first = new(3, random_start=True)
    assert notation.show_chance(first, notation.read_chance(first, "first 2")) == "first 2"


@pytest.mark.parametrize("text", ["draw", "first 2", "draw r12", "keep", "draw 2", "Draw r1"])
def test_other_draws_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.read_chance(new(), text)


@pytest.mark.parametrize("text", ["first", "first 3", "first 0 1", "draw r1", "first 00"])
def test_only_seats_of_the_table_can_be_first(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.read_chance(new(3, random_start=True), text)


@pytest.mark.parametrize(
    ("text", "veiled"),
    [
        ("swap r3 b2", "swap 2"),
        ("phase2 swap r3", "phase2 swap 1"),
        ("draw r3 b2", "draw 2"),
        ("keep", "keep"),
        ("lay r11 r9", "lay r11 r9"),
        ("clear g5 pay r11", "clear g5 pay r11"),
    ],
)
def test_others_see_how_many_and_not_which(text: str, veiled: str) -> None:
    assert notation.veil(text, "turn", sealed=False) == veiled


@pytest.mark.parametrize(
    ("text", "de", "en"),
    [
        ("keep", "Ada behält die ganze Hand", "Ada keeps the whole hand"),
        ("swap r3 b2", "Ada tauscht Rot 3 und Blau 2", "Ada exchanges red 3 and blue 2"),
        ("swap 1", "Ada tauscht 1 Stein", "Ada exchanges 1 counter"),
        ("draw 3", "Ada zieht 3 Steine", "Ada draws 3 counters"),
        ("lay b8 b5", "Ada legt Blau 8 und 5 aus", "Ada lays out blue 8 and 5"),
        (
            "phase2 clear g5 g5 pay r11",
            "Ada sagt Phase 2 an und räumt Grün 5 und 5 ab und bezahlt mit Rot 11",
            "Ada announces phase 2 and clears green 5 and 5 and pays with red 11",
        ),
        ("phase2", "Ada sagt Phase 2 an", "Ada announces phase 2"),
        ("first 2", "Ada beginnt", "Ada starts"),
    ],
)
def test_turns_in_words(text: str, de: str, en: str) -> None:
    assert (say(text, "turn", "Ada", "de"), say(text, "turn", "Ada", "en")) == (de, en)


def test_a_start_player_without_a_name_is_a_seat() -> None:
    assert say("first 2", "chance", "", "en") == "Player 3 starts"
    assert say("first 1", "chance", "", "de", LogContext(["Ada", "Bo"])) == "Bo beginnt"


def test_the_question_fits_the_moment() -> None:
    hand = "r1 r2 o3 o4 y5 y6 g7 g8"
    moments = {
        "opening": at([hand], opening=True),
        "aside": begin(at([hand], opening=True), "swap r1"),
        "laying or more": at([hand]),
        "swap": begin(at([hand]), "swap r1"),
        "lay": begin(at([hand]), "lay r2"),
        "clear": at([hand], {0: "b3"}, phases=[2]),
        "announced": begin(at([hand], {0: "b3"}), "phase2"),
        "cleared": begin(at([hand], {0: "b3"}, phases=[2]), "clear b3"),
        "paying": begin(at([hand], {0: "b9"}, phases=[2]), "clear b9 pay g8"),
        "paid": begin(at([hand], {0: "b3"}, phases=[2]), "clear b3 pay g8"),
        "empty": at([hand], phases=[2]),
    }
    asked = {name: ask(look(state, 0), "en") for name, state in moments.items()}
    assert asked.pop("announced") == asked["clear"]
    assert len(set(asked.values())) == len(asked)
    assert "pay 3" in asked["cleared"]
    assert "Pay 1 more" in asked["paying"]
    assert ask(look(moments["opening"], 1), "de") == ""
    assert ask(look(moments["opening"], -1), "de") == ""
    assert ask(look(play(at([hand]), "swap r1"), 0), "de") == ""
