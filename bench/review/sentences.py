"""Sentences that reviews show, to be read: python -m bench.review.sentences GAME MATCHES [--lang]

Bots of different levels play; every reason of a turning point and every praise is printed with the
position, what was played and what was better.
"""

from __future__ import annotations

import argparse
import itertools

import spieltisch
from bench.review.kept import PLAYERS
from spieltisch.bots.base import find, play_seats
from spieltisch.core.randomness import generator
from spieltisch.review.review import Review
from spieltisch.review.reviewer import review

LEVELS = ("medium", "greedy", "easy")


def show(found: Review, lang: str, numbers: itertools.count[int]) -> None:
    for point in (*found.turning_points, *found.good):
        if point.kind != "luck":
            best = point.best_said[lang] if point.best_said else ""
            print(f"{next(numbers)}. n={point.n} {point.kind} {100 * point.change:+.0f} %")
            print(f"   played {point.played}: {point.said[lang]}\n   beside {point.best}: {best}")
            print(f"   » {point.why[lang]}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int)
    parser.add_argument("--lang", default="en")
    args = parser.parse_args()
    players, numbers = PLAYERS.get(args.game, 2), itertools.count(1)
    for seed in range(1, args.matches + 1):
        match = spieltisch.game(args.game).match(players=players, seed=seed)
        bots = {seat: find(LEVELS[seat % len(LEVELS)]) for seat in range(players)}
        play_seats(match, bots, generator(seed))
        show(review(match), args.lang, numbers)


if __name__ == "__main__":
    main()
