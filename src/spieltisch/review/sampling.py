"""Futures of a position: what becomes of it, or of several turns in it, by rollouts.

The nth future of every line has the same guesses of what is hidden, and the same luck: each answer
of chance to a seat has a luck of its own, so that it stays the same when more or less was drawn
before. What differs between two lines is then the decision; between two moments of a match, what
happened in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spieltisch.bots.futures import sample
from spieltisch.bots.search import NONE, room
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.randomness import WORDS
from spieltisch.core.state import AnyState, Floats

BATCH = 64  # futures between two looks at the clock of whoever asks


class Futures(NamedTuple):
    """What became of each line: a row per line, a column per future."""

    won: Floats  # share of victory of the seat that asks
    ahead: Floats  # points ahead of the best other seat

    def means(self) -> Floats:
        found: Floats = self.won.mean(axis=1)
        return found

    def gap(self, better: int, worse: int) -> Estimate:
        """By how much one line wins more often than another one."""
        return estimate(self.won[better] - self.won[worse])

    def points(self, better: int, worse: int) -> Estimate:
        return estimate(self.ahead[better] - self.ahead[worse])


class Estimate(NamedTuple):
    mean: float
    error: float  # standard error

    def is_sure(self, errors: float = 3.0) -> bool:
        """Whether its sign is no accident."""
        return abs(self.mean) > errors * self.error


def estimate(numbers: Floats) -> Estimate:
    many = len(numbers)
    spread = float(numbers.std(ddof=1)) if many > 1 else 1.0
    return Estimate(float(numbers.mean()), spread / max(many, 1) ** 0.5)


class Luck(NamedTuple):
    """Where a match stands in its luck: who acted last, and how often chance has answered each
    seat, and nobody (the last number; nobody's place as a seat is behind all others)."""

    last: int
    runs: tuple[int, ...]


class Sampler:
    """Futures of records of one game; the same question gets the same answer."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        tuned = tuning_of(game.card, players)
        self.settings = tuned.settings(**(tuned.review or {}))
        rules = game.rules
        self.start, self.scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        self.work = room(rules.MOST, players, self.settings, np.zeros(WORDS, np.int64))
        self.luck = np.zeros(WORDS, np.int64)
        self.spent = 0  # futures so far

    def ask(
        self, state: AnyState, seat: int, lines: Sequence[Sequence[int]], many: int, seed: int
    ) -> Futures:
        """`many` futures of each line of decisions that the seat may choose in a position."""
        luck = Luck(seat, (0,) * (self.players + 1))
        won, ahead = self.follow(state, seat, lines, many, seed, luck)
        return Futures(won[seat :: self.players], ahead)

    def follow(
        self,
        state: AnyState,
        seat: int,
        lines: Sequence[Sequence[int]],
        many: int,
        seed: int,
        luck: Luck,
    ) -> tuple[Floats, Floats]:
        """Shares of victory, a row for each seat of each line (an empty one: the position itself),
        and points ahead of `seat`; `luck` is where the match stands after such a line."""
        longest = max(1, *map(len, lines))
        table = np.array([[*line, *[NONE] * (longest - len(line))] for line in lines], np.int64)
        won, ahead = np.zeros((len(lines) * self.players, many)), np.zeros((len(lines), many))
        self.start[0] = state
        for first in range(0, many, BATCH):
            part = slice(first, min(many, first + BATCH))
            wide = part.stop - first
            shares, points = np.zeros((len(won), wide)), np.zeros((len(lines), wide))
            rest = (*luck.runs, *[0] * (self.players + 1))
            order = np.array([seat, seed, first, luck.last, *rest], np.int64)
            tools = table, order, shares, points, self.luck, self.work
            sample(self.start, self.scratch, *tools)
            won[:, part], ahead[:, part] = shares, points
        self.spent += many * len(lines)
        return won, ahead
