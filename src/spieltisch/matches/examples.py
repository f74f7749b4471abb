"""Examples of the rules: moments of a real match, to be drawn by the board itself.

A game's `examples.jsonl` is an ordinary record. A line with the key `example` shows the position
before it, as the seat of the line saw it, with the turn that follows (or, with `after`, what became
of it), below the rule it names. So whatever checks records checks examples; and what a sentence
claims stands beside it as data, for a test to check: `gain` (points of the seat, up to line
`through`), `scores`, `refused` (a turn that some rule forbids here), `answered` (turns that follow
at once) and `ends`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spieltisch.core.language import Both
from spieltisch.matches import record
from spieltisch.matches.match import Match

KEY = "example"


@dataclass(frozen=True)
class Example:
    n: int  # of the line, from 1
    seat: int  # who sees it so
    rule: str
    said: Both
    turn: str | None  # the turn that follows, in the notation
    view: Mapping[str, Any]
    claims: Mapping[str, Any]

    def json(self, lang: str) -> dict[str, Any]:
        found = {"rule": self.rule, "text": self.said[lang], "seat": self.seat, "turn": self.turn}
        return {**found, "view": self.view}


def load(text: str, find_game: record.FindGame) -> tuple[Match, list[Example]]:
    """The match and its examples; RecordError where the rules refuse it."""
    match = record.loads(text, find_game)
    lines = enumerate(match.lines, 1)
    return match, [_example(match, n) for n, line in lines if KEY in line.extra]


def _example(match: Match, n: int) -> Example:
    line = match.lines[n - 1]
    told = line.extra[KEY]
    assert line.seat is not None
    after = bool(told.get("after"))
    then = match.at(n if after else n - 1)
    said = Both(told["say"]["de"], told["say"]["en"])
    turn = None if after else line.text
    return Example(n, line.seat, told["rule"], said, turn, then.view(line.seat), told)
