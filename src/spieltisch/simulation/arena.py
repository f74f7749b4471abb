"""Contests between bots: who sits where, which deals, what was played already."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

from spieltisch.simulation.cluster import play_jobs
from spieltisch.simulation.jobs import Job, Played, batch, play_job
from spieltisch.simulation.workers import as_finished

Seating = tuple[str, ...]  # one bot per seat
MOST_PERMUTED = 3  # up to so many players every order is played; with more, every rotation


@dataclass(frozen=True)
class Contest:
    """Everything that decides which games are played."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int  # of every table, at least
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
        }

    def tables(self) -> list[Seating]:
        """Who plays together: the bots named, or every choice of them that fills the seats."""
        if len(self.bots) == self.players:
            return [self.bots]
        bots = list(dict.fromkeys(self.bots))  # twice the same table would count its games twice
        if len(bots) >= self.players:
            return list(combinations(bots, self.players))
        filled = combinations_with_replacement(bots, self.players)
        return [table for table in filled if len(set(table)) > 1 or len(bots) == 1]

    def seatings(self, table: Seating) -> list[Seating]:
        """The ways to sit at a table; each bot sits in each seat equally often."""
        if len(table) <= MOST_PERMUTED:
            return sorted(set(permutations(table)))
        return sorted({table[turn:] + table[:turn] for turn in range(len(table))})

    def jobs(self, done: Mapping[Seating, set[int]]) -> list[Job]:
        """What is still to be played. A deal is the same chance for all seatings of all tables."""
        jobs = []
        for table in self.tables():
            seatings = self.seatings(table)
            deals = -(-self.games // len(seatings))
            for seating in seatings:
                left = [deal for deal in range(deals) if deal not in done.get(seating, set())]
                jobs += [self._job(seating, *part) for part in _runs(left, batch(seating))]
        return sorted(jobs, key=lambda job: job.first)

    def _job(self, seating: Seating, first: int, count: int) -> Job:
        return Job(self.game, self.players, seating, dict(self.options), self.seed, first, count)


def _runs(deals: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """Neighbouring numbers as (first, count), at most `size` at once."""
    start = 0
    for at in range(1, len(deals) + 1):
        if at == len(deals) or deals[at] != deals[at - 1] + 1 or at - start == size:
            yield deals[start], at - start
            start = at


@dataclass(frozen=True)
class Outcome:
    """One game of a contest."""

    seating: Seating
    deal: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @staticmethod
    def of(job: Job, played: Played) -> Outcome:
        return Outcome(job.bots, played.number, played.scores, played.ranks)

    def json(self) -> list[Any]:
        return [list(self.seating), self.deal, list(self.scores), list(self.ranks)]

    def victory(self, seat: int) -> float:
        return 1.0 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


def dealt(outcomes: Sequence[Outcome]) -> dict[Seating, set[int]]:
    """Which deals each seating has played."""
    done: dict[Seating, set[int]] = {}
    for outcome in outcomes:
        done.setdefault(outcome.seating, set()).add(outcome.deal)
    return done


def play(
    contest: Contest, outcomes: Sequence[Outcome], workers: int, ray: str | None = None
) -> Generator[list[Outcome], None, None]:
    """Plays what `outcomes` lacks, and yields the new games as they come in."""
    jobs = contest.jobs(dealt(outcomes))
    if ray is not None:
        for job, results in zip(jobs, play_jobs(jobs, ray), strict=True):
            yield [Outcome.of(job, played) for played in results]
        return
    if workers <= 1 or len(jobs) <= 1:
        for job in jobs:
            yield [Outcome.of(job, played) for played in play_job(job)]
        return
    for place, results in as_finished(play_job, jobs, workers):
        yield [Outcome.of(jobs[place], played) for played in results]
