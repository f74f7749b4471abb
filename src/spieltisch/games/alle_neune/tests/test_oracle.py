"""The kernels against the slow twin, over random games: supply, turns, scores, ranks, the end."""

from __future__ import annotations

import random

import numba
import pytest

from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.alle_neune import notation
from spieltisch.games.alle_neune.rules import apply, midway, rank, score, to_act
from spieltisch.games.alle_neune.tests.oracle import Table, new_table
from spieltisch.games.alle_neune.tests.table import completed, game, new

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
TABLES = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"short_track": True}),
    (3, {"short_track": True, "random_start": True}),
    (5, {"random_start": True}),
]


def let_chance_act(state: AnyState, table: Table, rng: random.Random) -> None:
    before = state.copy()
    drawn: list[int] = []
    words: list[str] = []
    for _ in range(table.length()):
        outcomes, weights = game().chances(state)
        supply = dict(zip(map(notation.show_outcome, outcomes), weights, strict=True))
        assert supply == table.supply(words)
        drawn += rng.choices(outcomes, weights)
        words.append(notation.show_outcome(drawn[-1]))
        apply(state, drawn[-1])
    assert not midway(state)
    text = notation.show_chance(before, drawn)
    assert notation.read_chance(before, text) == drawn
    assert notation.chance_seat(before) == (table.seat if table.due == "roll" else None)
    table.chance(text)


def compare(players: int, seed: int, options: dict[str, bool]) -> None:
    rng = random.Random(seed)
    state, table = new(players, **options), new_table(players, **options)
    while (seat := to_act(state)) != OVER:
        if seat == CHANCE:
            let_chance_act(state, table, rng)
            continue
        assert seat == table.seat
        ways = {notation.show_turn(state, way): (way, after) for way, after in completed(state)}
        turns = table.turns()
        assert ways.keys() == turns.keys()
        text = rng.choice(sorted(turns))
        assert notation.read_turn(state, text) == list(ways[text][0])
        state, table = ways[text][1], turns[text]
        assert [score(state, other) for other in range(players)] == table.scores()
        assert [rank(state, other) for other in range(players)] == table.ranks()
    assert table.due == "nothing"
    assert table.track == []
    figures = sum(len(player.figures) for player in table.players)
    assert table.misses == table.sections * (figures - 7)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_kernels_agree_with_the_twin(players: int, options: dict[str, bool]) -> None:
    for seed in range(1 if INTERPRETED else 10):
        compare(players, seed, options)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_kernels_agree_with_the_twin_over_thousands_of_games(
    players: int, options: dict[str, bool]
) -> None:
    for seed in range(1000, 1005 if INTERPRETED else 1500):
        compare(players, seed, options)
