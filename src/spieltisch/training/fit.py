"""Fits a game's networks to games of bots: what a seat still gains from a position on.

python -m spieltisch.training.fit GAME [--players 2,3] [--games 20000] [--turns 30]

The game's module `prospects` says how a position is described (`FEATURES`, `describe`), how many
networks there are and which of them judges (`NETWORKS`, `which`), and what a seat has already
(`counted`). Positions are taken where the search judges: where chance is about to answer a turn
(setting `before_chance`), or where a turn begins. Greedy bots play that go astray once
(`bots.lessons`), or with `--bot search:200` bots that search by the networks as they are now, so
that the next networks expect what those can do. The game's `weights.json` is written anew.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch import games
from spieltisch.bots.base import Bot, Position, find
from spieltisch.bots.search import BEFORE_CHANCE
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.network import Network
from spieltisch.core.randomness import Random, below, generator
from spieltisch.core.state import CHANCE, OVER, Ints
from spieltisch.training.stray_games import go_on, next_lesson, play_lesson, stray

Matrix = npt.NDArray[np.float32]
LONGEST = 1 << 15  # decisions of a game


class Examples(NamedTuple):
    network: npt.NDArray[np.int64]
    game: npt.NDArray[np.int64]
    features: Matrix
    gain: Matrix  # points between this position and the end


class Collector:
    """Plays games and remembers positions."""

    def __init__(self, game: Game, kept: float, turns: int, bot: Bot | None = None) -> None:
        self.game, self.kept, self.turns, self.bot = game, kept, turns, bot
        self.prospects = import_module(f"{game.card.package}.prospects")
        self.rows: list[tuple[int, int, Matrix, float]] = []
        tuned = tuning_of(game.card)
        self.early, self.warmth = tuned.settings()[BEFORE_CHANCE] > 0.0, tuned.easy
        self.begun: dict[tuple[int, str], Any] = {}
        self.states = np.zeros(1, game.rules.STATE)
        self.log = np.zeros(LONGEST, np.int64)
        self.buffer, self.values = game.buffer(), np.zeros(game.rules.MOST)

    def fresh(self, players: int, options: str) -> Any:
        """A state before anything was drawn; laying out a board takes longer than a game."""
        if (players, options) not in self.begun:
            complete = self.game.card.resolve(players, json.loads(options))
            self.begun[players, options] = self.game.new(players, complete)
        return self.begun[players, options]

    def play(self, number: int, players: int, options: str, random: Random) -> None:
        new = self.fresh(players, options)
        self.states[0] = new
        astray = int(below(random, self.turns * players))
        plan = np.array([astray, astray + 1 + below(random, 2 * players), 0])
        if self.bot is None:
            tools = self.buffer, self.values, random, self.warmth
            n = int(play_lesson(self.states, *tools, plan, self.log))
        else:
            n = self.play_thinking(self.bot, random, plan)
        if plan[2] >= 0:
            self.states[0] = new
            self.look(number, self.log[:n], int(plan[2]), random)

    def play_thinking(self, bot: Bot, random: Random, plan: Ints) -> int:
        """What `play_lesson` does, by a bot that gets what its seat may know."""
        rules, state = self.game.rules, self.states.view(self.game.rules.STATE)[0]
        n, turns, plan[2] = 0, 0, -1
        while (seat := int(rules.to_act(state))) != OVER:
            if seat == CHANCE:
                line = [int(rules.sample_chance(state, random))]
            elif plan[0] <= turns < plan[1]:
                plan[2] = n if plan[2] < 0 else plan[2]
                many = int(rules.list_legal(state, self.buffer))
                place = stray(state, self.buffer, many, self.values, random, self.warmth)
                line = [int(self.buffer[int(place)])]
            else:
                hidden = self.game.hidden(state, seat)
                turn = bot.choose(Position(self.game, hidden, seat, random))
                line = self.decisions(hidden, turn)
            for decision in line:
                rules.apply(state, decision)
                self.log[n] = decision
                n += 1
            turns += seat != CHANCE and not rules.midway(state)
        return n

    def decisions(self, hidden: Any, turn: str | Sequence[int]) -> list[int]:
        return self.game.notation.read_turn(hidden, turn) if isinstance(turn, str) else list(turn)

    def look(self, number: int, log: Ints, begun: int, random: Random) -> None:
        """Takes the first position after going astray, and some later ones."""
        rules = self.game.rules
        seen: list[tuple[int, int, Matrix, float]] = []
        state = self.states.view(rules.STATE)[0]
        seats = range(int(state.players))
        go_on(self.states, log, 0, begun + 1)
        at, kept = begun + 1, 1.0
        while (at := next_lesson(self.states, log, at, self.early, random, kept)) < len(log):
            seen += [self.row(state, seat) for seat in seats]
            go_on(self.states, log, at, at + 1)
            at, kept = at + 1, self.kept
        for seat, network, features, had in seen:
            self.rows.append((network, number, features, float(rules.score(state, seat)) - had))

    def row(self, state: Any, seat: int) -> tuple[int, int, Matrix, float]:
        features = np.zeros(self.prospects.FEATURES, np.float64)
        self.prospects.describe(state, seat, features)
        network = int(self.prospects.which(state, seat))
        had = float(self.prospects.counted(state, seat))
        return seat, network, features.astype(np.float32), had

    def examples(self) -> Examples:
        network, game, features, gain = zip(*self.rows, strict=True)
        return Examples(
            np.array(network), np.array(game), np.stack(features), np.array(gain, np.float32)
        )


class Learner:
    """One network: the linear part by least squares, what is left by Adam."""

    def __init__(self, features: int, hidden: int, seed: int = 0) -> None:
        luck = np.random.default_rng(seed)
        self.luck = luck
        self.weights = [
            np.zeros(features, np.float32),
            luck.normal(0.0, features**-0.5, (features, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(1, np.float32),
        ]
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def answers(self, features: Matrix) -> Matrix:
        direct, inner, bias, outer, constant = self.weights
        hidden = np.maximum(features @ inner + bias, 0.0)
        answers: Matrix = features @ direct + hidden @ outer + constant
        return answers

    def start(self, features: Matrix, wanted: Matrix) -> None:
        """The best linear answer."""
        wide = np.concatenate([features, np.ones((len(features), 1), np.float32)], axis=1)
        square = (wide.T @ wide).astype(np.float64) + np.diag(np.full(wide.shape[1], 1.0))
        found = np.linalg.solve(square, (wide.T @ wanted).astype(np.float64))
        self.weights[0] = found[:-1].astype(np.float32)
        self.weights[4] = found[-1:].astype(np.float32)

    def learn(self, features: Matrix, wanted: Matrix, rate: float, decay: float) -> None:
        """One step on a batch."""
        _, inner, bias, outer, _ = self.weights
        hidden = np.maximum(features @ inner + bias, 0.0)
        error = (self.answers(features) - wanted) / len(wanted)
        back = np.outer(error, outer) * (hidden > 0.0)
        slopes = [
            features.T @ error,
            features.T @ back,
            back.sum(0),
            hidden.T @ error,
            error.sum(keepdims=True),
        ]
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for at, slope in enumerate(slopes):
            self.first[at] += 0.1 * (slope - self.first[at])
            self.second[at] += 0.001 * (slope * slope - self.second[at])
            self.weights[at] -= scale * self.first[at] / (np.sqrt(self.second[at]) + 1e-8)
            if 0 < at < 4:
                self.weights[at] -= rate * decay * self.weights[at]

    def teach(
        self, some: Examples, held: Examples, epochs: int, decay: float, fastest: float
    ) -> None:
        """Keeps what was best for positions that were not taught."""
        self.start(some.features, some.gain)
        kept, least = [w.copy() for w in self.weights], self.error(held)
        for epoch in range(epochs):
            rate = fastest * (0.5 + 0.5 * np.cos(np.pi * epoch / epochs)) + 1e-5
            order = self.luck.permutation(len(some.gain))
            for start in range(0, len(order), 256):
                batch = order[start : start + 256]
                self.learn(some.features[batch], some.gain[batch], rate, decay)
            if self.error(held) < least:
                kept, least = [w.copy() for w in self.weights], self.error(held)
        self.weights = kept

    def error(self, some: Examples) -> float:
        return float((some.gain - self.answers(some.features)).std())

    def json(self) -> dict[str, Any]:
        rounded = [np.round(weight.astype(float), 5) for weight in self.weights]
        parts = dict(zip(Network._fields, rounded, strict=True))
        return {name: part.tolist() for name, part in parts.items()} | {
            "constant": float(rounded[-1][0])
        }


def fit(some: Examples, hidden: int, epochs: int, decay: float, rate: float) -> tuple[Learner, str]:
    """Teaches nine tenths of the games, and says how far off the others are."""
    scale = float(some.gain.std()) or 1.0
    some = some._replace(gain=some.gain / np.float32(scale))
    held = some.game % 10 == 0
    taught, apart = (Examples(*(part[which] for part in some)) for which in (~held, held))
    learner = Learner(some.features.shape[1], hidden)
    learner.start(taught.features, taught.gain)
    linear = learner.error(apart)
    learner.teach(taught, apart, epochs, decay, rate)
    on_taught, on_held = scale * learner.error(taught), scale * learner.error(apart)
    told = (
        f"{len(some.gain)} examples ± {scale:.3f}; held out: linear ± {scale * linear:.3f}, "
        f"network ± {on_held:.3f}; taught ± {on_taught:.3f}"
    )
    for at in (0, 3, 4):
        learner.weights[at] *= scale
    return learner, told


def present(prospects: Any, network: int, hidden: int) -> dict[str, Any]:
    """A network of which there are no examples stays as it is."""
    learner = Learner(prospects.FEATURES, hidden)
    known: Network = prospects.NETWORK
    if known.inner.shape[2] == hidden:
        learner.weights = [np.atleast_1d(part[network]) for part in known]
    return learner.json()


def collect(args: argparse.Namespace, collector: Collector) -> Examples:
    """New examples, and those of earlier runs."""
    tables = [int(players) for players in args.players.split(",")]
    started, n = time.monotonic(), 0
    while n < args.games and time.monotonic() - started < 60 * args.minutes:
        options = args.options[n % len(args.options)]
        collector.play(n, tables[n % len(tables)], options, generator(args.seed, n))
        n += 1
    print(f"{n} games in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    found = [collector.examples()] if n else []
    if args.save and found:
        np.savez(args.save, **found[0]._asdict())
    found += [Examples(**np.load(file)) for file in args.data]
    return Examples(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def main() -> None:
    args = arguments()
    bot = find(args.bot) if args.bot else None
    collector = Collector(games.find(args.game), args.kept, args.turns, bot)
    together = collect(args, collector)
    networks = []
    for network in range(collector.prospects.NETWORKS):
        some = Examples(*(part[together.network == network] for part in together))
        if len(some.gain):
            learner, told = fit(some, args.hidden, args.epochs, args.decay, args.rate)
            print(f"network {network}: {told}", file=sys.stderr, flush=True)
            networks.append(learner.json())
        else:
            networks.append(present(collector.prospects, network, args.hidden))
    command = " ".join(["python -m spieltisch.training.fit", *sys.argv[1:]])
    file = Path(str(collector.prospects.__file__)).with_name("weights.json")
    file.write_text(json.dumps({"command": command, "networks": networks}) + "\n", "utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", default="2")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--kept", type=float, default=0.1, help="share of later positions kept")
    parser.add_argument("--turns", type=int, default=30, help="a seat's turns, about")
    parser.add_argument("--bot", help="who plays; left out: greedy, in compiled code")
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--rate", type=float, default=0.001, help="how fast to learn at first")
    parser.add_argument("--options", action="append", default=[])
    parser.add_argument("--data", action="append", default=[], help="more examples, from --save")
    parser.add_argument("--save", help="a file for the examples (.npz)")
    parser.add_argument("--minutes", type=float, default=1e9, help="play no longer than this")
    args = parser.parse_args()
    args.options = args.options or ["{}"]
    return args


if __name__ == "__main__":
    main()
