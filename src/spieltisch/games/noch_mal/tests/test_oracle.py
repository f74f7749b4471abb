"""The kernels against their slow twin, over random games on all sheets."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest

from spieltisch.core.randomness import generator
from spieltisch.core.state import OVER, AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.decisions import PASS
from spieltisch.games.noch_mal.sheets.generate import generate
from spieltisch.games.noch_mal.sheets.sheet import printed
from spieltisch.games.noch_mal.tests.oracle import Oracle
from spieltisch.games.noch_mal.tests.table import GAME, new, turns

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
SHEETS = list(printed().values())


def compare_game(rows: Sequence[str], players: int, seed: int, limit: int, often: float) -> int:
    """One random game; of the positions, a part `often` has all turns compared."""
    luck, dice = random.Random(seed), generator(seed)
    state = new(players, sheet=list(rows), roll_limit=limit)
    twin = Oracle(rows, players, limit)
    compared = 0
    while int(rules.to_act(state)) != OVER:
        twin.roll(throw(state, dice))
        while rules.acting(state):
            seat = int(rules.to_act(state))
            assert twin.due() == GAME.acting(state)
            if luck.random() < often:
                compared += 1
                other = luck.choice(GAME.acting(state))
                assert turns(state, other) == twin.turns(other)
            twin.choose(seat, choose(state, luck))
        assert [int(rules.score(state, seat)) for seat in range(players)] == twin.scores()
        assert [int(rules.rank(state, seat)) for seat in range(players)] == twin.ranks()
        assert (int(rules.to_act(state)) == OVER) == twin.over
    return compared


def throw(state: AnyState, dice: object) -> list[str]:
    start, outcomes = state.copy(), [int(rules.sample_chance(state, dice))]  # type: ignore[arg-type]
    rules.apply(state, outcomes[0])
    while rules.midway(state):
        outcomes.append(int(rules.sample_chance(state, dice)))  # type: ignore[arg-type]
        rules.apply(state, outcomes[-1])
    return GAME.notation.show_chance(start, outcomes).split(" ")[1:]


def choose(state: AnyState, luck: random.Random) -> str:
    start, line = state.copy(), [luck.choice(GAME.legal(state))]
    rules.apply(state, line[0])
    if line[0] < PASS:
        line.append(luck.choice(GAME.legal(state)))
        rules.apply(state, line[1])
    return GAME.notation.show_turn(start, line)


@pytest.mark.parametrize("players", range(1, 7))
def test_random_games_agree_with_the_oracle(players: int) -> None:
    games = 1 if INTERPRETED else 12
    limit = 8 if INTERPRETED else 200
    compared = 0
    for seed in range(games):
        rows = SHEETS[(seed + players) % len(SHEETS)]
        compared += compare_game(rows, players, seed, limit, often=0.3 if INTERPRETED else 0.04)
    assert compared > 0


def test_generated_sheets_agree_with_the_oracle() -> None:
    for seed in range(2 if INTERPRETED else 10):
        compare_game(generate(seed), 2, seed, limit=6 if INTERPRETED else 120, often=0.05)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_thousands_of_games_agree_with_the_oracle() -> None:
    for seed in range(3000):
        compare_game(SHEETS[seed % len(SHEETS)], 1 + seed % 6, seed, limit=200, often=0.01)
