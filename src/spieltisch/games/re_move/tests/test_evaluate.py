"""Greedy players: they finish their games and beat random ones; what they know is bounded."""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spieltisch.core.play import GREEDY, RANDOM, play_out
from spieltisch.core.randomness import generator
from spieltisch.games.re_move import evaluate, observe, rules, study
from spieltisch.games.re_move.commands import add_commands
from spieltisch.games.re_move.tests.tables import GAME, at, dealt, new, play


def preferred(state: rules.ReMove) -> str:
    actions, values = GAME.buffer(), np.zeros(rules.MOST)
    n = rules.list_legal(state, actions)
    evaluate.prefer(state, actions, n, values)
    return GAME.notation.show_turn(state, [int(actions[int(values[:n].argmax())])])


def final(policies: list[int], seed: int) -> rules.ReMove:
    state = new()
    log, counts = np.zeros(study.MOST_EVENTS, np.int64), np.zeros(2, np.int64)
    play_out(
        state, np.array(policies), generator(seed), generator(seed, 1), GAME.buffer(),
        np.zeros(rules.MOST), log, counts,
    )  # fmt: skip
    return state


def is_decided(state: rules.ReMove) -> bool:
    return any(rules.in_target(state, seat) == 3 for seat in range(3))


@pytest.mark.slow_interpreted
def test_greedy_finishes_its_games() -> None:
    assert sum(is_decided(final([GREEDY] * 3, seed)) for seed in range(10)) >= 9


@pytest.mark.long
def test_greedy_finishes_nineteen_of_twenty_games() -> None:
    assert sum(is_decided(final([GREEDY] * 3, seed)) for seed in range(400)) >= 380


@pytest.mark.slow_interpreted
def test_greedy_beats_two_random_players() -> None:
    won = 0
    for seed in range(12):
        policies = [RANDOM] * 3
        policies[seed % 3] = GREEDY
        state = final(policies, seed)
        won += rules.score(state, seed % 3) == 1 == sum(rules.score(state, s) for s in range(3))
    assert won >= 11


@pytest.mark.slow_interpreted
def test_greedy_takes_a_victory() -> None:
    state = at("T0.0 T0.1 Z0 C", hand="move inside")
    assert preferred(state) == "move"
    turn = [rules.PLAY_MOVE]
    while not rules.midway(state):
        rules.apply(state, rules.PLAY_MOVE)
    actions, values = GAME.buffer(), np.zeros(rules.MOST)
    while rules.midway(state):
        n = rules.list_legal(state, actions)
        evaluate.prefer(state, actions, n, values)
        turn.append(int(actions[int(values[:n].argmax())]))
        rules.apply(state, turn[-1])
    assert rules.in_target(state, 0) == 3


@pytest.mark.slow_interpreted
def test_a_rough_player_takes_a_victory_too() -> None:
    """Rollouts judge steps by themselves, cards and places as usual."""
    state = at("T0.0 T0.1 Z0 C", hand="move inside")
    actions, values = GAME.buffer(), np.zeros(rules.MOST)
    first = True
    while first or rules.midway(state):
        n = rules.list_legal(state, actions)
        evaluate.prefer_roughly(state, actions, n, values)
        rules.apply(state, int(actions[int(values[:n].argmax())]))
        first = False
    assert rules.in_target(state, 0) == 3


@pytest.mark.slow_interpreted
def test_greedy_places_figures_near_the_exit_and_sweeps_the_ring_of_others() -> None:
    state = play(at("I0", "C"), "remove I0xC-I3")
    assert preferred(state) in {"place B1.1", "place B1.2", "place B1.3"}
    assert preferred(at("B0.0", "I0 I1 I2 T1.0 T1.1", hand="inside")) == "inside"
    assert preferred(at("I0 I1 I2", "C", hand="inside")) == "discard"


def test_shares_of_victory_add_up() -> None:
    for state in (dealt(), at("T0.0 Z0 O6 C", "B1.0", "I0")):
        shares = [evaluate.value(state, seat) for seat in range(3)]
        assert sum(shares) == pytest.approx(1)
    assert shares[0] > max(shares[1:])
    over = play(at("T0.0", "T1.0", "C", turn_limit=4), "discard")
    assert [evaluate.value(over, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_observations_are_where_the_fields_say(viewer: int) -> None:
    state = at("C O0", "I0", "O1", seat=1, hand="remove joker")
    rules.apply(state, rules.PLAY_REMOVE)
    rules.apply(state, GAME.legal(state)[0])
    out = np.full(observe.OBSERVATION, -1, np.float32)
    observe.observe(GAME.hidden(state, viewer), out)
    start, seen = 0, {}
    for field in observe.FIELDS:
        seen[field.name] = out[start : start + field.size].reshape(field.shape)
        assert seen[field.name].min() >= field.low
        assert seen[field.name].max() <= field.high
        start += field.size
    assert start == observe.OBSERVATION
    first = max(viewer, 0)
    assert int(seen["figures"][0].sum()) == int(state.figures[first]).bit_count()
    assert seen["hand"].tolist() == ([0, 0, 0, 0, 0.25] if viewer == 1 else seen["hand"].tolist())
    assert seen["acting"].tolist() == [float((first + turn) % 3 == 1) for turn in range(3)]
    assert seen["phase"].tolist() == [0, 0, 0, 0, 1, 0, 0]
    assert seen["origin"].sum() == seen["middle"].sum() == 1
    if viewer < 0:
        assert seen["hand"].sum() == seen["pile"].sum() == 0


@pytest.mark.slow_interpreted
def test_the_study_is_reproducible_and_draws_its_table() -> None:
    parts = study.parts(["standard"], ["standard"], study.BATCH + 1, 3, 9)
    assert [(part.first, part.count) for part in parts] == [(0, study.BATCH), (study.BATCH, 1)]
    one = study.play(replace(parts[0], count=2))
    halves = [study.play(replace(parts[0], first=first, count=1)) for first in range(2)]
    [two] = study.gather(halves)
    assert one == two
    assert len(one.turns) == 2
    assert sum(one.wins) == pytest.approx(2)
    text = study.table([one, two])
    assert len(text.splitlines()) == 4
    assert "8/6/2/2/2" in text
    svg = study.plot([one, two])
    assert svg.startswith("<svg")
    assert svg.count("<circle") == 2


@pytest.mark.slow_interpreted
def test_the_study_is_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:

    def where(command: argparse.ArgumentParser) -> None:
        command.set_defaults(spread=lambda _, function, parts: map(function, parts))

    parser = argparse.ArgumentParser()
    add_commands(parser, where)
    plot = tmp_path / "study.svg"
    text = (
        f"study --boards standard --decks standard uniform --games 1 --turn-limit 9 --plot {plot}"
    )
    arguments = parser.parse_args(text.split())
    assert arguments.run(arguments) == 0
    assert capsys.readouterr().out.count("\n| standard |") == 2
    assert plot.read_text("utf-8").count("<circle") == 2


@pytest.mark.long
def test_the_study_is_the_same_wherever_it_is_made() -> None:
    """On one core, on two, and on a Ray cluster."""
    command = [sys.executable, "-m", "spieltisch", GAME.key, "study", "--boards", "standard"]
    command += ["--decks", "standard", "--games", str(2 * study.BATCH + 1), "--turn-limit", "60"]
    said = [
        subprocess.run([*command, *where], capture_output=True, text=True, check=True).stdout
        for where in ([], ["--workers", "2"], ["--ray", "auto"])
    ]
    assert "| standard |" in said[0]
    assert said[0] == said[1] == said[2]
