"""The review of a match: books of luck and play, what turns gave away, and where it turned."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.bots.tuning import tuning_of
from spieltisch.matches.match import Match
from spieltisch.review.books import Account, account
from spieltisch.review.choices import Judge, Verdict
from spieltisch.review.depth import Depth
from spieltisch.review.moments import Moments, moments
from spieltisch.review.sampling import Sampler
from spieltisch.review.sentences import Sentence, why_choice, why_luck

SHOWN = 3  # turning points of each kind and seat

Progress = Callable[[float], None]  # the share that is done, 0 … 1


@dataclass(frozen=True)
class TurningPoint:
    """An event that changed a seat's chance to win: by its own choice, or by luck."""

    n: int
    seat: int
    kind: str  # "choice" or "luck"
    change: float
    played: str
    best: str | None
    why: Sentence

    def json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seat": self.seat,
            "kind": self.kind,
            "change": self.change,
            "played": self.played,
            "best": self.best,
            "why": dict(self.why),
        }


@dataclass(frozen=True)
class Review:
    game: str
    players: int
    moments: Moments
    accounts: list[Account]  # of the seats that were asked for
    verdicts: dict[int, Verdict]  # by event
    turning_points: list[TurningPoint]

    def json(self) -> dict[str, Any]:
        """What `spieltisch review --json` prints; other programs rely on these keys."""
        return {
            "game": self.game,
            "players": self.players,
            "seats": [_seat(each) for each in self.accounts],
            "events": [self._event(n) for n in range(1, len(self.moments.lines) + 1)],
            "turning_points": [point.json() for point in self.turning_points],
        }

    def _event(self, n: int) -> dict[str, Any]:
        line, verdict = self.moments.lines[n - 1], self.verdicts.get(n)
        changes: list[float | None] = [None] * self.players
        values: list[float | None] = [None] * self.players
        for each in self.accounts:
            values[each.seat] = each.values[n]
            changes[each.seat] = each.change(n).mean
        return {
            "n": n,
            "kind": line.kind,
            "seat": line.seat,
            "values": values,
            "luck": changes if line.kind == "chance" else None,
            "loss": max(0.0, verdict.loss.mean) if verdict is not None else None,
            "best": self.best(n),
        }

    def best(self, n: int) -> str | None:
        """The better turn as text, where one was found."""
        verdict = self.verdicts.get(n)
        if verdict is None or verdict.best is None:
            return None
        return self.moments.game.notation.show_turn(verdict.before, verdict.best)


def _seat(each: Account) -> dict[str, float | int]:
    return {
        "seat": each.seat,
        "start": each.start,
        "luck": each.luck,
        "play": each.play,
        "others": each.others,
        "result": each.result,
        "adjusted": each.adjusted,
    }


def review(
    match: Match,
    *,
    seat: int | None = None,
    seconds: float | None = None,
    depth: Depth | None = None,
    progress: Progress = lambda share: None,
) -> Review:
    """Reviews a match, finished or not, from what each seat knew at each moment.

    Without `seconds` the same match gets the same review; with them it takes about that long.
    """
    found = moments(match)
    seats = [seat] if seat is not None else list(range(match.players))
    depth = depth or depth_of(match)
    if seconds is not None:
        depth = _within(found, seats, depth, seconds)
    return _Work(found, seats, depth, progress).run()


def depth_of(match: Match) -> Depth:
    return Depth(**(tuning_of(match.game.card, match.players).review_depth or {}))


def _within(found: Moments, seats: Sequence[int], depth: Depth, seconds: float) -> Depth:
    """The depth that takes about so many seconds: by how long a rough review takes."""
    rough = depth.times(0.05)
    begin = time.perf_counter()
    _Work(found, seats, rough, lambda share: None).run()
    took = time.perf_counter() - begin
    return depth.times(min(20.0, max(0.05, 0.05 * max(seconds - took, 0.0) / max(took, 1e-6))))


class _Work:
    """One review under way."""

    def __init__(
        self, found: Moments, seats: Sequence[int], depth: Depth, progress: Progress
    ) -> None:
        self.moments, self.seats, self.depth, self.progress = found, seats, depth, progress
        self.sampler = Sampler(found.game, found.players)
        self.judge = Judge(found.game, found.players, self.sampler, depth)
        turns = sum(line.kind == "turn" and line.seat in seats for line in found.lines)
        self.steps = 2 * turns + len(seats) * (len(found.states) + 2 * depth.looks)
        self.done = 0

    def step(self, many: int = 1) -> None:
        self.done += many
        self.progress(min(1.0, self.done / self.steps))

    def run(self) -> Review:
        accounts = [
            account(self.moments, seat, self.sampler, self.depth, self.step) for seat in self.seats
        ]
        verdicts = self.verdicts()
        points = [point for each in accounts for point in self.turning_points(each, verdicts)]
        self.progress(1.0)
        game, players = self.moments.game.key, self.moments.players
        return Review(game, players, self.moments, accounts, verdicts, points)

    def verdicts(self) -> dict[int, Verdict]:
        """Every turn once, and those that seem to have lost most once more, with more thought."""
        found: dict[int, Verdict] = {}
        for n, line in enumerate(self.moments.lines, 1):
            if line.kind != "turn" or line.seat is None or line.seat not in self.seats:
                continue
            verdict = self.judge.judge(n, line.seat, self.moments.choice(n), list(line.decisions))
            if verdict is not None:
                found[n] = verdict
            self.step(2)
        for seat in self.seats:
            mine = [verdict for verdict in found.values() if verdict.seat == seat]
            mine.sort(key=lambda verdict: -(verdict.loss.mean + verdict.loss.error))
            for verdict in mine[: self.depth.looks]:
                found[verdict.n] = self.judge.again(verdict)
                self.step(2)
        return found

    def turning_points(self, each: Account, verdicts: dict[int, Verdict]) -> list[TurningPoint]:
        least = tuning_of(self.moments.game.card, self.moments.players).review_shown
        losses = [
            verdict
            for verdict in verdicts.values()
            if verdict.seat == each.seat and verdict.loss.mean >= least and verdict.loss.is_sure()
        ]
        losses.sort(key=lambda verdict: -verdict.loss.mean)
        lines = enumerate(self.moments.lines, 1)
        draws = [n for n, line in lines if line.kind == "chance" and self._is_luck(each, n, least)]
        draws.sort(key=lambda n: -abs(each.change(n).mean))
        return [self._choice(verdict) for verdict in losses[:SHOWN]] + [
            self._luck(each, n) for n in draws[:SHOWN]
        ]

    def _is_luck(self, each: Account, n: int, least: float) -> bool:
        change = each.change(n)
        return abs(change.mean) >= least and change.is_sure()

    def _choice(self, verdict: Verdict) -> TurningPoint:
        show = self.moments.game.notation.show_turn
        assert verdict.best is not None
        return TurningPoint(
            verdict.n,
            verdict.seat,
            "choice",
            -verdict.loss.mean,
            show(verdict.before, verdict.played),
            show(verdict.before, verdict.best),
            why_choice(verdict, self.moments.players == 1),
        )

    def _luck(self, each: Account, n: int) -> TurningPoint:
        line, change = self.moments.lines[n - 1], each.change(n).mean
        why = why_luck(change, self.moments.players == 1)
        return TurningPoint(n, each.seat, "luck", change, line.text, None, why)
