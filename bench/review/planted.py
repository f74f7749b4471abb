"""Is a planted blunder found? python -m bench.review.planted GAME MATCHES [LEAST MOST]

A search plays against itself. One turn of one seat is replaced by a worse one: drawn among legal
turns that lose LEAST to MOST (0.10 to 0.30) by a judge that looks ten times as long as the review.
Then the review at its usual depth should name that event among the three largest losses of that
seat. Rows are kept in bench/review/results.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import spieltisch
from bench.review.kept import PLAYERS, SEARCH, Row, go_on, share
from spieltisch.api import Match
from spieltisch.bots.base import choose_turn, find, play_seats
from spieltisch.core.randomness import Random, generator
from spieltisch.core.state import AnyState
from spieltisch.review.choices import Judge
from spieltisch.review.moments import moments
from spieltisch.review.reviewer import Reviewer, depth_of, fitting
from spieltisch.review.sampling import Sampler

LONGER = 10
DRAWN = 12  # legal turns at random among which a blunder is looked for
TRIES = 30  # positions of one match


class Planting:
    """One match with a blunder in it."""

    def __init__(self, key: str, seed: int, least: float, most: float) -> None:
        self.key, self.least, self.most = key, least, most
        self.luck = random.Random(f"{key} {seed}")
        self.random: Random = generator(seed)
        players = PLAYERS.get(key, 2)
        self.match = spieltisch.game(key).match(players=players, seed=seed)
        self.bots = {seat: find(SEARCH[key]) for seat in range(players)}
        self.depth = depth_of(self.match)

    def run(self) -> tuple[int, int, float] | None:
        """Event, seat and true loss of the blunder; None where none was found."""
        self.play(self.luck.randrange(0, 40))
        for _ in range(TRIES):
            if self.match.over:
                return None
            seat = self.luck.choice(self.match.acting)
            found = self.blunder(seat)
            if found is not None:
                text, loss = found
                before = len(self.match.lines)
                self.match.play(seat, text)
                play_seats(self.match, self.bots, self.random)
                return self._event(before, seat), seat, loss
            self.play(self.luck.randrange(1, 6))
        return None

    def _event(self, before: int, seat: int) -> int:
        lines = enumerate(self.match.lines[before:], before + 1)
        return next(n for n, line in lines if line.kind == "turn" and line.seat == seat)

    def play(self, turns: int) -> None:
        while turns > 0 and not self.match.over:
            for seat in self.match.acting:
                self.match.play(seat, choose_turn(self.match, seat, self.bots[seat], self.random))
                turns -= 1

    def blunder(self, seat: int) -> tuple[str, float] | None:
        """A legal turn that loses as much as wanted, measured with fresh luck."""
        game, state = self.match.game, self.match.hidden(seat)
        sampler = Sampler(game, self.match.players)
        judge = Judge(game, self.match.players, sampler, self.depth)
        read, supposed = game.notation.read_turn, self.match.supposed(seat)
        texts = sorted({self.match.random_turn(seat, self.luck) for _ in range(DRAWN)})
        drawn = {text: read(supposed, text) for text in texts}
        if not self.promises(judge, sampler, state, seat, list(drawn.values())):
            return None
        best = self.best(judge, sampler, state, seat)
        for text, line in drawn.items():
            rough = sampler.ask(state, seat, [best, line], self.depth.measure, 5).gap(0, 1)
            if not self.least - 0.06 < rough.mean < self.most + 0.06:
                continue
            many = LONGER * self.depth.measure
            loss = sampler.ask(state, seat, [best, line], many, 6).gap(0, 1).mean
            if self.least <= loss <= self.most:
                return text, loss
        return None

    def promises(
        self,
        judge: Judge,
        sampler: Sampler,
        state: AnyState,
        seat: int,
        drawn: list[list[int]],
    ) -> bool:
        """At a glance: does one of the drawn turns seem to lose as much as half of what is wanted?

        In many positions none does, and to find that out slowly would take most of the time.
        """
        turns = list(judge.turns(1, seat, state).values())
        means = sampler.ask(state, seat, [*turns, *drawn], self.depth.first, 4).means()
        gaps = means[: len(turns)].max() - means[len(turns) :]
        return bool((gaps > self.least / 2).any())

    def best(self, judge: Judge, sampler: Sampler, state: AnyState, seat: int) -> list[int]:
        lines = list(judge.turns(1, seat, state).values())
        means = sampler.ask(state, seat, lines, LONGER * self.depth.first, 3).means()
        return lines[int(means.argmax())]


def largest(match: Match, seat: int) -> tuple[list[int], list[int]]:
    """The three largest losses of a seat, and those that the review shows, as events (its books
    are not needed for that)."""
    found = moments(match)
    work = Reviewer(found, [seat], fitting(found), match.names)
    for _ in work.judge_turns():
        pass
    return [one.n for one in work.losses(seat)[:3]], [one.n for one in work.shown_losses(seat)]


def plant(key: str, least: float, most: float, seed: int) -> Iterator[Row]:
    planting = Planting(key, seed, least, most)
    found = planting.run()
    if found is not None:
        n, seat, loss = found
        three, shown = largest(planting.match, seat)
        named = {"largest": n in three, "shown": n in shown}
        yield {"seed": seed, "n": n, "seat": seat, "loss": round(loss, 4), **named}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int)
    parser.add_argument("least", type=float, nargs="?", default=0.10)
    parser.add_argument("most", type=float, nargs="?", default=0.30)
    args = parser.parse_args()
    name = f"planted-{args.game}-{round(100 * args.least)}-{round(100 * args.most)}"
    rows = go_on(
        name, args.matches, lambda seed: plant(args.game, args.least, args.most, seed), name
    )
    for what in ("largest", "shown"):
        print(name, what, share(sum(row[what] for row in rows), len(rows)), flush=True)


if __name__ == "__main__":
    main()
