"""A batch of whole games: a job that can be sent anywhere, and what comes back.

Game number n of a seed is always the same game, whoever plays it and whenever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots import base
from spieltisch.bots.external import BotFailed
from spieltisch.core.chance import Seeded
from spieltisch.core.game import Game
from spieltisch.core.play import play_out
from spieltisch.core.randomness import Random, generator

CHANCE_STREAM = 0  # of the two streams of a game: what chance does,
BOT_STREAM = 1  # and what bots draw lots for
BATCH = 50  # games that compiled bots play at once: a lively progress bar, and worth sending
LONGEST = 1 << 16  # decisions and outcomes of one game; longer ones are played again with more room


@dataclass(frozen=True)
class Job:
    game: str
    players: int
    bots: tuple[str, ...]  # one per seat
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    first: int = 0  # number of the first game
    count: int = 1
    record: str | None = None  # folder for record files

    def parts(self, size: int) -> Iterator[Job]:
        """The same games in batches of at most `size`."""
        for first in range(self.first, self.first + self.count, size):
            count = min(size, self.first + self.count - first)
            yield Job(
                self.game,
                self.players,
                self.bots,
                self.options,
                self.seed,
                first,
                count,
                self.record,
            )


@dataclass(frozen=True)
class Played:
    """The result of one game."""

    number: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    turns: int


def play_job(job: Job) -> list[Played]:
    """Plays all games of a job, in compiled code where the bots allow it."""
    game = games.find(job.game)
    complete = game.card.resolve(job.players, job.options)
    compiled = [base.policy(name) for name in job.bots]
    if any(policy is None for policy in compiled):
        return [_play_match(job, game, complete, number) for number in _numbers(job)]
    policies = np.array(compiled, np.int64)
    log = np.zeros(LONGEST, np.int64)
    return [_play_fast(job, game, complete, number, policies, log) for number in _numbers(job)]


def batch(bots: Sequence[str]) -> int:
    """How many games are sent at once; of slow bots one, so that little is lost if all ends."""
    return BATCH if all(base.policy(name) is not None for name in bots) else 1


def _numbers(job: Job) -> range:
    return range(job.first, job.first + job.count)


def streams(seed: int, number: int) -> tuple[Random, Random]:
    """The generators of chance and of the bots for game `number`."""
    return (
        generator(seed, 2 * number + CHANCE_STREAM),
        generator(seed, 2 * number + BOT_STREAM),
    )


def _play_fast(
    job: Job, game: Game, complete: dict[str, Any], number: int, policies: Any, log: Any
) -> Played:
    chance, random = streams(job.seed, number)
    state = game.new(job.players, complete)
    counts = np.zeros(2, np.int64)
    values = np.zeros(game.rules.MOST, np.float64)
    n = int(play_out(state, policies, chance, random, game.buffer(), values, log, counts))
    if n < 0:
        return _play_fast(job, game, complete, number, policies, np.zeros(4 * len(log), np.int64))
    if job.record is not None:
        match = Match(game, job.players, complete, names=list(job.bots))
        match.follow(log[:n].tolist())
        match.save(record_path(job, number))
    seats = range(job.players)
    return Played(
        number,
        tuple(int(game.rules.score(state, seat)) for seat in seats),
        tuple(int(game.rules.rank(state, seat)) for seat in seats),
        int(counts[0]),
        int(counts[1]),
    )


def _play_match(job: Job, game: Game, complete: dict[str, Any], number: int) -> Played:
    chance, random = streams(job.seed, number)
    source = Seeded(0)
    source.random = chance
    match = Match(game, job.players, complete, names=list(job.bots), chance=source)
    bots = {seat: base.find(name) for seat, name in enumerate(job.bots)}
    try:
        base.play_seats(match, bots, random)
    except BotFailed as error:
        raise error.at(f"Partie {number}, ", f"game {number}, ") from None
    if job.record is not None:
        match.save(record_path(job, number))
    turns = [line for line in match.lines if line.kind == "turn"]
    decisions = sum(len(line.decisions) for line in turns)
    return Played(number, tuple(match.scores), tuple(match.ranks), decisions, len(turns))


def record_path(job: Job, number: int) -> Path:
    return Path(job.record or ".", f"{job.game}-{job.players}p-{number:06d}.jsonl")
