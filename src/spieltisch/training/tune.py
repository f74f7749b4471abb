"""Fits the weights by which a game prefers decisions, by games of greedy bots (CMA-ES).

python -m spieltisch.training.tune GAME [--players 2] [--rounds 40] [--games 400]

One seat prefers by other weights, the others by the present ones; every deal is played from every
seat. Each round tries some mixtures on deals of its own, and the next ones are drawn from where the
better ones lie. At the end what was found plays deals that chose nothing, and only if it wins more
than its share there, beyond its 95 % interval, is the game's `preferences.json` written anew.
The game's module `evaluate` has NAMES, `weigh` and `spread` for that (see core.preferences).
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import cma
import numpy as np

from spieltisch import games
from spieltisch.core.play import share_of_victory
from spieltisch.core.preferences import FILE, load
from spieltisch.core.randomness import generator
from spieltisch.core.state import Floats
from spieltisch.simulation.intervals import Figure, mean
from spieltisch.training.styles import play_styles

MARGIN = 0.1  # share of the aim that depends on the points ahead, which tell more than a victory
CHANCE, LUCK = 0, 1


class Table:
    """Where weights compete with the present ones."""

    def __init__(self, key: str, players: int) -> None:
        self.game, self.players = games.find(key), players
        self.evaluate: Any = import_module(f"{self.game.card.package}.evaluate")
        if not hasattr(self.evaluate, "NAMES"):
            sys.exit(f"{key} has no weights to fit: its `evaluate` has no NAMES, weigh and spread")
        self.start = load(self.game.card.package, self.evaluate.NAMES)
        self.opening = self.game.new(players, self.game.card.resolve(players, {}))
        self.states = np.zeros(1, self.game.rules.STATE)
        self.buffer, self.values = self.game.buffer(), np.zeros(self.game.rules.MOST)

    def deal(self, weights: Floats, seed: int, number: int) -> tuple[float, float]:
        """The share of victory and the points ahead of these weights, in all seats of one deal."""
        rules, shares, ahead = self.game.rules, 0.0, 0.0
        mine, theirs = self.evaluate.spread(weights), self.evaluate.spread(self.start)
        for one in range(self.players):
            self.states[0] = self.opening
            chance = generator(seed, 2 * number + CHANCE)
            luck = generator(seed, 2 * number + LUCK)
            tools = self.buffer, self.values, chance, luck
            play_styles(self.states, *tools, one, mine, theirs)
            end = self.states.view(rules.STATE)[0]
            shares += float(share_of_victory(end, one))
            others = [int(rules.score(end, seat)) for seat in range(self.players) if seat != one]
            ahead += float(rules.score(end, one)) - max(others)
        return shares / self.players, ahead / self.players

    def aim(self, weights: Floats, seed: int, many: int) -> float:
        found = np.array([self.deal(weights, seed, number) for number in range(many)])
        scale = max(float(np.abs(found[:, 1]).mean()), 1e-9)
        return float(found[:, 0].mean() + MARGIN * np.tanh(found[:, 1] / scale).mean())

    def wins(self, weights: Floats, seed: int, many: int) -> Figure:
        return mean([self.deal(weights, seed, number)[0] for number in range(many)])


def search(table: Table, rounds: int, many: int, seed: int) -> Floats:
    """Weights are tried as multiples of the present ones, so that none changes its sign."""
    options = {"seed": seed, "verbose": -9}
    found = cma.CMAEvolutionStrategy(np.zeros(len(table.start)), 0.2, options)
    for turn in range(rounds):
        tried = found.ask()
        aims = [table.aim(table.start * np.exp(one), seed + turn, many) for one in tried]
        found.tell(tried, [-aim for aim in aims])
        print(f"round {turn + 1} of {rounds}: best aim {max(aims):.3f}", flush=True)
    better: Floats = (table.start * np.exp(found.result.xfavorite)).round(3)
    return better


def write(path: Path, names: tuple[str, ...], weights: Floats, command: str) -> None:
    data = {"command": command, "weights": dict(zip(names, weights.tolist(), strict=True))}
    path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=400, help="of each mixture in each round")
    parser.add_argument("--confirm", type=int, default=4000, help="games of what was found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file; left out: the game's own")
    return parser.parse_args(given)


def main(given: list[str]) -> None:
    args = arguments(given)
    table = Table(args.game, args.players)
    deals = max(1, args.games // args.players)
    found = search(table, args.rounds, deals, args.seed)
    apart = args.seed + args.rounds
    wins = table.wins(found, apart, max(2, args.confirm // args.players))
    print(dict(zip(table.evaluate.NAMES, found.tolist(), strict=True)))
    print(f"wins against the present weights: {wins.percent()}, {1 / args.players:.0%} is par")
    if wins.low <= 1 / args.players:
        print("not clearly better: the file stays as it is")
        return
    told = [part for part in given if part not in ("--out", str(args.out))]
    command = " ".join(["python -m spieltisch.training.tune", *told])
    own = Path(str(table.evaluate.__file__)).with_name(FILE)
    write(args.out or own, table.evaluate.NAMES, found, command)


if __name__ == "__main__":
    main(sys.argv[1:])
