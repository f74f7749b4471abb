"""What a turn gave away: the best turn that was found against the one that was played.

The turns that look best compete, and the played one with them. Which is best and by how much are
found with different luck: choosing and measuring with the same would make every loss larger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from spieltisch.bots.base import Position
from spieltisch.bots.contest import Contest
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState, copied
from spieltisch.review.depth import Depth
from spieltisch.review.sampling import Estimate, Futures, Sampler

FINALISTS = 3


@dataclass(frozen=True)
class Verdict:
    """A turn as the review judges it; `best` is None where nothing better was found."""

    n: int
    seat: int
    played: list[int]
    best: list[int] | None
    loss: Estimate
    points: Estimate  # by how many points the best turn is ahead of the played one
    before: AnyState  # what the seat knew


class Question(NamedTuple):
    """Turn n: who chose, what they knew, and what they played."""

    n: int
    seat: int
    state: AnyState
    played: list[int]


class Judge:
    """Judges turns of one match."""

    def __init__(self, game: Game, players: int, sampler: Sampler, depth: Depth) -> None:
        self.game, self.sampler, self.depth = game, sampler, depth
        tuned = tuning_of(game.card, players)
        self.changed = dict(tuned.review or {})

    def judge(self, n: int, seat: int, state: AnyState, played: list[int]) -> Verdict | None:
        """None where there was no choice."""
        lines = self.candidates(n, seat, state, played)
        if len(lines) == 1:
            return None
        return self._decide(Question(n, seat, state, played), lines, 1)

    def again(self, verdict: Verdict) -> Verdict:
        """The same turn with more thought, and fresh luck."""
        asked = Question(verdict.n, verdict.seat, verdict.before, verdict.played)
        return self._decide(asked, self.candidates(*asked), self.depth.again)

    def _decide(self, asked: Question, lines: list[list[int]], times: int) -> Verdict:
        first = self._ask(asked, lines, self.depth.first * times, 2 * times)
        order = (-first.means()[:-1]).argsort(kind="stable")
        lines = [lines[int(place)] for place in order[:FINALISTS]] + lines[-1:]
        second = self._ask(asked, lines, self.depth.second * times, 2 * times + 1)
        best = lines[int(second.means().argmax())]
        nothing = Estimate(0.0, 0.0)
        n, seat, state, played = asked
        if best is played:
            return Verdict(n, seat, played, None, nothing, nothing, state)
        measured = self._ask(asked, [best, played], self.depth.measure * times, 100 + times)
        gap, points = measured.gap(0, 1), measured.points(0, 1)
        return Verdict(n, seat, played, best, gap, points, state)

    def _ask(self, asked: Question, lines: list[list[int]], many: int, stream: int) -> Futures:
        seed = (asked.n << 16) + (stream << 5)
        return self.sampler.ask(asked.state, asked.seat, lines, many, seed)

    def candidates(self, n: int, seat: int, state: AnyState, played: list[int]) -> list[list[int]]:
        """Turns that differ in what they lead to, the played one last."""
        position = Position(self.game, state, seat, generator(n))
        found = {self._end(state, line): line for line in Contest(position, self.changed).alive}
        found.pop(self._end(state, played), None)
        return [*found.values(), played]

    def _end(self, state: AnyState, line: list[int]) -> bytes:
        after = copied(state)
        for decision in line:
            self.game.rules.apply(after, decision)
        found: bytes = after.tobytes()
        return found
