"""Fits the tables of `policy` to rollouts.

python -m spieltisch.games.noch_mal.training.fit_preferences --players 1 --rounds 4 --positions 1000

Greedy bots play to a random turn, some of them astray. From there the turns that look best, and a
few others, are each played to the end several times by the present preferences, with the same luck
for all. How much the turns of one position differ is what the tables are fitted to (least squares,
held near the present tables); a round begins with the tables of the one before. Writes
`preferences.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from spieltisch import games
from spieltisch.core.state import Floats, Ints
from spieltisch.games.noch_mal.knowledge import policy
from spieltisch.games.noch_mal.knowledge.policy import (
    PATIENCE,
    TABLES,
    TRAITS,
    rolls_left,
)
from spieltisch.games.noch_mal.rules import (
    STATE,
)
from spieltisch.games.noch_mal.training.rollouts import OTHERS, TOP, Plan, teach
from spieltisch.games.noch_mal.training.turns import room

ASTRAY = (0.0, 0.1, 0.3)  # share of blind decisions before the position
ROLLS = 30  # of a game, about
LEAST = 0.03  # what a turn far from the position's best one counts
FILE = Path(policy.__file__).with_name("preferences.json")


class Lessons(NamedTuple):
    """One row per turn."""

    traits: Floats
    result: Floats
    position: Ints
    hope: Floats


def collect(players: int, positions: int, rollouts: int, tables: Floats, seed: int) -> Lessons:
    game = games.find("noch-mal")
    opening = game.new(players, game.card.resolve(players, {}))
    states, turns = np.zeros(2, STATE), room()
    traits, found = np.zeros((TOP + OTHERS, TRAITS)), np.zeros(TOP + OTHERS)
    luck, rows = np.random.default_rng(seed), []
    for n in range(positions):
        states[0] = opening
        choices, astray = int(luck.integers(0, ROLLS * players)), float(luck.choice(ASTRAY))
        plan = Plan(tables, 1000 * seed, n, choices, astray, rollouts)
        many = int(teach(states, turns, plan, traits, found))
        if many > 1:
            left = rolls_left(states.view(STATE)[0])
            number, hope = np.full(many, n), np.full(many, left / (left + PATIENCE))
            rows.append((traits[:many].copy(), found[:many].copy(), number, hope))
    return Lessons(*(np.concatenate(part) for part in zip(*rows, strict=True)))


def centred(some: Floats, groups: Ints, weights: Floats) -> Floats:
    """Less the mean of the row's group."""
    wide = some.reshape(len(some), -1)
    sums = np.zeros((groups.max() + 1, wide.shape[1]))
    np.add.at(sums, groups, weights[:, None] * wide)
    means = sums / np.maximum(np.bincount(groups, weights), 1e-9)[:, None]
    return (wide - means[groups]).reshape(some.shape)


def fit(some: Lessons, tables: Floats, ridge: float, soft: float) -> Floats:
    """Better tables; turns that are far from a position's best one hardly count."""
    hope = some.hope[:, None]
    traits = np.concatenate([some.traits, some.traits * hope, some.traits * hope**2], axis=1)
    groups = np.unique(some.position, return_inverse=True)[1]
    most = np.full(groups.max() + 1, -1e9)
    np.maximum.at(most, groups, some.result)
    weights = np.maximum(np.exp((some.result - most[groups]) / soft), LEAST)
    inner = centred(traits, groups, weights)
    missing = centred(some.result, groups, weights) - inner @ tables.ravel()
    square = inner.T @ (weights[:, None] * inner) + ridge * np.eye(inner.shape[1])
    change = np.linalg.solve(square, inner.T @ (weights * missing))
    before, after = (
        np.sqrt(np.average(error**2, weights=weights))
        for error in (missing, missing - inner @ change)
    )
    print(f"{len(groups)} turns: error {before:.3f}, fitted {after:.3f}", flush=True)
    better: Floats = tables + change.reshape(tables.shape)
    return better


def write(which: int, tables: Floats, command: str, path: Path) -> None:
    """One table is written anew; the commands that made them all stay in the file."""
    data = json.loads(path.read_text("utf-8"))
    data["tables"][which] = tables.round(3).tolist()
    lines = ",\n".join(json.dumps(one) for one in data["tables"])
    told = json.dumps([*data["command"], command])
    path.write_text(f'{{"command": {told},\n"tables": [\n{lines}]}}\n', "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--ridge", type=float, default=20.0)
    parser.add_argument("--soft", type=float, default=3.0, help="points; see fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    return parser.parse_args(given)


def main(given: list[str]) -> None:
    args = arguments(given)
    which = 0 if args.players == 1 else 1
    tables = TABLES[which].copy()
    for turn in range(args.rounds):
        seed = args.seed + turn
        some = collect(args.players, args.positions, args.rollouts, tables, seed)
        tables = fit(some, tables, args.ridge, args.soft)
    command = " ".join(["python -m spieltisch.games.noch_mal.training.fit_preferences", *given])
    write(which, tables, command, args.out)


if __name__ == "__main__":
    main(sys.argv[1:])
