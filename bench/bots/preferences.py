"""Fits Noch mal!'s preferences, and the networks that judge, to averaged rollouts.

python -m bench.bots.preferences --players 1 --rounds 4 --positions 1000 --rollouts 20 [--networks]

Greedy bots play to a random turn, some of them astray. From there the turns that look best, and a
few others, are each played to the end several times by the present preferences, with the same luck
for all. How much the turns of one position differ is what the tables are fitted to (least squares,
held near the present tables); a round begins with the tables of the one before. With `--networks`
the network for that number of players is fitted to the same rollouts: what each seat still gained,
and how the turns of one position differ. Writes `preferences.json` and `weights.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit

from spieltisch import games
from spieltisch.core.play import best
from spieltisch.core.randomness import WORDS, below, sow, unit
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.noch_mal import policy, prospects, rules
from spieltisch.games.noch_mal.decisions import MOST, PASS, PLACE, SETS, price
from spieltisch.games.noch_mal.policy import (
    JOKERS,
    OPENED,
    PATIENCE,
    TRAITS,
    UNKNOWN,
    gain,
    look,
    rolls_left,
    weigh,
)
from spieltisch.games.noch_mal.prospects import FEATURES
from spieltisch.games.noch_mal.rules import (
    apply,
    list_cells,
    list_dice,
    list_legal,
    sample_chance,
    score,
    to_act,
)
from spieltisch.games.noch_mal.sheets import CELLS
from spieltisch.tools.fit import Learner

TURNS = 400  # of a position, at most
TOP, OTHERS = 12, 6  # turns that are looked at: the best and some others
ASTRAY = (0.0, 0.1, 0.3)  # share of blind decisions before the position
ROLLS = 30  # of a game, about
NEAR = 8.0  # with others: points ahead that still count nearly in full
describe_seat = prospects.describe


@njit
def decide(state, actions, values, luck, tables, astray):
    n = list_legal(state, actions)
    place = 0
    if n > 1 and unit(luck) < astray:
        place = below(luck, n)
    elif n > 1:
        weigh(state, actions, n, values, tables)
        place = best(values, n, luck)
    apply(state, actions[place])


@njit
def play_on(state, actions, values, chance, luck, tables, astray, choices):
    """Plays until so many dice were chosen; -1: to the end."""
    made = 0
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            apply(state, sample_chance(state, chance))
            continue
        if not state.placing:
            if made == choices:
                return
            made += 1
        decide(state, actions, values, luck, tables, astray)


@njit
def result(state, seat):
    """Alone, the points; else the points ahead, of which many count less, and the victory."""
    if state.players == 1:
        return float(score(state, 0))
    most = -1e9
    for other in range(state.players):
        if other != seat:
            most = max(most, float(score(state, other)))
    ahead = score(state, seat) - most
    return NEAR * np.tanh(ahead / NEAR) + np.sign(ahead)


@njit
def list_turns(state, actions, places, dice, place, values, tables):
    """All turns once, at their lowest price; passing is the last one."""
    seat = int(state.seat)
    sight = look(state, tables)
    jokers = JOKERS + int(state.exclamations[seat])
    many, n = list_dice(state, seat, actions), 0
    for cost in range(3):
        for i in range(many):
            if price(actions[i]) != cost:
                continue
            for p in range(list_cells(state, seat, actions[i], places)):
                if n == TURNS - 1 or (place[:n] == places[p]).any():
                    continue
                dice[n], place[n] = actions[i], places[p]
                cells = places[p] - PLACE
                values[n] = gain(state, cells // SETS, cells % SETS, sight)
                values[n] += sight[jokers - cost] - sight[jokers]
                n += 1
    dice[n], values[n] = PASS, 0.0
    return n + 1


@njit
def describe_turn(state, dice, place, sight, out):
    """The traits of a turn: what it is worth to a table that has a single one."""
    out[:] = 0.0
    if dice == PASS:
        return
    cells = place - PLACE
    jokers = JOKERS + int(state.exclamations[state.seat])
    for trait in range(TRAITS):
        sight[:TRAITS] = 0.0
        sight[OPENED : OPENED + CELLS] = UNKNOWN
        sight[trait] = 1.0
        out[trait] = gain(state, cells // SETS, cells % SETS, sight)
        out[trait] += sight[jokers - price(dice)] - sight[jokers]


@njit
def choose_turns(values, n, luck, chosen):
    """The best ones and some others."""
    order = np.argsort(-values[:n])
    many = min(n, TOP)
    chosen[:many] = order[:many]
    for _ in range(OTHERS if n > TOP else 0):
        other = order[TOP + below(luck, n - TOP)]
        if not (chosen[:many] == other).any():
            chosen[many] = other
            many += 1
    return many


@njit
def try_turn(states, dice, place, tables, rollouts, seed, number, features, gains):
    """The mean result of a turn of `states[0]`; describes where it leads before chance answers."""
    chance, luck = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    actions, values = np.zeros(MOST, np.int64), np.zeros(MOST)
    seat = to_act(states[0])
    states[1] = states[0]
    sow(luck, seed + 1, number)
    apply(states[1], dice)
    if dice != PASS:
        apply(states[1], place)
    while to_act(states[1]) >= 0:
        decide(states[1], actions, values, luck, tables, 0.0)
    gains[:] = 0.0
    for other in range(states[1].players):
        describe_seat(states[1], other, features[other])
        if to_act(states[1]) == OVER:
            features[other] = 0.0
    total = 0.0
    for n in range(rollouts):
        states[2] = states[1]
        sow(chance, seed + 2, number * 4096 + n)
        sow(luck, seed + 3, number * 4096 + n)
        play_on(states[2], actions, values, chance, luck, tables, 0.0, -1)
        total += result(states[2], seat) / rollouts
        for other in range(states[1].players):
            gains[other] += (score(states[2], other) - score(states[1], other)) / rollouts
    return total


@njit
def lesson(states, tables, seed, number, choices, astray, rollouts, traits, found, features, gains):
    """One position in `states[0]`, which is the opening at first; returns how many turns it has."""
    chance, luck = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    sow(chance, seed, 2 * number)
    sow(luck, seed, 2 * number + 1)
    actions, values, places = np.zeros(MOST, np.int64), np.zeros(MOST), np.zeros(MOST, np.int64)
    play_on(states[0], actions, values, chance, luck, tables, astray, choices)
    if to_act(states[0]) == OVER:
        return 0
    dice, place, worth = np.zeros(TURNS, np.int64), np.zeros(TURNS, np.int64), np.zeros(TURNS)
    n = list_turns(states[0], actions, places, dice, place, worth, tables)
    chosen = np.zeros(TOP + OTHERS, np.int64)
    many = choose_turns(worth, n, luck, chosen)
    for i in range(many):
        turn = chosen[i]
        describe_turn(states[0], dice[turn], place[turn], look(states[0], tables), traits[i])
        found[i] = try_turn(
            states, dice[turn], place[turn], tables, rollouts, seed, number, features[i], gains[i]
        )
    return many


class Lessons(NamedTuple):
    """One row per turn."""

    traits: np.ndarray
    result: np.ndarray
    position: np.ndarray
    hope: np.ndarray
    features: np.ndarray  # by seat
    gain: np.ndarray  # by seat


def collect(players: int, positions: int, rollouts: int, tables: np.ndarray, seed: int) -> Lessons:
    game = games.find("noch-mal")
    opening = game.new(players, game.card.resolve(players, {}))
    states = np.zeros(3, rules.STATE)
    most = TOP + OTHERS
    traits, found = np.zeros((most, TRAITS)), np.zeros(most)
    features, gains = np.zeros((most, players, FEATURES)), np.zeros((most, players))
    luck, rows = np.random.default_rng(seed), []
    for n in range(positions):
        states[0] = opening
        choices, astray = int(luck.integers(0, ROLLS * players)), float(luck.choice(ASTRAY))
        many = lesson(
            states,
            tables,
            1000 * seed,
            n,
            choices,
            astray,
            rollouts,
            traits,
            found,
            features,
            gains,
        )
        if many > 1:
            left = rolls_left(states[0])
            number, hope = np.full(many, n), np.full(many, left / (left + PATIENCE))
            seen = features[:many].astype(np.float32)
            rows.append(
                (traits[:many].copy(), found[:many].copy(), number, hope, seen, gains[:many].copy())
            )
    return Lessons(*(np.concatenate(part) for part in zip(*rows, strict=True)))


def centred(some: np.ndarray, groups: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Less the mean of the row's group."""
    wide = some.reshape(len(some), -1)
    sums = np.zeros((groups.max() + 1, wide.shape[1]))
    np.add.at(sums, groups, weights[:, None] * wide)
    means = sums / np.maximum(np.bincount(groups, weights), 1e-9)[:, None]
    return (wide - means[groups]).reshape(some.shape)


def fit_tables(some: Lessons, tables: np.ndarray, ridge: float, soft: float) -> np.ndarray:
    """Turns that are far from a position's best one hardly count."""
    hope = some.hope[:, None]
    traits = np.concatenate([some.traits, some.traits * hope, some.traits * hope**2], axis=1)
    groups = np.unique(some.position, return_inverse=True)[1]
    most = np.full(groups.max() + 1, -1e9)
    np.maximum.at(most, groups, some.result)
    weights = np.maximum(np.exp((some.result - most[groups]) / soft), 0.03)
    inner = centred(traits, groups, weights)
    missing = centred(some.result, groups, weights) - inner @ tables.ravel()
    square = inner.T @ (weights[:, None] * inner) + ridge * np.eye(inner.shape[1])
    change = np.linalg.solve(square, inner.T @ (weights * missing))
    error = np.sqrt(np.average((missing - inner @ change) ** 2, weights=weights))
    print(
        f"{len(groups)} turns: error {np.sqrt(np.average(missing**2, weights=weights)):.3f}", end=""
    )
    print(f", fitted {error:.3f}", flush=True)
    return tables + change.reshape(tables.shape)


WITHIN = 3.0  # how much more differences within a position count than the gain itself


def fit_network(some: Lessons, epochs: int) -> Learner:
    """The linear part by least squares, then all by Adam, a few positions at a time."""
    players = some.gain.shape[1]
    features = some.features.reshape(-1, FEATURES)
    wanted = some.gain.reshape(-1).astype(np.float32)
    groups = (some.position[:, None] * players + np.arange(players)).reshape(-1)
    going_on = features.any(axis=1)
    features, wanted = features[going_on], wanted[going_on]
    groups = np.unique(groups[going_on], return_inverse=True)[1]
    scale, equal = float(wanted.std()), np.ones(len(wanted))
    wanted /= np.float32(scale)
    inner, outer = centred(features, groups, equal), centred(wanted, groups, equal)
    learner = Learner(FEATURES, 32)
    wide = np.concatenate([features, np.sqrt(WITHIN) * inner]).astype(np.float32)
    learner.start(wide, np.concatenate([wanted, np.sqrt(WITHIN) * outer]).astype(np.float32))
    order = np.argsort(groups, kind="stable")
    ends = np.searchsorted(groups[order], np.arange(groups.max() + 2))
    for epoch in range(epochs):
        rate = 0.001 * (0.5 + 0.5 * np.cos(np.pi * epoch / epochs)) + 1e-5
        shuffled = learner.luck.permutation(groups.max() + 1)
        for start in range(0, len(shuffled), 24):
            rows = np.concatenate(
                [order[ends[g] : ends[g + 1]] for g in shuffled[start : start + 24]]
            )
            error = learner.answers(features[rows]) - wanted[rows]
            local = np.unique(groups[rows], return_inverse=True)[1]
            pull = error + WITHIN * centred(error, local, np.ones(len(rows)))
            # the learner steps towards what it is told: as far off as the pull
            aim = learner.answers(features[rows]) - pull.astype(np.float32)
            learner.learn(features[rows], aim.astype(np.float32), rate, 0.01)
    error = learner.answers(features) - wanted
    print(f"network: error {scale * error.std():.3f}", end=", ")
    print(f"within positions {scale * centred(error, groups, equal).std():.3f}")
    for at in (0, 3, 4):
        learner.weights[at] *= np.float32(scale)
    return learner


def write(key: str, network: int, mine: object, folder: Path, file: str, command: str) -> None:
    path = folder / file
    data = json.loads(path.read_text("utf-8"))
    data[key][network] = mine
    known = data["command"] if isinstance(data["command"], list) else [data["command"]]
    lines = ",\n".join(json.dumps(one) for one in data[key])
    told = json.dumps([*known, command])
    path.write_text(f'{{"command": {told},\n"{key}": [\n{lines}]}}\n', "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--ridge", type=float, default=20.0)
    parser.add_argument("--soft", type=float, default=3.0, help="points; see fit_tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--networks", action="store_true")
    parser.add_argument("--epochs", type=int, default=15)
    args = parser.parse_args()
    network = 0 if args.players == 1 else 1
    tables = policy.TABLES[network].copy()
    folder = Path(policy.__file__).parent
    command = " ".join(["python -m bench.bots.preferences", *sys.argv[1:]])
    for turn in range(args.rounds):
        some = collect(args.players, args.positions, args.rollouts, tables, args.seed + turn)
        if args.networks:
            learner = fit_network(some, args.epochs)
            write("networks", network, learner.json(), folder, "weights.json", command)
        tables = fit_tables(some, tables, args.ridge, args.soft)
    write("tables", network, tables.round(3).tolist(), folder, "preferences.json", command)


if __name__ == "__main__":
    main()
