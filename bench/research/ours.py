"""Steps per second of our environments: random legal decisions, observations and masks included.

Prints one JSON line per measurement. Time is the processor time of this one thread, so that other
programs on the machine disturb as little as possible.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import spieltisch.vector
from spieltisch import games
from spieltisch.adapters.kernels import MANY
from spieltisch.adapters.tables import Table
from spieltisch.core.state import OVER

BATCHES = (16, 64, 128, 256, 512, 1024, 4096)


def best_rate(steps: Callable[[int], int], seconds: float, repeats: int = 5) -> float:
    """The best of some repeats, each about `seconds` long."""
    steps(1)
    many, spent = 1, 0.0
    while spent < seconds / 5:
        many *= 4
        started = time.process_time()
        steps(many)
        spent = time.process_time() - started
    many = max(1, int(many * seconds / spent))
    rates = []
    for _ in range(repeats):
        started = time.process_time()
        done = steps(many)
        rates.append(done / (time.process_time() - started))
    return max(rates)


def batch(key: str, envs: int, fresh: bool) -> Callable[[int], int]:
    env = spieltisch.vector.make(key, envs=envs)
    out = None if fresh else env.buffers()
    env.reset(out=out)

    def steps(many: int) -> int:
        for _ in range(many):
            env.step(env.sample(), out=out)
        return many * envs

    return steps


def one(key: str) -> Callable[[int], int]:
    """One environment stepped from Python, by its own loop, with fresh arrays."""
    table, luck = Table(key), random.Random(1).random
    table.begin()
    legal, book = table.legal, table.book

    def steps(many: int) -> int:
        for _ in range(many):
            if table.move(legal[0, int(luck() * book[0, MANY])]) == OVER:
                table.begin()
        return many

    return steps


def zoo(key: str, wrapped: bool) -> Callable[[int], int]:
    from spieltisch.adapters import pettingzoo

    env = (pettingzoo.env if wrapped else pettingzoo.raw_env)(key)
    luck = random.Random(1).random
    legal, book = env.unwrapped.table.legal, env.unwrapped.table.book
    env.reset(seed=1)

    def steps(many: int) -> int:
        for _ in range(many):
            if not env.agents:
                env.reset()
            _, _, terminated, _, _ = env.last()
            env.step(None if terminated else int(legal[0, int(luck() * book[0, MANY])]))
        return many

    return steps


def gym(key: str) -> Callable[[int], int]:
    from spieltisch.adapters.gymnasium import Env

    env, luck = Env(key, opponents="random"), random.Random(1).random
    legal, book = env.table.legal, env.table.book
    env.reset(seed=1)

    def steps(many: int) -> int:
        for _ in range(many):
            if env.step(int(legal[0, int(luck() * book[0, MANY])]))[2]:
                env.reset()
        return many

    return steps


def spiel(key: str) -> Callable[[int], int]:
    import pyspiel

    from spieltisch.adapters import openspiel

    game = pyspiel.load_game(openspiel.short_name(games.card(key)))
    return random_states(game)


def random_states(game: Any) -> Callable[[int], int]:
    """OpenSpiel from Python: decisions of random games, with observation tensors."""
    luck = np.random.default_rng(1)
    current = [game.new_initial_state()]

    def steps(many: int) -> int:
        state = current[0]
        for _ in range(many):
            while state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(luck.choice(len(outcomes), p=weights))])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(luck.integers(len(legal)))])
        current[0] = state
        return many

    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.cards()))
    parser.add_argument("--seconds", type=float, default=0.4)
    args = parser.parse_args()
    for key in args.games:
        rates = {envs: best_rate(batch(key, envs, False), args.seconds) for envs in BATCHES}
        envs = max(rates, key=lambda many: rates[many])
        rows = [
            (f"batch of {envs}, buffers", rates[envs]),
            (f"batch of {envs}, fresh arrays", best_rate(batch(key, envs, True), args.seconds)),
            ("one table from Python", best_rate(one(key), args.seconds)),
            ("Gymnasium", best_rate(gym(key), args.seconds)),
            ("PettingZoo raw_env", best_rate(zoo(key, False), args.seconds)),
            ("PettingZoo env", best_rate(zoo(key, True), args.seconds)),
            ("OpenSpiel from Python", best_rate(spiel(key), args.seconds)),
        ]
        for what, rate in rows:
            print(json.dumps({"game": key, "what": what, "steps_per_second": rate}), flush=True)


if __name__ == "__main__":
    main()
