"""Is luck zero on average, and does it explain results? python -m bench.review.luck GAME MATCHES

Bots play whole matches; the luck of seat 0 is booked at the usual depth (only that: what lies
between two events of chance is not needed for it). Mean luck must be zero within 0.04, and the
result without luck must vary less than the result.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

import spieltisch
from bench.review.kept import PLAYERS, Row, go_on
from spieltisch.bots.base import find, play_seats
from spieltisch.core.randomness import generator
from spieltisch.review.accounts import Books
from spieltisch.review.moments import moments
from spieltisch.review.reviewer import fitting
from spieltisch.review.sampling import Sampler


def book(key: str, players: int, seed: int) -> Iterator[Row]:
    match = spieltisch.game(key).match(players=players, seed=seed)
    play_seats(match, {seat: find("greedy") for seat in range(players)}, generator(seed))
    found = moments(match)
    books = Books(found, Sampler(match.game, players), fitting(found))
    luck = sum(
        books.value(n, 0) - books.value(n - 1, 0)
        for n, line in enumerate(found.lines, 1)
        if line.kind == "chance"
    )
    start, result = books.value(0, 0), books.value(len(found.lines), 0)
    yield {
        "seed": seed,
        "start": round(start, 5),
        "luck": round(luck, 5),
        "result": round(result, 5),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int)
    parser.add_argument("--players", type=int)
    args = parser.parse_args()
    players = args.players or PLAYERS.get(args.game, 2)
    name = f"luck-{args.game}-{players}"
    rows = go_on(name, args.matches, lambda seed: book(args.game, players, seed), name)
    luck = np.array([row["luck"] for row in rows])
    result = np.array([row["result"] for row in rows])
    error = luck.std(ddof=1) / len(luck) ** 0.5
    left = (result - luck).var() / result.var()
    print(
        f"{name}: mean luck {luck.mean():+.3f} ± {1.96 * error:.3f} of {len(rows)}; "
        f"variance without luck {100 * left:.0f} %",
        flush=True,
    )


if __name__ == "__main__":
    main()
