"""Every wrong choice is refused with its rule and a sentence that names the actual tiles."""

from __future__ import annotations

import random
import re

import numba
import pytest

from spieltisch.core.errors import Refusal
from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.alle_neune import CARD, refusals
from spieltisch.games.alle_neune.rules import (
    ACTIONS,
    BANK,
    COLLECT,
    KEEP,
    OUTCOMES,
    STEP,
    apply,
    to_act,
)
from spieltisch.games.alle_neune.tests.table import (
    at,
    chance,
    chance_refused,
    game,
    laid_out,
    new,
    plain_track,
    play,
    random_decisions,
    refused,
)

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def crossing(firsts: str = "4 1", **more: object) -> AnyState:
    """Figure a goes from tile 8 over the cactus tile 9; 3, 4 and 5 are occupied, 7 is gone."""
    return at(
        "8 goal start start",
        "3 4 5 start",
        roll=2,
        firsts=firsts,
        gone=[7],
        **more,  # type: ignore[arg-type]
    )


def says(refusal: Refusal, rule: str, de: str, en: str) -> None:
    assert refusal.rule == rule
    assert de in refusal.de
    assert en in refusal.en


@pytest.mark.parametrize(
    ("text", "rule", "de", "en"),
    [
        ("b", "AN-9", "Figur (b) ist schon im Ziel", "figure (b) is in the goal"),
        ("b*", "AN-9", "Figur (b) ist schon im Ziel", "figure (b) is in the goal"),
        ("a*", "AN-7", "nur bei einer 1 vor; gewürfelt ist 2", "only on a 1; the roll is 2"),
        ("a", "AN-10", "diesen Feldern nehmen: die 1 (2), die 5 (6)", "the cactus (9); for that"),
        ("a keep", "AN-10", "am Kaktus (9) vorbei", "one of these: the 1 (2)"),
        ("a take 3", "AN-12", "Die 2 (3) ist besetzt", "The 2 (3) is occupied"),
        ("a take 7", "AN-8", "Die 6 (7) ist schon genommen", "The 6 (7) has been taken"),
        ("a take 10", "AN-10", "Die 1 (10) liegt nicht in dem Abschnitt", "is not in the section"),
        ("a take 1", "AN-14", "darauf stehen noch 3", "3 still stand before or on it"),
        ("a take 25", "AN-14", "Kaktus-4 (25)", "The cactus 4 (25)"),
        (
            "a take 2 take 8",
            "AN-10",
            "Das Tier (8) bekommst du nicht: Dieser Zug bringt kein weiteres Feld",
            "You do not get the animal (8): this move earns no further tile",
        ),
        ("c take 2", "AN-10", "nicht: Dieser Zug führt über keinen Kaktus", "passes no cactus"),
        ("c keep", "AN-17", "keine Neun, die du behalten", "no nine here that you could keep"),
        ("c nine s 2", "AN-17", "Jetzt kannst du nicht werten", "You cannot bank now"),
        ("c drop s", "AN-18", "Deine Zahl bleibt liegen", "Your number stays"),
        ("a take 8 nine s 2", "AN-17", "Jetzt kannst du nicht werten", "just laid a number"),
        ("a take 6", "AN-17", "die 4 (s) und die 5 (6)", "bank them (nine) or keep"),
        ("a take 6 drop s", "AN-17", "(nine) oder behalte sie", "bank them"),
        ("a take 6 take 2", "AN-17", "(nine) oder behalte sie", "bank them"),
        ("a take 6 nine s 2", "AN-17", "Die 1 (2) liegt nicht vor dir", "is not in front of you"),
        (
            "a take 6 nine s 6 keep",
            "AN-17",
            "keine Neun, die du behalten",
            "no nine here that you could keep",
        ),
    ],
)
def test_a_wrong_turn_with_one_number_in_front(text: str, rule: str, de: str, en: str) -> None:
    says(refused(crossing(), text), rule, de, en)


@pytest.mark.parametrize(
    ("text", "rule", "de", "en"),
    [
        ("a take 2", "AN-18", "die keine 9 ergeben: die 4 (s)", "that make no 9"),
        ("a take 2 keep", "AN-18", "Drei Zahlen darfst du nicht behalten", "keep three numbers"),
        (
            "a take 2 drop 6",
            "AN-18",
            "Die 5 (6) liegt nicht vor dir",
            "The 5 (6) is not in front",
        ),
        ("a take 2 nine s 2", "AN-18", "4 + 1 ist 5", "4 + 1 is 5"),
        ("a take 2 nine s 2 11", "AN-18", "4 + 1 + 2 ist 7, nicht 9", "4 + 1 + 2 is 7, not 9"),
        ("a take 6", "AN-18", "Was davon 9 ergibt, musst du", "What makes 9 must be banked"),
        ("a take 6 drop 11", "AN-18", "musst du jetzt werten", "must be banked now"),
        ("a take 6 keep", "AN-18", "Drei Zahlen darfst du nicht", "You cannot keep three numbers"),
        ("a take 6 nine s 6 11", "AN-17", "Jetzt kannst du nicht werten", "You cannot bank now"),
        ("a take 6 nine 6 11", "AN-18", "5 + 2 ist 7", "in front of you are 4 + 5 + 2"),
        ("a take 6 nine s 48", "AN-18", "Das Tier (48) liegt nicht vor dir", "The animal (48)"),
    ],
)
def test_a_wrong_turn_with_two_numbers_in_front(text: str, rule: str, de: str, en: str) -> None:
    says(refused(crossing(front={0: [11]}), text), rule, de, en)


def test_a_nine_of_three_cannot_be_left_half_named() -> None:
    state = crossing(front={0: [13]}, firsts="4 1")  # 4 and 4, and a 1 makes nine
    says(refused(state, "a take 2 nine s 2"), "AN-18", "4 + 1 ist 5; werten", "4 + 1 is 5; exactly")
    says(refused(state, "a take 2 nine s 2 take 6"), "AN-18", "4 + 1 ist 5", "4 + 1 is 5")


def test_a_figure_that_this_number_of_players_does_not_have() -> None:
    state = at("8 start", "1 1", "1 1", "1 1", roll=2)
    says(refused(state, "c"), "AN-5", "4 Personen gibt es keine Figur c", "only a to b")


def test_advancing_with_no_figure_ahead() -> None:
    state = at("8 start goal goal", "1 1 1 1", roll=1)
    says(refused(state, "a*"), "AN-7", "Vor deiner Figur (a) steht keine", "ahead of yours (a)")


def test_the_last_over_a_cactus_tile_must_take_it_in_its_turn() -> None:
    state = at("9 10 10 10", "10 10 10 10", roll=1, gone=[1, *range(3, 9)])
    says(refused(state, "a take 2"), "AN-14", "auch die Kaktus-2 (9)", "the cactus 2 (9) as well")
    says(
        refused(state, "a take 9"),
        "AN-13",
        "noch nicht an der Reihe",
        "not the time for the cactus",
    )
    says(refused(state, "a take 2 take 10"), "AN-14", "Die 1 (10) liegt nicht", "The 1 (10)")


def test_the_goal_asks_for_a_tile_of_the_last_section() -> None:
    state = at("48 start start start", "42 43 44 45", roll=1, gone=[46, 47])
    says(
        refused(state, "a"),
        "AN-11",
        "musst du das Tier (48) nehmen",
        "you must take the animal (48)",
    )
    says(refused(state, "a take 40"), "AN-11", "Das Tier (40)", "The animal (40)")


def test_the_settlement_of_who_has_finished() -> None:
    state = at("48 goal goal goal", "1 1 1 1", roll=1, firsts="4 1", front={0: [6]})
    for rest in ("", " keep", " drop s", " take 43"):
        says(refused(state, "a take 48" + rest), "AN-19", "Was zusammen 9 ergibt", "must be banked")
    says(refused(state, "a take 42 nine 6 42"), "AN-19", "5 + 1 ist 6", "5 + 1 is 6")
    plain = at("48 goal goal goal", "1 1 1 1", roll=1)
    says(refused(plain, "a take 43 drop 43"), "AN-19", "von selbst", "by itself")


def test_the_short_track_has_no_tile_41() -> None:
    state = at("40 start goal goal", "1 1 1 1", roll=1, short_track=True, firsts="4 1")
    says(refused(state, "a take 41"), "AN-4", "ein Feld 41 gibt es nicht", "no tile 41")
    says(refused(state, "a take 38 nine s 41"), "AN-17", "Feld 41 liegt nicht vor dir", "Tile 41")


def test_decisions_that_no_text_leads_to() -> None:
    state = at("5 5 start start", "1 1 1 1", roll=2)
    says(refusals.explain(state, [STEP + 1], 0), "AN-6", "a und b stehen zusammen", "a is the one")
    says(refusals.explain(state, [KEEP], 0), "AN-6", "Zuerst ziehst du", "First you move")


# Chance


def test_chance_of_the_wrong_line_cites_the_rule_of_the_due_one() -> None:
    first, start = new(3, random_start=True), new(3)
    track, roll = chance(start, "start 1 2 3"), laid_out(3)
    lines = {
        "first 0": first,
        "start 1 2 3": start,
        "track " + plain_track(): track,
        "roll 2": roll,
    }
    rules = {"first": "AN-6", "start": "AN-2", "track": "AN-3", "roll": "AN-6"}
    for due, state in lines.items():
        for text in lines:
            if text != due:
                refusal = chance_refused(state, text)
                assert refusal.rule == rules[due.split()[0]]


def test_chance_that_cannot_be() -> None:
    start = new(3)
    says(chance_refused(start, "start 4 3"), "AN-2", "nicht nur 2", "not only 2")
    says(chance_refused(start, "start 4 3 6 1"), "AN-2", "4 erste Zahlen", "4 first numbers")
    says(chance_refused(start, "start C4 3 6"), "AN-2", "C4 ist keines", "C4 is none")
    says(chance_refused(start, "start"), "AN-2", "nicht nur 0", "not only 0")
    track = chance(start, "start 4 3 6")
    words = plain_track()
    says(chance_refused(track, f"track {words[:-2]}"), "AN-3", "nicht nur 47", "not only 47")
    says(chance_refused(track, f"track {words} 5"), "AN-3", "nicht 49", "not 49")
    says(chance_refused(track, "track 3"), "AN-3", "Feld 1 ist ein Kaktus", "Tile 1 is a cactus")
    says(chance_refused(track, "track C1 C2"), "AN-3", "Kaktusfeld C2", "the cactus tile C2")
    twice = words.replace("C2", "C1")
    says(chance_refused(track, f"track {twice}"), "AN-1", "C1 gibt es nur 1", "C1 there are only 1")
    first = new(3, random_start=True)
    says(chance_refused(first, "first 3"), "AN-6", "Plätze 0 bis 2", "seats 0 to 2")
    says(refusals.explain_chance(first, [], 0), "AN-6", "first", "first")


def test_what_is_due_cites_its_rule() -> None:
    assert refusals.due(new(2, random_start=True)) == "AN-6"
    assert refusals.due(new(2)) == "AN-2"
    assert refusals.due(chance(new(2), "start 1 1")) == "AN-3"
    assert refusals.due(laid_out(2)) == "AN-6"
    state = crossing()
    assert refusals.due(state) == "AN-6"
    apply(state, STEP)
    assert refusals.due(state) == "AN-10"
    apply(state, COLLECT + 6)
    assert refusals.due(state) == "AN-17"
    ended = at("48 goal goal goal", "goal goal goal goal", roll=1, gone=range(1, 48))
    assert refusals.due(play(ended, "a take 48")) == "AN-20"


# In every position something can be said of every decision


def test_every_refusal_has_a_rule_and_two_sentences() -> None:
    texts = {lang: CARD.rules_text(lang) for lang in ("de", "en")}
    ids = {lang: set(re.findall(r"\*\*(AN-\d+)\*\*", text)) for lang, text in texts.items()}
    assert ids["de"] == ids["en"] == {f"AN-{n}" for n in range(1, 23)}
    rng = random.Random(5)
    for players in (2, 5):
        for state, action in random_decisions(players, seed=players):
            if to_act(state) == OVER:
                break
            for _ in range(3):
                is_chance = to_act(state) == CHANCE
                wrong = rng.randrange(OUTCOMES if is_chance else ACTIONS)
                if wrong == action or wrong in (
                    game().chances(state)[0] if is_chance else game().legal(state)
                ):
                    continue
                explain = refusals.explain_chance if is_chance else refusals.explain
                begun = int(game().rules.midway(state))
                refusal = explain(state, [BANK] * begun + [wrong], begun)
                assert refusal.rule in ids["de"]
                assert refusal.de != refusal.en
