"""Who sees what of a roll in which several choose at the same time."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from spieltisch.core.randomness import generator
from spieltisch.core.state import FULL, SPECTATOR, AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.decisions import PASS
from spieltisch.games.noch_mal.tests.table import GAME, at, play, turns

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
TURN = "y5 H6 H7 I6 I7 J7"


def seen(state: AnyState, viewer: int) -> AnyState:
    return GAME.hidden(state, viewer)


@pytest.mark.parametrize("roll", [1, 2, 3])
@pytest.mark.parametrize("other", ["pass", "o2 G2 H2", "b2 G4 H4", "b5 I1 J1 J2 K1 K2"])
def test_in_the_first_rolls_a_choice_is_not_seen_before_all_have_chosen(
    other: str, roll: int
) -> None:
    start = at("b y o 2 5 5", players=3, marked="H1", roll=roll)
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


@pytest.mark.parametrize("roll", [3, 4])
@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_every_choice_that_was_made_is_guessed_whoever_looks(roll: int, active: int) -> None:
    """Three of four have chosen; of their choices a viewer guesses all but its own."""
    state = at("b y o 2 5 5", players=4, roll=roll, active=active)
    play(state, "b2 G4 H4", "pass", TURN)
    chosen = [seat for seat in range(4) if int(state.chosen) >> seat & 1]
    assert len(chosen) == 3
    for viewer in (SPECTATOR, *range(4)):
        guess = seen(state, viewer)
        rules.fill(guess, generator(10 * viewer + roll))
        for seat in range(4):
            legal = turns(
                GAME.focused(at("b y o 2 5 5", players=4, roll=roll, active=active), seat)
            )
            choice = GAME.view(seen(guess, seat))["choice"]
            assert (choice is not None and choice["done"]) == (seat in chosen)
            if seat in chosen:
                assert choice["text"] in legal
            if seat == viewer and seat in chosen:
                assert choice == GAME.view(seen(state, seat))["choice"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_dice_of_a_half_made_choice_are_guessed_among_the_possible(seat: int) -> None:
    start = GAME.focused(at("b b o 2 2 1", players=3), seat)
    half = start.copy()
    dice = [decision for decision in GAME.legal(start) if decision != PASS]
    rules.apply(half, dice[-1])
    drawn, luck = set(), generator(3)
    for _ in range(120):
        guess = seen(half, (seat + 1) % 3)
        rules.fill(guess, luck)
        drawn.add(int(guess.dice_choice[seat]) - 1)
    assert drawn == set(dice)


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


def test_whoever_is_asked_knows_nothing_of_anothers_half_made_choice() -> None:
    start = at("b y o 2 5 5", players=3)
    half = start.copy()
    rules.apply(half, GAME.notation.read_turn(start, TURN)[0])
    assert GAME.focused(half, 1).tobytes() == GAME.focused(start, 1).tobytes()
    assert GAME.focused(half, 0).tobytes() == half.tobytes()  # one's own goes on


def test_the_first_of_all_pairs_of_dice_is_seen_like_any_other() -> None:
    """It is number 0 among the decisions, and a choice of dice is kept as one more."""
    start = at("g y o 1 5 5", roll=4)
    mine = next(text for text in sorted(turns(start)) if text.startswith("g1 "))
    state, luck = play(start.copy(), mine), generator(4)
    assert int(state.dice_choice[0]) == 1
    for _ in range(40):
        guess = seen(state, 1)
        rules.fill(guess, luck)
        assert GAME.view(seen(guess, 0))["choice"]["text"].startswith("g1 ")
