"""Advice to a seat, from its own knowledge only: where to look, what to do, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.language import Both
from spieltisch.core.reason import Look
from spieltisch.core.state import AnyState, copied
from spieltisch.review import reasons
from spieltisch.review.choices import Judge, Tried, Verdict
from spieltisch.review.depth import Depth
from spieltisch.review.sampling import Sampler

FORCED = 128  # futures of a turn without an alternative
SAME = 0.01  # a smaller difference is none


@dataclass(frozen=True)
class Draft:
    """What the seat was about to do, completed if it was only begun."""

    line: list[int]
    chance: float


@dataclass(frozen=True)
class Advice:
    line: list[int]
    chance: float  # to win with it (alone: how good the result would be)
    draft: Draft | None
    look: Look
    do: Both
    why: Both
    loss: float  # of the draft
    forced: bool = False  # there is no other turn


class Adviser:
    """Thinks about one position, the same thoughts each time; `share`: of the usual depth."""

    def __init__(self, game: Game, state: AnyState, seat: int, share: float = 1.0) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.players = int(state.players)
        depth = Depth(**(tuning_of(game.card, self.players).review_depth or {}))
        self.sampler = Sampler(game, self.players)
        self.judge = Judge(game, self.players, self.sampler, depth.times(share))

    def advise(self, begun: Sequence[int] = (), n: int = 0) -> Advice:
        """What to do; `begun`: what the seat was about to do, whole or not."""
        draft = self.completed(begun) if begun else None
        line = draft or next(iter(self.judge.turns(n, self.seat, self.state).values()))
        verdict = self.judge.judge(n, self.seat, self.state, line)
        if verdict is None:
            return self._forced(line, draft)
        if _is_as_good(verdict):
            return self._advice(verdict, line, verdict.chance, draft)
        assert verdict.best is not None
        return self._advice(verdict, verdict.best, verdict.chance + verdict.loss.mean, draft)

    def _advice(
        self, verdict: Verdict, line: list[int], chance: float, draft: list[int] | None
    ) -> Advice:
        drafted = None if draft is None else Draft(draft, verdict.chance)
        agrees = draft is not None and line == draft
        why = AGREED if agrees else self._why(verdict, line, draft)
        loss = 0.0 if agrees or draft is None else verdict.loss.mean
        return Advice(line, chance, drafted, self.look(line), self.do(line), why, loss)

    def _why(self, verdict: Verdict, line: list[int], draft: list[int] | None) -> Both:
        """Against what the seat was about to do; else against the next best of the others."""
        if draft is not None or (verdict.best is not None and verdict.loss.is_sure()):
            return reasons.explain(self.game, verdict, self.players == 1)
        others = [one for one in verdict.tried if one.line != line]
        middle = others[len(others) // 2]
        found = reasons.compare(self.game, self.state, line, middle.line, verdict.tried)
        return found or _beside(verdict.tried, line, middle)

    def _forced(self, line: list[int], draft: list[int] | None) -> Advice:
        won = float(self.sampler.ask(self.state, self.seat, [line], FORCED, 1).means()[0])
        drafted = None if draft is None else Draft(draft, won)
        return Advice(line, won, drafted, self.look(line), self.do(line), ONLY, 0.0, True)

    def look(self, line: Sequence[int]) -> Look:
        if self.game.reasons is not None:
            return self.game.reasons.look(self.state, line)
        first = self.game.notation.show_turn(self.state, line[:1])
        return Look((first,), Both(f"Schau auf: {first}", f"Look at: {first}"))

    def do(self, line: Sequence[int]) -> Both:
        if self.game.reasons is not None:
            return self.game.reasons.do(self.state, line)
        text = self.game.notation.show_turn(self.state, line)
        return Both(f"Spiel {text}", f"Play {text}")

    def completed(self, begun: Sequence[int]) -> list[int]:
        """A turn as the game's own preference would go on with it."""
        state, line = copied(self.state), list(begun)
        for decision in begun:
            self.game.rules.apply(state, decision)
        while self.game.rules.midway(state):
            legal = self.game.legal(state)
            values = np.zeros(len(legal), np.float64)
            self.game.evaluate.prefer(state, np.array(legal, np.int64), len(legal), values)
            line.append(legal[int(values.argmax())])
            self.game.rules.apply(state, line[-1])
        return line


ONLY = Both("Etwas anderes ist nicht möglich.", "Nothing else is possible.")
AGREED = Both(
    "Ich finde nichts Besseres als das, was du vorhast.",
    "I find nothing better than what you are about to do.",
)


def _is_as_good(verdict: Verdict) -> bool:
    loss = verdict.loss
    return verdict.best is None or loss.mean < SAME or not loss.is_sure(1.0)


def _beside(tried: Sequence[Tried], line: list[int], other: Tried) -> Both:
    """How much the turn is ahead of an ordinary one."""
    mine = next(one.chance for one in tried if one.line == line)
    percent = round(100 * (mine - other.chance))
    if percent < 1:
        return Both(
            "Es macht hier kaum einen Unterschied, was du spielst.",
            "It makes hardly any difference here what you play.",
        )
    return Both(
        f"Von 100 solchen Partien gewinnst du so etwa {percent} mehr als mit den meisten anderen "
        "Zügen.",
        f"Out of 100 games like this you win about {percent} more than with most other turns.",
    )
