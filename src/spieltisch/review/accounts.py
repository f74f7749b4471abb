"""The books of a match: for each seat its chance to win after every event, by its own knowledge.

What an event changes is booked to luck where chance acted, to the seat's own play where it acted
itself, and to the others' where they did. All sums are of differences, so for every seat
start + luck + play + others = result, exactly.

The luck of an event is the value after it less the mean over all that chance might have done, with
the same futures for each: exactly where the outcomes are few and open to all; elsewhere each future
draws one of its own. What a seat does not see is no luck of it. So the mean luck of an event is
zero, if the futures know nothing of the match: with the same futures for all matches, or for each
draw of a match, those that they happen to draw would be too good or too bad everywhere, and the sum
of it would end in somebody's luck. So they differ from match to match (`draws.salt`) and from draw
to draw (`sampling.Luck`).

The first value is asked many times as often as others, since every change of the match is measured
from it; and as the futures of later moments share their luck with its own, its known error is taken
out of them, too, as far as they still follow it (a control variate).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from spieltisch.core.state import Floats
from spieltisch.review import draws
from spieltisch.review.depth import Depth
from spieltisch.review.moments import Moments
from spieltisch.review.sampling import Estimate, Sampler, estimate

SEED = 77 << 40  # of futures in the books, beside the salt of a match
FIRST = 16  # times as many futures of the position before the first event


@dataclass(frozen=True)
class Account:
    """One seat's books."""

    seat: int
    values: list[float]  # before the first event, and after each one
    errors: list[float]  # standard errors of the changes, one per event
    luck: float
    play: float
    others: float

    @property
    def start(self) -> float:
        return self.values[0]

    @property
    def result(self) -> float:
        return self.values[-1]

    @property
    def adjusted(self) -> float:
        """What is left of the result when luck is taken out."""
        return self.result - self.luck

    def change(self, n: int) -> Estimate:
        """What event n changed."""
        return Estimate(self.values[n] - self.values[n - 1], self.errors[n - 1])


class Books:
    """The books of a match; where nothing is hidden, the same futures serve all seats."""

    def __init__(self, moments: Moments, sampler: Sampler, depth: Depth) -> None:
        self.moments, self.sampler, self.depth = moments, sampler, depth
        self.standings = draws.standings(moments)
        self.seed = SEED + (draws.salt(moments) << 8)
        self.kept: dict[tuple[int, int], Floats] = {}  # by moment and seat: see `futures`

    def account(self, seat: int) -> Generator[None, None, Account]:
        """The books of one seat, event by event."""
        values: list[float] = []
        errors: list[float] = []
        won = start = self.futures(0, seat)
        for n in range(len(self.moments.states)):
            before = won
            if n > 0 and not self._is_same(n, seat):
                won = self.futures(n, seat)
            values.append(_value(won, start))
            if n > 0:
                errors.append(_paired(won, before).error if before is not won else 0.0)
            yield
        sums = _sums(self.moments, seat, values)
        return Account(seat, values, errors, sums["luck"], sums["play"], sums["others"])

    def value(self, n: int, seat: int) -> float:
        """What `account` has after event n, and nothing else of it."""
        while n > 0 and self._is_same(n, seat):
            n -= 1
        return _value(self.futures(n, seat), self.futures(0, seat))

    def _is_same(self, n: int, seat: int) -> bool:
        """Whether event n told the seat nothing."""
        moments = self.moments
        if n == len(moments.lines) and moments.over:
            return False
        if moments.lines[n - 1].kind == "chance" and not draws.is_seen(moments, n, seat):
            return True
        known, before = moments.known(n, seat), moments.known(n - 1, seat)
        return bool(known.tobytes() == before.tobytes())

    def futures(self, n: int, seat: int) -> Floats:
        """The seat's shares of victory after event n; of a finished match all the same.

        Those of the first moment are kept, and of open ones, where they serve all seats.
        """
        moments, many = self.moments, self._many(n, seat)
        if n == len(moments.lines) and moments.over and moments.players > 1:
            return np.full(many, _share_of_victory(moments, seat))
        if (n, seat) not in self.kept:
            found = self._look(n, seat, many)
            if n > 0 and not moments.is_open(n):
                return found[seat]
            shared = range(moments.players) if moments.is_open(n) else [seat]
            self.kept.update({(n, each): found[each] for each in shared})
        return self.kept[n, seat]

    def _look(self, n: int, seat: int, many: int) -> list[Floats]:
        """All seats' shares of victory in futures of what one of them knows."""
        moments = self.moments
        few = draws.outcomes(moments, n + 1) if self._is_before_chance(n) else ()
        lines, luck = [one.decisions for one in few] or [()], self.standings[n + bool(few)]
        known = moments.known(n, seat)
        won, _ = self.sampler.follow(known, seat, lines, many, self.seed, luck)
        return [_mean(won[each :: moments.players], few) for each in range(moments.players)]

    def _is_before_chance(self, n: int) -> bool:
        lines = self.moments.lines
        return n < len(lines) and lines[n].kind == "chance"

    def _many(self, n: int, seat: int) -> int:
        """How many futures: more before and after a draw that the seat sees, if those are seldom;
        for that is where they go into luck."""
        if n == 0:
            return FIRST * self.depth.book
        near = range(max(1, n), min(n + 1, len(self.moments.lines)) + 1)
        if self.depth.draws > 1 and any(self._is_seen(each, seat) for each in near):
            return self.depth.book * self.depth.draws
        return self.depth.book

    def _is_seen(self, n: int, seat: int) -> bool:
        return self.moments.lines[n - 1].kind == "chance" and draws.is_seen(self.moments, n, seat)


def _mean(won: Floats, few: Sequence[draws.Outcome]) -> Floats:
    """Of each future over the outcomes; without outcomes there is one row only."""
    found: Floats = won[0]
    if few:
        found = found * few[0].probability
    for row, one in zip(won[1:], few[1:], strict=True):
        found = found + row * one.probability
    return found


def _paired(won: Floats, before: Floats) -> Estimate:
    """What changed from one moment to the next, by the futures that both have."""
    many = min(len(won), len(before))
    return estimate(won[:many] - before[:many])


def _value(won: Floats, start: Floats) -> float:
    """The mean, without the part of the first value's error that these futures still share.

    >>> _value(np.array([0.0, 1.0]), np.array([0.0, 1.0, 0.0, 0.0]))
    0.25
    """
    first = start[: len(won)]
    spread, shared = float(first.std()), 0.0
    if spread > 0.0:
        shared = float(((won - won.mean()) * (first - first.mean())).mean()) / spread**2
    off = float(first.mean() - start.mean())
    return min(1.0, max(0.0, float(won.mean()) - shared * off))


def _share_of_victory(moments: Moments, seat: int) -> float:
    """Equal winners share it."""
    rank, end = moments.game.rules.rank, moments.states[-1]
    winners = [other for other in range(moments.players) if rank(end, other) == 1]
    return 1.0 / len(winners) if seat in winners else 0.0


def _sums(moments: Moments, seat: int, values: Sequence[float]) -> dict[str, float]:
    sums = {"luck": 0.0, "play": 0.0, "others": 0.0}
    for n, line in enumerate(moments.lines, 1):
        own = "play" if line.seat == seat else "others"
        sums["luck" if line.kind == "chance" else own] += values[n] - values[n - 1]
    return sums
