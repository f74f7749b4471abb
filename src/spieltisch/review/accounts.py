"""The books of a match: for each seat its chance to win after every event, by its own knowledge.

What an event changes is booked to luck where chance acted, to the seat's own play where it acted
itself, and to the others' where they did. All sums are of differences, so for every seat
start + luck + play + others = result, exactly. Before chance acts, the futures of a position draw
its outcomes with their weights: so the mean luck of an event is zero.

Every match of a game begins alike, so an error of the first value would be the same in all of them
and end in somebody's luck. It is asked many times as often; and as the futures of later moments
share their luck with those of the first one, its known error is taken out of them, too, as far as
they still follow it (a control variate).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from spieltisch.core.state import AnyState, Floats
from spieltisch.review.depth import Depth
from spieltisch.review.moments import Moments
from spieltisch.review.sampling import Estimate, Sampler, estimate

SEED = 77 << 40  # of all futures in the books: neighbouring events share their luck
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


def account(
    moments: Moments, seat: int, sampler: Sampler, depth: Depth
) -> Generator[None, None, Account]:
    """The books of one seat, event by event."""
    values: list[float] = []
    errors: list[float] = []
    start = _futures(moments, 0, seat, moments.known(0, seat), sampler, FIRST * depth.book)
    known, won = b"", np.zeros(0)
    for n in range(len(moments.states)):
        before, state = won, moments.known(n, seat)
        if state.tobytes() != known:
            known = state.tobytes()
            many = depth.book * (depth.draws if _at_chance(moments, n) else 1)
            won = start if n == 0 else _futures(moments, n, seat, state, sampler, many)
        values.append(_value(won, start))
        if n > 0:
            errors.append(_paired(won, before).error if before is not won else 0.0)
        yield
    sums = _sums(moments, seat, values)
    return Account(seat, values, errors, sums["luck"], sums["play"], sums["others"])


def _at_chance(moments: Moments, n: int) -> bool:
    """Whether chance acted last after event n, or acts next: then its value goes into luck."""
    return any(line.kind == "chance" for line in moments.lines[max(0, n - 1) : n + 1])


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
    spread, shared = float(first.var()), 0.0
    if spread > 0.0:
        shared = float(((won - won.mean()) * (first - first.mean())).mean()) / spread
    off = float(first.mean() - start.mean())
    return min(1.0, max(0.0, float(won.mean()) - shared * off))


def _futures(
    moments: Moments, n: int, seat: int, state: AnyState, sampler: Sampler, many: int
) -> Floats:
    """The seat's shares of victory; of a finished match all the same."""
    if n == len(moments.lines) and moments.over and moments.players > 1:
        return np.full(many, _share_of_victory(moments, seat))
    won: Floats = sampler.ask(state, seat, [[]], many, SEED).won[0]
    return won


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
