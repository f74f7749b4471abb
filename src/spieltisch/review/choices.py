"""What a turn gave away: the best turn that was found against the one that was played.

The turns that look best compete, and the played one with them. Which is best and by how much are
found with different luck: choosing and measuring with the same would make every loss larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spieltisch.bots.base import Position
from spieltisch.bots.tuning import tuning_of
from spieltisch.bots.turn_contest import TurnContest
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState, copied
from spieltisch.review.depth import FINALISTS, Depth
from spieltisch.review.sampling import Estimate, Futures, Sampler

NOTHING = Estimate(0.0, 0.0)


class Tried(NamedTuple):
    """A turn that competed, and how often it won."""

    line: list[int]
    chance: float


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
    tried: Sequence[Tried]  # all that competed, the best one first
    chance: float  # to win with the played turn
    ahead: Estimate  # where the played turn is best: of the next one
    second: list[int] | None = None  # that next one

    @property
    def choice(self) -> list[int]:
        """The best turn that was found."""
        return self.played if self.best is None else self.best


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
        n, seat, state, played = asked
        first = self._ask(asked, lines, self.depth.first * times, 2 * times)
        order = (-first.means()[:-1]).argsort(kind="stable")
        finalists = [lines[int(place)] for place in order[: FINALISTS - 1]] + lines[-1:]
        second = self._ask(asked, finalists, self.depth.second * times, 2 * times + 1)
        best = finalists[int(second.means().argmax())]
        means = [float(mean) for mean in first.means()]
        tried = sorted(map(Tried, lines, means), key=lambda one: -one.chance)
        if best is played:
            after = int(second.means()[:-1].argmax())
            gap, chance = second.gap(-1, after), float(second.means()[-1])
            rest = tried, chance, gap, finalists[after]
            return Verdict(n, seat, played, None, NOTHING, NOTHING, state, *rest)
        measured = self._ask(asked, [best, played], self.depth.measure * times, 100 + times)
        gap, points = measured.gap(0, 1), measured.points(0, 1)
        chance = float(measured.means()[1])
        return Verdict(n, seat, played, best, gap, points, state, tried, chance, NOTHING)

    def _ask(self, asked: Question, lines: list[list[int]], many: int, stream: int) -> Futures:
        seed = (asked.n << 16) + (stream << 5)
        return self.sampler.ask(asked.state, asked.seat, lines, many, seed)

    def candidates(self, n: int, seat: int, state: AnyState, played: list[int]) -> list[list[int]]:
        """Turns that differ in what they lead to, the played one last."""
        found = self.turns(n, seat, state)
        found.pop(self._end(state, played), None)
        return [*found.values(), played]

    def turns(self, n: int, seat: int, state: AnyState) -> dict[bytes, list[int]]:
        """The turns that look best, by what each leads to."""
        position = Position(self.game, state, seat, generator(n))
        return {self._end(state, line): line for line in TurnContest(position, self.changed).alive}

    def _end(self, state: AnyState, line: list[int]) -> bytes:
        found: bytes = after(self.game, state, line).tobytes()
        return found


def after(game: Game, state: AnyState, line: Sequence[int]) -> AnyState:
    """What a turn leads to."""
    found = copied(state)
    for decision in line:
        game.rules.apply(found, decision)
    return found
