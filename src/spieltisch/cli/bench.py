"""`spieltisch bench`: decisions per second on one core, with the spread over repeats."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.table import Table

from spieltisch import games
from spieltisch.cli.compiling import ensure
from spieltisch.cli.console import screen
from spieltisch.core.game import Game
from spieltisch.core.play import apply_to, playouts
from spieltisch.core.randomness import generator


def bench(args: argparse.Namespace) -> int:
    rows = []
    for key in args.games or list(games.cards()):
        games.card(key)
        ensure(key)
        game = games.find(key)
        rows += [measure(game, players, args) for players in game.card.players]
    if args.json:
        print(json.dumps(rows))
    else:
        show(rows)
    return 0


def measure(game: Game, players: int, args: argparse.Namespace) -> dict[str, Any]:
    """Random play from start to finish with legal enumeration and chance; one call of apply."""
    start = np.zeros(1, game.rules.STATE)
    start[0] = game.new(players, game.card.resolve(players, {}))
    scratch, random, actions = start.copy(), generator(players), game.buffer()

    def play(count: int) -> int:
        return int(playouts(start, scratch, count, random, actions))

    rates = repeat(play, args.repeats, args.seconds)
    return {
        "game": game.key,
        "players": players,
        "decisions_per_second": rates,
        "median": statistics.median(rates),
        "apply_from_python_us": apply_microseconds(game, players),
        "state_bytes": game.rules.STATE.itemsize,
    }


def repeat(play: Callable[[int], int], repeats: int, seconds: float) -> list[float]:
    """Decisions per second, measured `repeats` times for about `seconds` each."""
    play(1)
    games_at_once = 1
    while True:  # how many games fill the time?
        started = time.perf_counter()
        play(games_at_once)
        spent = time.perf_counter() - started
        if spent > seconds / 10:
            break
        games_at_once *= 4
    games_at_once = max(1, int(games_at_once * seconds / spent))
    rates = []
    for _ in range(repeats):
        started = time.perf_counter()
        decisions = play(games_at_once)
        rates.append(decisions / (time.perf_counter() - started))
    return rates


def apply_microseconds(game: Game, players: int) -> float:
    """The time of one `apply` called from Python, on arrays of one record each: the first outcome
    of the set-up."""
    start = np.zeros(1, game.rules.STATE)
    start[0] = game.new(players, game.card.resolve(players, {}))
    outcome = int(game.rules.sample_chance(start[0], generator(1)))
    states = [start.copy() for _ in range(2000)]
    apply_to(start, outcome)  # the first call fetches the machine code
    started = time.perf_counter()
    for state in states:
        apply_to(state, outcome)
    return 1e6 * (time.perf_counter() - started) / len(states)


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="Random play, one core: decisions per second (chance not counted)")
    for heading in ("game", "players", "median", "lowest", "highest", "apply µs", "state bytes"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        rates = row["decisions_per_second"]
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['median'] / 1e6:.2f} M",
            f"{min(rates) / 1e6:.2f} M",
            f"{max(rates) / 1e6:.2f} M",
            f"{row['apply_from_python_us']:.1f}",
            str(row["state_bytes"]),
        )
    screen().print(table)
