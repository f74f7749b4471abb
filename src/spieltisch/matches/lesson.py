"""A guided first game: a record with prepared chance, and what the guide says at each turn.

A game's `lesson.jsonl` is an ordinary record that breaks off. Its header has the key `lesson` with
the learner's seat, the level of the others and the last sentence; each turn of the learner has it
with title, sentences and the answer to any other turn. So whatever checks records checks lessons,
and a lesson needs nothing that a table does not have: the others' turns and all outcomes are
known, and the learner plays the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.chance import Chance
from spieltisch.core.errors import Refusal
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState, copied
from spieltisch.matches import record
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match

KEY = "lesson"
Words = dict[str, str]


class Lesson:
    """The script of a first game, and where a match stands in it. It changes nothing itself."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = dict(told)  # plain JSON data, as an event keeps it
        self.learner: int = told["learner"]
        self.between: list[str] = told.get("between", [])  # first words of turns that just happen
        self.lines: list[dict[str, Any]] = [
            line for line in told["lines"] if _verb(line["text"]) not in self.between
        ]
        self.steps = [line[KEY] for line in self.lines if KEY in line]

    @classmethod
    def read(cls, text: str, find_game: record.FindGame) -> Lesson:
        """The lesson of a record; RecordError where the rules refuse it."""
        match = record.loads(text, find_game)
        table = {"players": match.players, "options": match.options}
        lines = [_written(line) for line in match.lines]
        return cls({**match.header[KEY], **table, "lines": lines})

    @property
    def outcomes(self) -> list[int]:
        """What chance brings, one single outcome after the other."""
        drawn = [line["decisions"] for line in self.lines if line["kind"] == "chance"]
        return [outcome for outcomes in drawn for outcome in outcomes]

    def place(self, match: Match) -> int:
        """How many lines of the script a match has behind it."""
        return self._walked(match)[0]

    def _walked(self, match: Match) -> tuple[int, int]:
        """The same, and how many lines of the match that took.

        Lines that the script does not have may come between: where figures were captured, their
        owners choose a place, and how many were captured is not known before.
        """
        at = used = 0
        for n, line in enumerate(match.lines, 1):
            want = self.lines[at] if at < len(self.lines) else None
            same = want is not None and (line.kind, line.seat) == (want["kind"], want["seat"])
            if same and want is not None and _verb(line.text) == _verb(want["text"]):
                at, used = at + 1, n
        return at, used

    def due(self, match: Match, seat: int) -> dict[str, Any] | None:
        """The script's turn of a seat that is to act now; None when the script has ended."""
        for line in self.lines[self.place(match) :]:
            if line["kind"] != "turn":
                return None
            if line["seat"] == seat:
                return line
        return None

    def turn(self, match: Match, seat: int) -> str | None:
        """What the script has a seat play now: its text, or where the position differs, the first
        turn that begins with the same word."""
        line = self.due(match, seat)
        if line is None or match.check(seat, line["text"]) is None:
            return None if line is None else line["text"]
        return _like(match, seat, _verb(line["text"]))

    def refusal(self, match: Match, found: Line) -> Refusal | None:
        """The kind answer to a legal turn that is not the one this step is about.

        A turn that leads to the same position is the same turn: figures may move in any order. A
        step marked `like` takes every turn that begins with the same word.
        """
        assert found.seat is not None
        line = self.due(match, found.seat)
        if line is None or KEY not in line or _verb(found.text) in self.between:
            return None
        if line[KEY].get("like"):
            right = _verb(found.text) in (_verb(line["text"]), _verb(self.turn(match, found.seat)))
        else:
            start = match.supposed(found.seat)
            played, meant = found.decisions, line["decisions"]
            right = _after(match.game, start, played) == _after(match.game, start, meant)
        said = line[KEY]["wrong"]
        return None if right else Refusal(line[KEY]["rule"], said["de"], said["en"])

    def step(self, match: Match) -> dict[str, Any] | None:
        """What the learner is told now; None when the lesson is behind them."""
        n = sum(KEY in line for line in self.lines[: self.place(match)])
        done = n == len(self.steps)
        if done and self._went_on(match):
            return None
        said = self.told["end"] if done else self.steps[n]
        acting = not done and self.learner in match.acting
        return {
            "n": n + 1,
            "of": len(self.steps),
            "titles": [step["title"] for step in self.steps],
            "say": said["say"],
            "more": said["more"],
            "rule": None if done else said["rule"],
            "turn": self.turn(match, self.learner) if acting else None,
        }

    def _went_on(self, match: Match) -> bool:
        """Whether the learner has already played a turn without the guide."""
        after = match.lines[self._walked(match)[1] :]
        mine = any(line.kind == "turn" and line.seat == self.learner for line in after)
        return mine or self.learner in match.sealed


class Prepared:
    """The outcomes of a lesson; after the last one, or when it is left, those of another source.

    It is not `Fair`: a record of such a match promises nothing about its dice.
    """

    def __init__(self, outcomes: Sequence[int], after: Chance) -> None:
        self.left = list(outcomes)
        self.after = after

    def outcome(self, game: Game, state: AnyState) -> int:
        if self.left and self.left[0] in game.chances(state)[0]:
            return self.left.pop(0)
        self.leave()
        return self.after.outcome(game, state)

    def leave(self) -> None:
        self.left = []


def _verb(text: str | None) -> str:
    return (text or "").partition(" ")[0]


def _like(match: Match, seat: int, verb: str) -> str | None:
    """The first legal turn that begins with this word, one decision after the other: to list all
    turns until one does would take as long as there are others."""
    begun: list[int] = []
    while True:
        fitting = [choice for choice in match.choices(seat, begun) if _verb(choice.text) == verb]
        if not fitting:
            return None
        if fitting[0].complete:
            return fitting[0].text
        begun.append(fitting[0].decision)


def _written(line: Line) -> dict[str, Any]:
    written = {"kind": line.kind, "seat": line.seat, "text": line.text}
    return {**written, "decisions": list(line.decisions), **line.extra}


def _after(game: Game, start: AnyState, decisions: Sequence[int]) -> bytes:
    state = copied(start)
    for decision in decisions:
        game.rules.apply(state, decision)
    return bytes(state.tobytes())
