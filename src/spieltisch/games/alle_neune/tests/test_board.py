"""The text board, the views behind it, and the words beside it."""

from __future__ import annotations

import json

import pytest

from spieltisch.core.log_context import LogContext
from spieltisch.core.state import CHANCE, SPECTATOR, AnyState
from spieltisch.games.alle_neune.board import WIDTH, draw
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    BANK,
    COLLECT,
    ENDED,
    STEP,
    apply,
    hide,
    midway,
    to_act,
)
from spieltisch.games.alle_neune.tests.table import at, laid_out, new, random_decisions
from spieltisch.games.alle_neune.view import view
from spieltisch.games.alle_neune.words import ask, say

NAMES = ["Ada", "Bo", "A very long name that goes on and on", "Di", "Eve"]


def seen(state: AnyState, seat: int = SPECTATOR) -> dict[str, object]:
    hidden = state.copy()
    hide(hidden, seat)
    return view(hidden)


def drawn(state: AnyState, lang: str = "en") -> str:
    return draw(seen(state), NAMES, lang).plain


def test_the_track_is_drawn_as_it_has_closed_up() -> None:
    state = at("8 goal start start", "8 9 25 start", roll=2, gone=[*range(2, 8), *range(10, 17)])
    assert drawn(state).splitlines()[:7] == [
        "start  0cd 1d",
        "── section 1 " + "─" * 61,
        "  1:C1     8:A",
        "           0a",
        "           1a",
        "── section 2 " + "─" * 61,
        "  9:C2",
    ]
    assert "goal   0b" in drawn(state)


def test_numbers_piles_and_scores_are_shown() -> None:
    state = at("8 goal start start", "1 1 1 1", roll=2, front={0: [9]})
    state.banked[0] = 1 << 10 | 1 << 16
    state.aside[1] = 1 << 20
    text = drawn(state, "de")
    assert "▶ 0 Ada                      Punkte 10, Wurf 2" in text
    assert "vor sich: s:1  9:C2" in text
    assert "gewertet (2): 1 A" in text
    assert "offen zur Seite (1): 3" in text


@pytest.mark.parametrize(("players", "lang"), [(2, "de"), (3, "en"), (5, "de")])
def test_the_board_is_never_wider_than_78_columns(players: int, lang: str) -> None:
    for nth, (state, _) in enumerate(random_decisions(players, seed=3)):
        if nth % 25 == 0 or state.phase == ENDED:
            text = draw(seen(state), NAMES, lang).plain
            assert max(map(len, text.splitlines())) <= WIDTH
    assert ("Rang 1" if lang == "de" else "rank 1") in text


def test_many_banked_tiles_take_several_lines() -> None:
    state = at("8 goal start start", "1 1 1 1", roll=2)
    state.banked[0] = (1 << 48) - 2
    assert max(map(len, drawn(state).splitlines())) <= WIDTH


def test_the_view_is_plain_data_and_says_who_looks() -> None:
    state = at("8 start goal goal", "11 1 1 1", roll=1)
    shown = seen(state, 0)
    assert json.loads(json.dumps(shown)) == shown
    assert shown["you"] == 0
    assert seen(state)["you"] is None
    assert shown["acting"] == [0]
    assert shown["moves"] == [
        {"turn": "a", "figure": "a", "to": 9},
        {"turn": "b", "figure": "b", "to": 1},
        {"turn": "a*", "figure": "a", "to": 11},
    ]


def test_nobody_is_asked_when_it_is_not_their_turn() -> None:
    state = at("8 start goal goal", "11 1 1 1", roll=1)
    assert ask(seen(state, 1), "de") == ""
    assert ask(seen(state), "de") == ""
    assert ask(seen(laid_out(2), 0), "en") == ""
    assert ask(seen(new(2), 0), "en") == ""


@pytest.mark.parametrize(
    ("decisions", "de", "en"),
    [
        ([], "Zieh eine Figur (a oder b) oder rück", "move a figure (a or b) or move up"),
        (
            [ADVANCE],
            "Nimm die 5 (6) oder ein Tier (8)",
            "Take the 5 (6) or an animal (8)",
        ),
        (
            [ADVANCE, COLLECT + 6],
            "Werte die Neun 4 (s) + 5 (6) oder",
            "Bank the nine 4 (s) + 5 (6) or keep it",
        ),
        (
            [ADVANCE, COLLECT + 6, BANK],
            "gehört noch zur Neun? (Bisher: s)",
            "into the nine? (So far: s)",
        ),
    ],
)
def test_the_question_fits_the_decision(decisions: list[int], de: str, en: str) -> None:
    gone = [2, 3, 4, 5, 7]
    state = at("8 start goal goal", "11 1 1 1", roll=1, firsts="4 1", gone=gone)
    for decision in decisions:
        apply(state, decision)
    assert de in ask(seen(state, 0), "de")
    assert en in ask(seen(state, 0), "en")


@pytest.mark.parametrize(
    ("front", "take", "en"),
    [
        ([6], 4, "You must bank what makes 9: 4 (s) + 3 (4) + 5 (6)"),
        ([3], 2, "No 9 is possible: lay one of the numbers aside"),
    ],
)
def test_three_numbers_are_asked_about(front: list[int], take: int, en: str) -> None:
    state = at("8 start start start", "1 1 1 1", roll=2, firsts="4 1", front={0: front})
    apply(state, STEP)
    apply(state, COLLECT + take)
    assert en in ask(seen(state, 0), "en")
    assert ask(seen(state, 0), "de")


def test_who_has_finished_is_asked_for_the_nine() -> None:
    state = at("48 goal goal goal", "1 1 1 1", roll=1, firsts="4 1", front={0: [6]})
    apply(state, STEP)
    apply(state, COLLECT + 48)
    assert "Your last figure is home; bank what makes 9" in ask(seen(state, 0), "en")


def test_there_is_always_a_question_for_the_seat_to_act() -> None:
    for state, _ in random_decisions(3, seed=9):
        seat = to_act(state)
        if seat > CHANCE and midway(state):
            assert ask(seen(state, seat), "de")
            assert ask(seen(state, seat), "en")


CONTEXT = LogContext(["Ada", "Bo"], 0, ["start 4 3", "track C3 5 2 A 6 1 1 4 C6 3"])


@pytest.mark.parametrize(
    ("text", "kind", "de", "en"),
    [
        ("a", "turn", "Ada zieht eine Figur", "Ada moves a figure"),
        (
            "a take 2 nine s 2",
            "turn",
            "Ada zieht eine Figur und nimmt die 5: 4 + 5 = 9",
            "Ada moves a figure and takes the 5: 4 + 5 = 9",
        ),
        (
            "b* take 9 keep",
            "turn",
            "Ada rückt zur nächsten Figur vor, nimmt die Kaktus-6 und hebt sich die Neun noch auf",
            "Ada moves up to the next figure, takes the cactus 6 and keeps the nine for later",
        ),
        (
            "a take 2 drop s take 9 drop 9 take 4",
            "turn",
            "Ada zieht eine Figur, nimmt die 5, legt die 4 zur Seite, nimmt die Kaktus-6, "
            "legt sie zur Seite und nimmt ein Tier",
            "Ada moves a figure, takes the 5, lays the 4 aside, takes the cactus 6, "
            "lays it aside and takes an animal",
        ),
        (
            "a nine s 2",
            "turn",
            "Ada zieht eine Figur und wertet 4 + 5 = 9",
            "Ada moves a figure and banks 4 + 5 = 9",
        ),
        ("roll 3", "chance", "Ada würfelt eine 3", "Ada rolls a 3"),
        ("first 1", "chance", "Bo beginnt", "Bo starts"),
        (
            "start 4 3",
            "chance",
            "Es beginnen Ada mit einer 4 und Bo mit einer 3",
            "Starting: Ada with a 4 and Bo with a 3",
        ),
        (
            "track C3 5",
            "chance",
            "Die Strecke mit 2 Feldern liegt aus",
            "The track of 2 tiles is laid out",
        ),
    ],
)
def test_log_sentences(text: str, kind: str, de: str, en: str) -> None:
    assert say(text, kind, "Ada", "de", CONTEXT) == de
    assert say(text, kind, "Ada", "en", CONTEXT) == en


def test_a_sentence_without_a_table_names_no_numbers_of_places() -> None:
    assert say("a take 12 nine s 12", "turn", "Ada", "en") == (
        "Ada moves a figure, takes a tile and banks 9"
    )
