"""Kernels as one module per game beside kernels as Numba compiles them, in turns, in one run.

    python -m bench.kernels [GAME …] [--seconds 1] [--repeats 5] [--build] [--json FILE]

Simulations of the tree search and random decisions per second, a call from Python, how long a
module takes to load, and its bytes. `--build` also builds each game with an empty cache, both ways:
the module, and, kernel by kernel, what the same calls make Numba compile.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.bots.search import grow, room, simulate
from spieltisch.bots.tuning import tuning_of
from spieltisch.core import image, objects
from spieltisch.core.game import Game
from spieltisch.core.play import playouts
from spieltisch.core.randomness import below, generator
from spieltisch.core.state import AnyState, copied

NODES = 60_000
MANY = 200  # simulations at a time
DECISIONS = 40  # before the position that is thought about

# What Numba compiles for the same calls, when there are no modules
BEFORE = """
import time
began = time.perf_counter()
from spieltisch.core import objects
objects.supported = lambda: False
from bench import kernels
game = kernels.games.find({key!r})
position = kernels.position_of(game)
kernels.tree_run(game, *position, kernels.simulate)(1)
kernels.random_run(game, kernels.playouts)(1)
print(time.perf_counter() - began)
"""


def position_of(game: Game) -> tuple[AnyState, int]:
    """What a seat knows in the middle of a random game."""
    rules, random = game.rules, generator(7)
    players = game.card.players[min(1, len(game.card.players) - 1)]
    while True:
        state = game.new(players, game.card.resolve(players, {}))
        for _ in range(100 * DECISIONS):
            seat = int(rules.to_act(state))
            if seat == -1:
                rules.apply(state, rules.sample_chance(state, random))
                continue
            legal = game.legal(state) if seat >= 0 else []
            if seat < 0:
                break
            if _ > DECISIONS and len(legal) > 1 and not rules.midway(state):
                hidden = copied(state)
                rules.hide(hidden, seat)
                return hidden, seat
            rules.apply(state, legal[int(below(random, len(legal)))])


def tree_run(game: Game, hidden: AnyState, seat: int, way: Any) -> Callable[[int], int]:
    rules, players = game.rules, int(hidden.players)
    start, scratch = np.zeros((2, 1), rules.STATE)
    start[0] = hidden
    settings = tuning_of(game.card, players).settings()

    def run(many: int) -> int:
        tree = grow(NODES, players, 5)
        way(start, scratch, tree, room(rules.MOST, players, settings, generator(5)), seat, many)
        return many

    return run


def random_run(game: Game, way: Any) -> Callable[[int], int]:
    players = game.card.players[len(game.card.players) // 2]
    start, scratch = np.zeros((2, 1), game.rules.STATE)
    start[0] = game.new(players, game.card.resolve(players, {}))
    random, actions = generator(3), game.buffer()

    def run(many: int) -> int:
        return int(way(start, scratch, many, random, actions))

    return run


def rate(run: Callable[[int], int], many: int, seconds: float) -> float:
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += run(many)
    return done / spent


def in_turns(
    ways: dict[str, Callable[[int], int]], many: int, seconds: float, repeats: int
) -> dict[str, list[float]]:
    """Each way in turn, so that whatever else runs on the machine disturbs all of them alike."""
    for run in ways.values():
        run(1)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, run in ways.items():
            found[name].append(rate(run, many, seconds))
    return found


def measure(key: str, seconds: float, repeats: int) -> dict[str, Any]:
    game = games.find(key)
    hidden, seat = position_of(game)
    kernel: Any = simulate
    playing: Any = playouts
    asking: Any = game.rules.to_act
    trees = {"before": kernel.dispatcher, "now": simulate}
    randoms = {"before": playing.dispatcher, "now": playouts}
    calls = {"before": asking.dispatcher, "now": asking}

    def called(way: Any) -> Callable[[int], int]:
        def run(many: int) -> int:
            for _ in range(many):
                way(hidden)
            return many

        return run

    return {
        "game": key,
        "simulations": in_turns(
            {name: tree_run(game, hidden, seat, way) for name, way in trees.items()},
            MANY,
            seconds,
            repeats,
        ),
        "decisions": in_turns(
            {name: random_run(game, way) for name, way in randoms.items()}, 20, seconds, repeats
        ),
        "calls": in_turns(
            {name: called(way) for name, way in calls.items()}, 1000, seconds / 4, repeats
        ),
        **loading(game.card.folder),
    }


def loading(folder: str) -> dict[str, float]:
    path = objects.file_of(folder)
    assert path is not None
    began = time.perf_counter()
    image.read(path)
    return {"load_seconds": time.perf_counter() - began, "bytes": path.stat().st_size}


def built(key: str) -> dict[str, float]:
    """Seconds to build from nothing, wall clock and CPU, with an empty cache."""
    found: dict[str, float] = {}
    folder = games.card(key).folder
    for name, command in (
        ("now", ["-m", objects.BUILDER, folder]),
        ("before", ["-c", BEFORE.format(key=key)]),
    ):
        with tempfile.TemporaryDirectory() as cache:
            before = os.times()
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, *command],
                env=os.environ | {"SPIELTISCH_CACHE": cache},
                check=True,
                stdout=subprocess.DEVNULL,
            )
            after = os.times()
            found[f"{name}_wall"] = time.perf_counter() - began
            found[f"{name}_cpu"] = after.children_user - before.children_user
    return found


def line(key: str, what: str, found: dict[str, list[float]]) -> str:
    before, now = (statistics.median(found[name]) for name in ("before", "now"))
    ratios = [a / b for a, b in zip(found["now"], found["before"], strict=True)]
    return (
        f"{key:11} {what:12} before {before:12,.0f}  now {now:12,.0f}  "
        f"× {statistics.median(ratios):.2f} ({min(ratios):.2f} … {max(ratios):.2f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows = []
    for key in args.games or games.cards():
        row = measure(key, args.seconds, args.repeats)
        rows.append(row)
        for what in ("simulations", "decisions", "calls"):
            print(line(key, f"{what}/s", row[what]), flush=True)
        print(f"{key:11} loaded in {1000 * row['load_seconds']:.1f} ms, {row['bytes']:,} bytes")
        if args.build:
            row["build"] = built(key)
            told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in row["build"].items())
            print(f"{key:11} built: {told}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
