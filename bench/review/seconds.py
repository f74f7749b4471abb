"""What a review costs: python -m bench.review.seconds MATCHES [GAME …]

CPU seconds of this one process for whole reviews at the usual depth, of matches of medium and of
greedy bots; the limits are in docs/review.md.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import spieltisch
from bench.review.kept import PLAYERS
from spieltisch.bots.base import find, play_seats
from spieltisch.core.randomness import generator
from spieltisch.review.reviewer import review

LIMITS = {"no-return": 5.0, "alle-neune": 5.0, "noch-mal": 8.0, "re-move": 30.0}
LEVELS = ("medium", "greedy")


def seconds(key: str, seed: int) -> float:
    players = PLAYERS.get(key, 2)
    match = spieltisch.game(key).match(players=players, seed=seed)
    level = LEVELS[seed % len(LEVELS)]
    play_seats(match, {seat: find(level) for seat in range(players)}, generator(seed))
    begin = time.process_time()
    review(match)
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int)
    parser.add_argument("games", nargs="*", default=list(LIMITS))
    args = parser.parse_args()
    for key in args.games:
        found = [seconds(key, seed) for seed in range(1, args.matches + 1)]
        print(
            f"{key}: median {np.median(found):.1f} s, {min(found):.1f} to {max(found):.1f} of "
            f"{len(found)} reviews; limit {LIMITS[key]:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
