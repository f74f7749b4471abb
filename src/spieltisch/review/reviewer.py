"""Reviewing, step by step: whoever asks can show how far it is, or do something else between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from spieltisch.bots.search import CONTEST
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.language import Both
from spieltisch.matches.match import Match
from spieltisch.review import reasons, sentences
from spieltisch.review.accounts import Account, Books
from spieltisch.review.choices import Judge, Verdict
from spieltisch.review.depth import Depth
from spieltisch.review.moments import Moments, moments
from spieltisch.review.review import Review, TurningPoint, Voice
from spieltisch.review.sampling import Sampler

SHOWN = 3  # turning points of each kind and seat

Progress = Callable[[float], None]  # the share that is done, 0 … 1


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
    if depth is None:
        depth = fitting(found)
    if seconds is not None:
        depth = _within(found, seats, depth, seconds)
    work = Reviewer(found, seats, depth, match.names)
    for share in work.steps():
        progress(share)
    return work.result()


def depth_of(match: Match) -> Depth:
    return Depth(**(tuning_of(match.game.card, match.players).review_depth or {}))


def fitting(found: Moments) -> Depth:
    """The depth of the game, less in a long match; the same for one seat as for all of them."""
    tuned = tuning_of(found.game.card, found.players)
    candidates = int(tuned.settings(**(tuned.review or {}))[CONTEST])
    turns = sum(line.kind == "turn" for line in found.lines)
    depth = Depth(**(tuned.review_depth or {}))
    return depth.fitting(found.players, len(found.states), turns, candidates)


def reviewer_of(match: Match) -> Reviewer:
    """A review of all seats at the usual depth, not yet begun."""
    found = moments(match)
    return Reviewer(found, range(match.players), fitting(found), match.names)


def _within(found: Moments, seats: Sequence[int], depth: Depth, seconds: float) -> Depth:
    """The depth that takes about so many seconds: by how long a rough review takes."""
    begin = time.perf_counter()
    for _ in Reviewer(found, seats, depth.times(0.05), None).steps():
        pass
    took = time.perf_counter() - begin
    return depth.times(min(20.0, max(0.05, 0.05 * max(seconds - took, 0.0) / max(took, 1e-6))))


class Reviewer:
    """One review under way."""

    def __init__(
        self, found: Moments, seats: Sequence[int], depth: Depth, names: Sequence[str] | None
    ) -> None:
        self.moments, self.seats, self.depth = found, seats, depth
        self.voice = Voice(found, names)
        self.sampler = Sampler(found.game, found.players)
        self.books = Books(found, Sampler(found.game, found.players), depth)
        self.judge = Judge(found.game, found.players, self.sampler, depth)
        self.tuning = tuning_of(found.game.card, found.players)
        turns = sum(line.kind == "turn" and line.seat in seats for line in found.lines)
        self.whole = 2 * turns + len(seats) * (len(found.states) + 2 * depth.looks)
        self.done = 0
        self.accounts: list[Account] = []
        self.verdicts: dict[int, Verdict] = {}

    def steps(self) -> Iterator[float]:
        """Does the work; after each step the share that is done."""
        for seat in self.seats:
            values = self.books.account(seat)
            while True:
                try:
                    next(values)
                except StopIteration as end:
                    self.accounts.append(end.value)
                    break
                yield self._share(1)
        yield from self.judge_turns()
        yield 1.0

    def _share(self, many: int) -> float:
        self.done += many
        return min(1.0, self.done / max(1, self.whole))

    def judge_turns(self) -> Iterator[float]:
        """Every turn once, and those that seem to have lost most once more, with more thought."""
        for n, line in enumerate(self.moments.lines, 1):
            if line.kind != "turn" or line.seat is None or line.seat not in self.seats:
                continue
            asked = n, line.seat, self.moments.choice(n), list(line.decisions)
            verdict = self.judge.judge(*asked)
            if verdict is not None:
                self.verdicts[n] = verdict
            yield self._share(2)
        for seat in self.seats:
            mine = [verdict for verdict in self.verdicts.values() if verdict.seat == seat]
            mine.sort(key=lambda verdict: -(verdict.loss.mean + verdict.loss.error))
            for verdict in mine[: self.depth.looks]:
                self.verdicts[verdict.n] = self.judge.again(verdict)
                yield self._share(2)

    def result(self) -> Review:
        points = [point for each in self.accounts for point in self._turning_points(each)]
        good = [point for each in self.accounts for point in self._praised(each.seat)]
        game, players = self.moments.game.key, self.moments.players
        shows_luck = players in self.tuning.review_luck
        books = self.moments, self.accounts, self.verdicts
        return Review(game, players, *books, points, good, shows_luck)

    def _turning_points(self, each: Account) -> list[TurningPoint]:
        least = self.tuning.review_shown
        lines = enumerate(self.moments.lines, 1)
        draws = [n for n, line in lines if line.kind == "chance" and self._is_luck(each, n, least)]
        draws.sort(key=lambda n: -abs(each.change(n).mean))
        losses = self.shown_losses(each.seat)
        return [self._choice(one) for one in losses] + [self._luck(each, n) for n in draws[:SHOWN]]

    def losses(self, seat: int) -> list[Verdict]:
        """What turns of a seat gave away, the largest first."""
        mine = [one for one in self.verdicts.values() if one.seat == seat and one.loss.mean > 0]
        return sorted(mine, key=lambda verdict: -verdict.loss.mean)

    def shown_losses(self, seat: int) -> list[Verdict]:
        """The largest ones that are real."""
        least = self.tuning.review_shown
        real = [one for one in self.losses(seat) if one.loss.mean >= least and one.loss.is_sure()]
        return real[:SHOWN]

    def _is_luck(self, each: Account, n: int, least: float) -> bool:
        change = each.change(n)
        return abs(change.mean) >= least and change.is_sure()

    def _choice(self, verdict: Verdict) -> TurningPoint:
        assert verdict.best is not None
        played, best = self._text(verdict, verdict.played), self._text(verdict, verdict.best)
        why = reasons.explain(self.moments.game, verdict, self.moments.players == 1)
        said = self._said(played, verdict), self._advised(best, verdict)
        change = -verdict.loss.mean
        return TurningPoint(verdict.n, verdict.seat, "choice", change, played, best, why, *said)

    def _luck(self, each: Account, n: int) -> TurningPoint:
        line, change = self.moments.lines[n - 1], each.change(n).mean
        why = sentences.luck(change, self.moments.players == 1)
        said = self.voice.say(line.text, line.kind, line.seat)
        return TurningPoint(n, each.seat, "luck", change, line.text, None, why, said)

    def _praised(self, seat: int) -> list[TurningPoint]:
        """Turns that were best where the next one is clearly worse."""
        least = self.tuning.review_shown
        mine = [verdict for verdict in self.verdicts.values() if verdict.seat == seat]
        found = [one for one in mine if one.ahead.mean >= least and one.ahead.is_sure()]
        found.sort(key=lambda verdict: -verdict.ahead.mean)
        return [self._good(verdict) for verdict in found[:SHOWN]]

    def _good(self, verdict: Verdict) -> TurningPoint:
        assert verdict.second is not None
        played, next_ = self._text(verdict, verdict.played), self._text(verdict, verdict.second)
        why = reasons.praise(self.moments.game, verdict) or sentences.consequence(
            verdict.ahead, sentences.NOTHING, self.moments.players == 1
        )
        said = self._said(played, verdict), self._said(next_, verdict)
        change = verdict.ahead.mean
        return TurningPoint(verdict.n, verdict.seat, "good", change, played, next_, why, *said)

    def _text(self, verdict: Verdict, line: list[int]) -> str:
        return self.moments.game.notation.show_turn(verdict.before, line)

    def _advised(self, text: str, verdict: Verdict) -> Both:
        """The better turn as a hint would put it, which names the pieces; else as the log does."""
        tells = self.moments.game.reasons
        if tells is None or verdict.best is None:
            return self._said(text, verdict)
        return tells.do(verdict.before, verdict.best)

    def _said(self, text: str, verdict: Verdict) -> Both:
        return self.voice.say(text, "turn", verdict.seat)
