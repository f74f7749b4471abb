"""The books of a match: for each seat its chance to win after every event, by its own knowledge.

What an event changes is booked to luck where chance acted, to the seat's own play where it acted
itself, and to the others' where they did. All sums are of differences, so for every seat
start + luck + play + others = result, exactly. Before chance acts, the futures of a position draw
its outcomes with their weights: so the mean luck of an event is zero.
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
    known, won = b"", np.zeros(0)
    for n in range(len(moments.states)):
        before, state = won, moments.known(n, seat)
        if state.tobytes() != known:
            known = state.tobytes()
            won = _futures(moments, n, seat, state, sampler, depth.book)
        values.append(float(won.mean()))
        if n > 0:
            errors.append(estimate(won - before).error if before is not won else 0.0)
        yield
    sums = _sums(moments, seat, values)
    return Account(seat, values, errors, sums["luck"], sums["play"], sums["others"])


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
