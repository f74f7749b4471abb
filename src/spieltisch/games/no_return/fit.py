"""Fits the weights of `prospects` to games between bots that prefer and sometimes try:

python -m spieltisch.games.no_return.fit --games 4000 > weights.json
"""

from __future__ import annotations

import argparse
import json

import numpy as np

from spieltisch import games
from spieltisch.core.jit import kernel
from spieltisch.core.play import best
from spieltisch.core.randomness import Random, below, generator, unit
from spieltisch.core.state import CHANCE, OVER, Floats, Ints
from spieltisch.games.no_return.evaluate import prefer
from spieltisch.games.no_return.prospects import FEATURES, describe, turns_left
from spieltisch.games.no_return.rules import (
    MOST,
    TURN,
    NoReturn,
    apply,
    list_legal,
    sample_chance,
    score,
    to_act,
)

KEPT = 0.15  # share of the turns that become examples
TRIED = 0.04  # share of the decisions that are drawn blindly
LONGEST = 400  # examples of one game


@kernel
def play(state: NoReturn, random: Random, actions: Ints, values: Floats, out: Floats) -> int:
    """Plays to the end; a row of `out` is phase, points still gained, turns left, features."""
    rows = 0
    seats = np.zeros(len(out), np.int64)
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            apply(state, sample_chance(state, random))
            continue
        if state.stage == TURN and unit(random) < KEPT:
            for seat in range(state.players):
                seats[rows] = seat
                out[rows, 0] = state.phase[seat]
                out[rows, 1] = score(state, seat)
                out[rows, 2] = turns_left(state)
                describe(state, seat, out[rows, 3:])
                rows += 1
        n = list_legal(state, actions)
        place = below(random, n)
        if unit(random) >= TRIED:
            prefer(state, actions, n, values)
            place = best(values, n, random)
        apply(state, actions[place])
    for row in range(rows):
        out[row, 1] = score(state, seats[row]) - out[row, 1]
    return rows


def examples(many: int) -> Floats:
    game = games.find("no-return")
    actions, values = np.zeros(MOST, np.int64), np.zeros(MOST, np.float64)
    out = np.zeros((LONGEST, 3 + FEATURES), np.float64)
    found = []
    for number in range(many):
        players = 2 + number % 3 if number % 2 else 2
        state = game.new(players, game.card.resolve(players, {}))
        found.append(out[: play(state, generator(77, number), actions, values, out)].copy())
    return np.concatenate(found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4000)
    rows = examples(parser.parse_args().games)
    weights, errors, lefts = [], [], []
    for phase in (1, 2):
        some = rows[rows[:, 0] == phase]
        fitted = np.linalg.lstsq(some[:, 3:], some[:, 1], rcond=None)[0]
        error = some[:, 1] - some[:, 3:] @ fitted
        weights.append([round(float(weight), 4) for weight in fitted])
        errors.append(np.abs(error))
        lefts.append(some[:, 2])
    left = np.concatenate(lefts)
    basis = np.stack([np.ones_like(left), left], axis=1)
    spread = np.linalg.lstsq(basis, np.concatenate(errors), rcond=None)[0]
    command = "python -m spieltisch.games.no_return.fit --games 4000"
    fit = {"command": command, "examples": len(rows), "weights": weights}
    print(json.dumps({**fit, "spread": [round(float(x), 3) for x in spread]}, indent=1))


if __name__ == "__main__":
    main()
