"""Who sees what of a roll in which several choose at the same time."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from spieltisch.core.randomness import generator
from spieltisch.core.state import FULL, SPECTATOR, AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.tests.table import GAME, at, play, turns

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
TURN = "y5 H6 H7 I6 I7 J7"


def seen(state: AnyState, viewer: int) -> AnyState:
    return GAME.hidden(state, viewer)


@pytest.mark.parametrize("other", ["pass", "o2 G2 H2", "b2 G4 H4", "b5 I1 J1 J2 K1 K2"])
def test_in_the_first_rolls_a_choice_is_not_seen_before_all_have_chosen(other: str) -> None:
    start = at("b y o 2 5 5", players=3, marked="H1")
    mine, theirs = play(start.copy(), TURN), play(start.copy(), other)
    for viewer in (1, 2, SPECTATOR):
        assert seen(mine, viewer).tobytes() == seen(theirs, viewer).tobytes()
        assert GAME.view(seen(mine, viewer))["players"][0]["chosen"] is True
        assert GAME.view(seen(mine, viewer))["taken"] is None
    assert GAME.view(seen(mine, 0))["choice"]["text"] == TURN


def test_from_the_fourth_roll_on_the_active_players_dice_are_seen_but_not_the_cells() -> None:
    start = at("b y o 2 5 5", players=3, roll=4)
    one, other = play(start.copy(), "b2 G4 H4"), play(start.copy(), "b2 G5 H5")
    for viewer in (1, 2, SPECTATOR):
        assert seen(one, viewer).tobytes() == seen(other, viewer).tobytes()
        view = GAME.view(seen(one, viewer))
        assert view["taken"] == {"colour": "b", "number": "2", "text": "b2"}
    assert GAME.view(seen(one, 1))["left"] == {"colours": ["y", "o"], "numbers": ["5", "5"]}
    assert GAME.view(seen(one, 0))["left"]["colours"] == ["b", "y", "o"]
    assert GAME.view(seen(one, SPECTATOR))["left"] is None


def test_that_the_active_player_passed_is_seen() -> None:
    state = play(at("b y o 2 5 5", players=3, roll=4), "pass")
    assert GAME.view(seen(state, 1))["taken"] == {"text": "pass"}


def test_others_see_each_others_choices_only_when_all_have_chosen() -> None:
    state = play(at("b y o 2 5 5", players=3, roll=4), "pass", TURN)
    assert GAME.view(seen(state, 2))["players"][1]["marked"] == []
    play(state, "pass")
    assert GAME.view(seen(state, 2))["players"][1]["marked"] == TURN.split()[1:]


def test_a_half_made_choice_is_hidden_too() -> None:
    start = at("b y o 2 5 5", players=3)
    halves = []
    for text in (TURN, "b2 G4 H4"):
        half = start.copy()
        rules.apply(half, GAME.notation.read_turn(start, text)[0])
        assert rules.midway(half)
        halves.append(half)
    assert seen(halves[0], 1).tobytes() == seen(halves[1], 1).tobytes()
    guess = seen(halves[0], 1)
    rules.fill(guess, generator(1))
    assert rules.midway(guess)
    assert GAME.legal(guess)
    assert GAME.view(seen(halves[0], 0))["choice"]["done"] is False


def test_guessed_turns_are_legal_and_equally_likely() -> None:
    start = at("b b o 2 2 1", players=2, marked="")
    possible = turns(start)
    state, luck = play(start.copy(), "pass"), generator(5)
    drawn: Counter[str] = Counter()
    each = 15 if INTERPRETED else 60
    for _ in range(each * len(possible)):
        guess = seen(state, 1)
        rules.fill(guess, luck)
        assert int(guess.viewer) == FULL
        drawn[GAME.view(seen(guess, 0))["choice"]["text"]] += 1
    assert set(drawn) == possible
    chi_square = sum((count - each) ** 2 / each for count in drawn.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_the_active_players_cells_are_guessed_for_the_dice_that_are_seen() -> None:
    state, luck = play(at("b y o 2 5 5", roll=4), "b2 G4 H4"), generator(2)
    drawn = set()
    for _ in range(60):
        guess = seen(state, 1)
        rules.fill(guess, luck)
        drawn.add(GAME.view(seen(guess, 0))["choice"]["text"])
    assert drawn == {text for text in turns(at("b y o 2 5 5", roll=4)) if text.startswith("b2 ")}


def test_a_full_record_is_left_as_it_is() -> None:
    state = play(at("b y o 2 5 5", roll=4), "b2 G4 H4")
    before = state.tobytes()
    rules.fill(state, generator(1))
    assert state.tobytes() == before


def test_nothing_is_sealed_alone_or_between_rolls() -> None:
    assert not rules.sealing(at("r g 1 3", players=1))
    assert not rules.sealing(at(players=3))
    assert rules.sealing(at("b y o 2 5 5", players=3))
    assert rules.acting(at(players=3)) == 0
    assert GAME.legal(at(players=3)) == []
