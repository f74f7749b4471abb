"""Steps per second of our environments: random legal decisions, observations and masks included.

Prints one JSON line per measurement.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable

from measure import Steps, best_rate, random_states

import spieltisch.vector
from spieltisch import games
from spieltisch.adapters.kernels import MANY
from spieltisch.adapters.tables import Table
from spieltisch.core.state import OVER

BATCHES = (16, 32, 64, 128, 256, 512, 1024, 4096)


def batch(key: str, envs: int, fresh: bool) -> Steps:
    env = spieltisch.vector.make(key, envs=envs)
    out = None if fresh else env.buffers()
    env.reset(out=out)

    def steps(many: int) -> int:
        for _ in range(many):
            env.step(env.sample(), out=out)
        return many * envs

    return steps


def picker(table: Table) -> Callable[[], int]:
    """A random legal decision of a table, without the time that NumPy takes for one number."""
    legal, book, luck = memoryview(table.legal), memoryview(table.book), random.Random(1).random
    return lambda: legal[0, int(luck() * book[0, MANY])]


def one(key: str) -> Steps:
    """One environment stepped from Python, by its own loop, with fresh arrays."""
    table = Table(key)
    table.begin()
    pick = picker(table)

    def steps(many: int) -> int:
        for _ in range(many):
            if table.move(pick()) == OVER:
                table.begin()
        return many

    return steps


def zoo(key: str, wrapped: bool) -> Steps:
    from spieltisch.adapters import pettingzoo

    env = (pettingzoo.env if wrapped else pettingzoo.raw_env)(key)
    pick = picker(env.unwrapped.table)
    env.reset(seed=1)

    def steps(many: int) -> int:
        for _ in range(many):
            if not env.agents:
                env.reset()
            _, _, terminated, _, _ = env.last()
            env.step(None if terminated else pick())
        return many

    return steps


def gym(key: str) -> Steps:
    from spieltisch.adapters.gymnasium import Env

    env = Env(key, opponents="random")
    pick = picker(env.table)
    env.reset(seed=1)

    def steps(many: int) -> int:
        for _ in range(many):
            if env.step(pick())[2]:
                env.reset()
        return many

    return steps


def spiel(key: str) -> Steps:
    import pyspiel

    from spieltisch.adapters import openspiel

    return random_states(pyspiel.load_game(openspiel.short_name(games.card(key))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.cards()))
    parser.add_argument("--seconds", type=float, default=0.004)
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
