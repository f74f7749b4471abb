"""What bots know: greedy play is far better than chance, and values are shares of victory."""

from __future__ import annotations

import os

import numpy as np
import pytest

from spieltisch.core.play import GREEDY, RANDOM, play_out
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.evaluate import prefer, value
from spieltisch.games.noch_mal.tests.table import GAME, at, chance, colour, column, new, play

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))


def finish(players: int, policies: list[int], seed: int) -> AnyState:
    state = new(players, roll_limit=4 if INTERPRETED else 200)
    log = np.zeros(20_000, np.int64)
    values = np.zeros(rules.MOST)
    counts = np.zeros(2, np.int64)
    dice, luck = generator(seed, 0), generator(seed, 1)
    play_out(state, np.array(policies), dice, luck, GAME.buffer(), values, log, counts)
    return state


def preferred(state: AnyState) -> str:
    """The turn that greedy play takes."""
    start = state.copy()
    line: list[int] = []
    while not line or rules.midway(state):
        actions, values = GAME.buffer(), np.zeros(rules.MOST)
        n = rules.list_legal(state, actions)
        prefer(state, actions, n, values)
        line.append(int(actions[int(np.argmax(values[:n]))]))
        rules.apply(state, line[-1])
    return GAME.notation.show_turn(start, line)


def test_greedy_beats_random_play() -> None:
    games = 1 if INTERPRETED else 200
    won = 0
    for seed in range(games):
        policies = [GREEDY, RANDOM] if seed % 2 else [RANDOM, GREEDY]
        won += int(rules.rank(finish(2, policies, seed), 1 - seed % 2)) == 1
    assert INTERPRETED or won >= 0.95 * games


def test_greedy_alone_reaches_a_decent_score() -> None:
    games = 1 if INTERPRETED else 200
    scores = [int(rules.score(finish(1, [GREEDY], seed), 0)) for seed in range(games)]
    assert INTERPRETED or np.mean(scores) > 12


def test_greedy_fills_a_column_and_a_colour_when_it_can() -> None:
    almost = column("A", rows=range(1, 7))
    assert preferred(at("y y y 1 1 1", marked=almost)) == "y1 A7"
    assert preferred(at("g g g 1 1 1", marked=colour("g", but="H1"))) == "g1 H1"


def test_greedy_keeps_its_exclamation_marks_when_a_plain_die_does_the_same() -> None:
    assert "=" not in preferred(at("X y y ? 5 5"))


def test_greedy_passes_when_nothing_fits() -> None:
    marked = column("ABCDEFGHIJKLMNO")
    assert preferred(at("g b y 1 2 3", marked=marked)) == "pass"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_values_are_shares_of_victory(players: int) -> None:
    state = at(players=players, marked=column("H"))
    shares = [value(state, seat) for seat in range(players)]
    assert sum(shares) == pytest.approx(1)
    assert shares[0] == max(shares)


def test_the_value_of_a_game_alone_grows_with_the_sheet() -> None:
    empty, better = (at(players=1, roll=8, marked=column(some)) for some in ("", "GHI"))
    best = at(players=1, roll=8, marked=column("EFGHIJK"))
    assert 0 < value(empty, 0) < value(better, 0) < value(best, 0) < 1


def test_at_the_end_only_points_count() -> None:
    state = new(2, roll_limit=1)
    chance(state, "roll r g X 1 3 ?")
    play(state, "g1 H1", "pass")
    assert [value(state, seat) for seat in range(2)] == [1, 0]
