"""What a bot knows of games alone: each turn's worth, the mean over all rolls, and the lessons."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spieltisch.core.state import AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.evaluate import prefer_roughly, value
from spieltisch.games.noch_mal.knowledge.insight import (
    ALL_SLOTS,
    NOTHING,
    PATTERNS,
    SCALE,
    SLOTS,
    TRAITS,
    WIDE,
    Insight,
    describe,
    hope,
    knows,
    load,
    pack,
    phase_of,
    take_in,
    unpack,
)
from spieltisch.games.noch_mal.knowledge.next_roll import (
    PASSED,
    UNKNOWN,
    foresee,
    mean,
    pick,
    play_found,
    table,
)
from spieltisch.games.noch_mal.state import SOLO_ROLLS
from spieltisch.games.noch_mal.tests.table import GAME, at, chance, column, new
from spieltisch.games.noch_mal.training import fit_insight
from spieltisch.games.noch_mal.training.insight_games import Style, learn, play_game

MARKED = column("GHI", rows=range(1, 6))
NET = fit_insight.fresh(3)


def three(state: AnyState) -> Any:
    """The position, with room for what turns lead to."""
    states = np.zeros(3, rules.STATE)
    states[0] = state
    return states


def judged(state: AnyState, net: Insight) -> float:
    """What the network says of a sheet, without any sums kept."""
    traits, mind = np.zeros(ALL_SLOTS, np.int64), table().minds[0]
    describe(state, traits)
    take_in(traits, net, mind)
    return float(rules.score(state, 0) + hope(mind, phase_of(state), net.outer))


def turns(state: AnyState) -> Iterator[AnyState]:
    """What every turn leads to."""
    for decision in GAME.legal(state):
        after = three(state)[0]
        rules.apply(after, decision)
        if rules.midway(after):
            yield from turns(after)
        else:
            yield after


def test_a_sheet_has_one_trait_in_every_slot() -> None:
    traits = np.zeros(ALL_SLOTS, np.int64)
    describe(at(players=1, marked=MARKED), traits)
    there = [trait for trait in traits[:SLOTS] if trait != NOTHING]
    assert len(set(there)) == len(there)
    assert 0 <= min(there) <= max(there) < TRAITS
    assert 0 <= min(traits[SLOTS:]) <= max(traits[SLOTS:]) < PATTERNS


@pytest.mark.parametrize("roll", [7, 30])
def test_every_turn_is_worth_what_the_network_says_of_the_sheet_after_it(roll: int) -> None:
    states, found = three(at(players=1, marked=MARKED, roll=roll)), table()
    foresee(states, found, NET)
    possible = [faces for faces in range(PASSED + 1) if found.points[faces] > UNKNOWN]
    assert len(possible) > 20
    for faces in possible:
        after = three(states[0])[0]
        play_found(after, found, faces)
        said = judged(after, NET) if roll < 30 else float(rules.score(after, 0))
        assert found.points[faces] == pytest.approx(said, abs=1e-3)


def test_a_roll_brings_the_best_turn_that_its_dice_allow() -> None:
    state, found = at(players=1, marked=MARKED, roll=7), table()
    foresee(three(state), found, NET)
    for dice in ("g y 1 2", "X b 3 ?", "X X ? ?", "r r 5 5"):
        faces = ["gybroX12345?".index(face) % 6 for face in dice.split()]
        rolled = at(players=1, marked=MARKED, roll=7)
        chance(rolled, f"roll {dice}")
        best = max(judged(after, NET) for after in turns(rolled))
        assert found.points[pick(found.points, *faces)] == pytest.approx(best, abs=1e-3)


def test_the_mean_is_over_all_rolls() -> None:
    points = np.random.default_rng(1).random(PASSED + 1)
    rolls = itertools.product(range(6), repeat=4)
    assert mean(points) == pytest.approx(np.mean([points[pick(points, *one)] for one in rolls]))


def test_only_games_alone_on_the_default_sheet_are_known() -> None:
    assert knows(new(1))
    assert not knows(new(2))
    assert not knows(new(1, sheet="red"))


def test_rollouts_alone_take_the_turn_after_which_most_is_expected() -> None:
    state, net = at(players=1, marked=MARKED, roll=7), load()
    chance(state, "roll g X 2 ?")
    best = max(judged(after, net) for after in turns(state))
    while rules.to_act(state) == 0:
        actions, values = GAME.buffer(), np.zeros(rules.MOST)
        n = rules.list_legal(state, actions)
        prefer_roughly(state, actions, n, values)
        assert max(values[:n]) == pytest.approx(best, abs=1e-3)
        rules.apply(state, actions[int(np.argmax(values[:n]))])
    assert judged(state, net) == pytest.approx(best, abs=1e-3)


def test_values_alone_are_shares_also_of_sheets_that_are_not_known() -> None:
    for sheet in ("black", "red"):
        assert 0 < value(at(players=1, marked=MARKED, roll=7, sheet=sheet), 0) < 1


def test_weights_are_written_and_read() -> None:
    weights = np.array([0.5, -1.25, 0.0, 99.0], np.float32)
    assert list(unpack(pack(weights))) == [0.5, -1.25, 0.0, 32767 / 4096]


@pytest.mark.slow_interpreted
@pytest.mark.slow_interpreted
def test_games_are_played_and_learnt() -> None:
    net = fit_insight.fresh(1)
    school = fit_insight.School(net, seed=1, chunk=2)
    points, spared, off = school.lesson(Style(seed=1, blind=0.1, kept=0.8), 1e-4, 20.0)
    assert school.games == 2
    assert points != spared
    assert list(net.rows[NOTHING]) == [0.0] * WIDE
    order = np.arange(2 * SOLO_ROLLS)
    again = float(learn(order, school.book, net, school.paces, 1e-4, 0.001)) ** 0.5 * 10.0
    assert again < off


@pytest.mark.slow_interpreted
@pytest.mark.slow_interpreted
def test_games_are_repeatable_and_luck_is_taken_out_of_their_points() -> None:
    style, found = Style(seed=5, blind=0.0, kept=1.0), []
    net = load()
    for _ in range(2):
        school = fit_insight.School(net, seed=1, chunk=1)
        results = []
        for number in range(20):
            school.states[0] = school.opening[0]
            spared = play_game(school.states, number, net, style, school.book, 0)
            results.append((float(rules.score(school.states[0], 0)), float(spared)))
        found.append(results)
    assert found[0] == found[1]
    points, spared = np.array(found[0]).T
    assert spared.std() < 0.7 * points.std()
    assert points.mean() > 24


def test_what_was_learnt_is_written_with_its_command(tmp_path: Path) -> None:
    fit_insight.write(NET, "a command", tmp_path / "insight.json")
    again = load(tmp_path / "insight.json")
    for part, read in zip(NET, again, strict=True):
        assert read == pytest.approx(part, abs=1 / SCALE)
    assert json.loads((tmp_path / "insight.json").read_text())["command"] == "a command"
