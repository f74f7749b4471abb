"""What bots know: estimates that make sense, and a greedy player that beats a random one."""

from __future__ import annotations

import os

import numpy as np
import pytest

from spieltisch.core.play import GREEDY, RANDOM, play_out
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.games.no_return import evaluate, rules
from spieltisch.games.no_return.notation import show_turn
from spieltisch.games.no_return.tests.table import GAME, at, new, play

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))


def greedy_turn(state: AnyState) -> str:
    after = state.copy()
    decisions: list[int] = []
    actions, values = GAME.buffer(), np.zeros(rules.MOST)
    while not decisions or rules.midway(after):
        n = rules.list_legal(after, actions)
        evaluate.prefer(after, actions, n, values)
        decisions.append(int(actions[int(np.argmax(values[:n]))]))
        rules.apply(after, decisions[-1])
    return show_turn(state, decisions)


def test_shares_of_victory_add_up_to_one() -> None:
    state = at(displays={0: "r11 r9", 1: "b3"}, piles={2: "g5"}, players=3)
    shares = [evaluate.value(state, seat) for seat in range(3)]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0


def test_points_on_the_pile_are_better_than_points_in_the_display_at_the_end() -> None:
    late = at(displays={0: "r11 r9"}, piles={1: "g11 g9"}, phases=[2, 2], bag="y1")
    assert evaluate.value(late, 1) > 0.9


def test_at_the_end_only_winners_have_a_share() -> None:
    hand = "b1 b2"
    over = play(at([hand, "r1"], piles={0: "g5", 1: "r3"}, seat=1, bag=""), "swap r1")
    assert [evaluate.value(over, seat) for seat in range(2)] == [1, 0]
    shared = play(at([hand, "r1"], piles={0: "g5", 1: "r5"}, seat=1, bag=""), "swap r1")
    assert [evaluate.value(shared, seat) for seat in range(2)] == [0.5, 0.5]


def test_high_counters_are_laid_and_the_low_one_is_kept_for_later() -> None:
    state = at(["r11 r9 r9 r2 o2 g7 y5 p8"], {0: "o6 o3 y7 y4 g9 g8 b10 b2 p6"})
    assert greedy_turn(state) == "lay r11 r9 r9"


def test_as_much_is_cleared_as_can_be_paid_without_waste() -> None:
    state = at(["r11 r4 b5 b5 g1 y1 p2 o3"], {0: "g8 g5 g5 y9"}, phases=[2])
    assert greedy_turn(state) == "clear g5 g5 pay b5 b5"


def test_phase_2_is_announced_when_the_turns_run_out() -> None:
    hand, display = "r11 r4 b5 b5 g1 y1 p2 o3", {0: "g8 g5 g5 y9"}
    assert not greedy_turn(at([hand], display)).startswith("phase2")
    assert greedy_turn(at([hand], display, bag="y1 y2 y3 y4")).startswith("phase2 clear")


def test_greedy_beats_random() -> None:
    games = 1 if INTERPRETED else 200
    random, log = generator(5), np.zeros(4000, np.int64)
    values, counts = np.zeros(rules.MOST), np.zeros(2, np.int64)
    won = 0
    for game in range(games):
        state, seat = new(2), game % 2
        policies = np.full(2, RANDOM, np.int64)
        policies[seat] = GREEDY
        play_out(state, policies, random, random, GAME.buffer(), values, log, counts)
        won += rules.rank(state, seat) == 1
    assert won >= 0.95 * games
