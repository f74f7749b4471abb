"""What the tools that fit bots learn from, and that they learn."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from spieltisch.core.randomness import generator
from spieltisch.games.noch_mal.knowledge.outlook import MOST, TRAITS, against, describe, sheet
from spieltisch.games.noch_mal.knowledge.policy import TABLES, look
from spieltisch.games.noch_mal.knowledge.policy import TRAITS as TABLED
from spieltisch.games.noch_mal.tests.table import at, column
from spieltisch.games.noch_mal.training import fit_outlook, fit_preferences
from spieltisch.games.noch_mal.training.rollouts import describe_turn
from spieltisch.games.noch_mal.training.selfplay import Style, learn, note
from spieltisch.games.noch_mal.training.turns import list_turns, play_preferred, play_turn, room

MARKED = column("H", rows=range(1, 6))


def test_turns_are_listed_once_and_greedy_play_takes_the_best_of_them() -> None:
    state, turns = at("g y X 1 2 ?", marked=MARKED), room()
    n = list_turns(state, turns, TABLES[1])
    assert len(set(turns.place[: n - 1])) == n - 1
    best = int(np.argmax(turns.worth[:n]))
    after, greedy = state.copy(), state.copy()
    play_turn(after, int(turns.dice[best]), int(turns.place[best]))
    while not np.any(greedy.cell_choice[:2]):
        play_preferred(greedy, turns, generator(1), TABLES[1])
    assert list(greedy.cell_choice) == list(after.cell_choice)


def test_the_worth_of_a_turn_is_the_sum_of_its_traits() -> None:
    state, turns, traits = at("g y X 1 2 ?", marked=MARKED), room(), np.zeros(TABLED)
    n = list_turns(state, turns, TABLES[1])
    mixed = look(state, TABLES[1])[:TABLED].copy()
    for turn in range(0, n, 5):
        dice, place = int(turns.dice[turn]), int(turns.place[turn])
        describe_turn(state, dice, place, look(state, TABLES[1]), traits)
        assert traits @ mixed == pytest.approx(turns.worth[turn])


def test_tables_are_found_again_from_what_they_say(tmp_path: Path) -> None:
    luck = np.random.default_rng(1)
    tables, position = luck.normal(size=(3, 4)), np.repeat(np.arange(200), 5)
    traits, hope = luck.integers(0, 3, (1000, 4)).astype(np.float64), np.repeat(luck.random(200), 5)
    said = sum(traits @ tables[i] * hope**i for i in range(3)) + position
    some = fit_preferences.Lessons(traits, np.asarray(said), position, hope)
    found = fit_preferences.fit(some, np.zeros((3, 4)), ridge=1e-9, soft=3.0)
    assert found == pytest.approx(tables, abs=1e-3)
    file = tmp_path / "tables.json"
    file.write_text('{"command": ["a"], "tables": [[1], [2]]}')
    fit_preferences.write(1, found, "b", file)
    data = json.loads(file.read_text())
    assert data["command"] == ["a", "b"]
    assert data["tables"] == [[1], found.round(3).tolist()]


def test_a_sheet_has_every_trait_once_but_those_of_equal_blocks() -> None:
    for players in (1, 2):
        mine = sheet()
        n = describe(at(players=players, marked=MARKED), 0, mine)
        assert n <= MOST
        assert 0 <= min(mine.trait[:n]) <= max(mine.trait[:n]) < TRAITS
        assert list(mine.much[1:n]) == [1.0] * (n - 1)


def test_what_speaks_for_one_speaks_against_the_other_and_lessons_are_learnt() -> None:
    state, net = at(players=2, marked=MARKED), fit_outlook.fresh(2, 1)
    school = fit_outlook.School(2, net, pace=0.02, default=1.0, seed=1)
    diary = school.diary
    note(state, 0, 1, 0, diary)
    style = Style(seed=1, top=2, blind=0.0, greedy=0.0, kept=0.8, rate=0.02)
    off = [float(learn(diary, 1, 1.0, True, net, school.pace, style)) for _ in range(20)]
    assert off[-1] < 0.2 < off[0]
    one, other = sheet(), sheet()
    n, m = int(describe(state, 0, one)), int(describe(state, 1, other))
    there, back = against(one, n, other, m, net), against(other, m, one, n, net)
    assert there == pytest.approx(-back, abs=1e-4)
    assert there > 1
