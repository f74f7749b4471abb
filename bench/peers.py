"""Random play of our games beside OpenSpiel's nearest game, both compiled, in one run on one core.

    .venv/bin/python bench/peers.py [--repeats 5] [--seconds 1] [--json]

A decision is one action of a player; chance is not counted on either side. OpenSpiel plays its
games in C++ (`evaluate_bots` with its uniform random bots); how many decisions such a game has is
counted over games played from Python.
The repeats alternate between the two, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from research.measure import count_decisions
from rich.console import Console
from rich.table import Table

from spieltisch import games
from spieltisch.cli.compiling import ensure
from spieltisch.core.play import playouts
from spieltisch.core.randomness import generator

PAIRS = (  # our game, players, OpenSpiel's, how many times as fast we want to be
    ("alle-neune", 2, "maedn(players=2)", 2),
    ("noch-mal", 2, "yacht", 10),
)
COUNTED = 30  # games played from Python to count decisions

Play = Callable[[int], float]  # plays so many games, returns the number of decisions


def ours(key: str, players: int) -> Play:
    ensure(key)
    game = games.find(key)
    start = np.zeros(1, game.rules.STATE)
    start[0] = game.new(players, game.card.resolve(players, {}))
    scratch, luck, actions = start.copy(), generator(1), game.buffer()
    return lambda many: float(playouts(start, scratch, many, luck, actions))


def theirs(name: str) -> Play:
    game = pyspiel.load_game(name)
    decisions = statistics.mean(count_decisions(game, seed) for seed in range(COUNTED))

    players = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in players]

    def play(many: int) -> float:
        for seed in range(many):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return many * decisions

    return play


def rate(play: Play, seconds: float) -> float:
    """Decisions per second, over about so many seconds."""
    many, spent, decisions = 1, 0.0, 0.0
    while spent < seconds:
        started = time.perf_counter()
        decisions += play(many)
        spent += time.perf_counter() - started
        many = max(1, min(many * 2, int(many * seconds / max(spent, 1e-6))))
    return decisions / spent


def compare(pair: tuple[str, int, str, int], repeats: int, seconds: float) -> dict[str, Any]:
    key, players, name, wanted = pair
    mine, other = ours(key, players), theirs(name)
    mine(1)
    rates = [(rate(mine, seconds), rate(other, seconds)) for _ in range(repeats)]
    ratios = [a / b for a, b in rates]
    return {
        "game": key,
        "peer": name,
        "ours": [a for a, _ in rates],
        "theirs": [b for _, b in rates],
        "ratio": statistics.median(ratios),
        "ratio_spread": [min(ratios), max(ratios)],
        "wanted": wanted,
    }


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(
        title="Random play beside OpenSpiel (C++ rollouts): decisions per second, one core"
    )
    for heading in ("game", "ours", "peer", "theirs", "ratio (spread)", "wanted"):
        table.add_column(heading)
    for row in rows:
        low, high = row["ratio_spread"]
        table.add_row(
            row["game"],
            f"{statistics.median(row['ours']) / 1e6:.2f} M",
            row["peer"],
            f"{statistics.median(row['theirs']) / 1e6:.3f} M",
            f"{row['ratio']:.1f} ({low:.1f}–{high:.1f})",
            f"≥ {row['wanted']}",
        )
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [compare(pair, args.repeats, args.seconds) for pair in PAIRS]
    if args.json:
        print(json.dumps(rows))
    else:
        show(rows)


if __name__ == "__main__":
    main()
