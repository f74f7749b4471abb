"""The review of a match: books of luck and play, what turns gave away, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.core.language import Both, both
from spieltisch.core.log_context import LogContext
from spieltisch.review import sentences
from spieltisch.review.accounts import Account
from spieltisch.review.choices import Verdict
from spieltisch.review.moments import Moments

VERSION = 4  # of what is kept with a match: an older one is made anew


@dataclass(frozen=True)
class TurningPoint:
    """An event that changed a seat's chance to win: by its own choice, or by luck; or a turn that
    deserves praise, whose change is by how much the next best one is worse."""

    n: int
    seat: int
    kind: str  # "choice", "luck" or "good"
    change: float
    played: str
    best: str | None
    why: Both
    said: Both  # what was played, in words
    best_said: Both | None = None

    def json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seat": self.seat,
            "kind": self.kind,
            "change": self.change,
            "played": self.played,
            "best": self.best,
            "why": self.why.json(),
            "said": self.said.json(),
            "best_said": None if self.best_said is None else self.best_said.json(),
            "plain": sentences.plain(self.kind, self.change).json(),
        }


@dataclass(frozen=True)
class Review:
    game: str
    players: int
    moments: Moments
    accounts: list[Account]  # of the seats that were asked for
    verdicts: dict[int, Verdict]  # by event
    turning_points: list[TurningPoint]
    good: list[TurningPoint]
    shows_luck: bool  # whether bars of luck and play mean something in this game

    def json(self) -> dict[str, Any]:
        """What `spieltisch review --json` prints; other programs rely on these keys."""
        alone = self.players == 1
        return {
            "game": self.game,
            "players": self.players,
            "seats": [_seat(each, alone) for each in self.accounts],
            "events": [self._event(n) for n in range(1, len(self.moments.lines) + 1)],
            "turning_points": [point.json() for point in self.turning_points],
            "good": [point.json() for point in self.good],
            "shows_luck": self.shows_luck,
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


def _seat(each: Account, alone: bool) -> dict[str, Any]:
    won = each.result >= 0.5
    return {
        "seat": each.seat,
        "start": each.start,
        "luck": each.luck,
        "play": each.play,
        "others": each.others,
        "result": each.result,
        "adjusted": each.adjusted,
        "said": sentences.adjusted(each.adjusted, alone).json(),
        "plain": sentences.adjusted_plainly(each.luck, each.play, won, alone).json(),
    }


class Voice:
    """Says turns and draws of a match in words."""

    def __init__(self, moments: Moments, names: Sequence[str] | None) -> None:
        self.moments = moments
        self.names = names

    def say(self, text: str, kind: str, seat: int | None) -> Both:
        def said(lang: str) -> str:
            names = self.names or [f"{word(lang)} {n + 1}" for n in range(self.moments.players)]
            who = names[seat] if seat is not None else ""
            laid = [line.text for line in self.moments.opening_lines()]
            context = LogContext(names, seat, laid)
            return self.moments.game.words.say(text, kind, who, lang, context)

        def word(lang: str) -> str:
            return Both("Platz", "Seat")[lang]

        return both(said)
