"""The front door: `spieltisch.game("…")`, `spieltisch.load(path)`, `Match`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.core.card import Card
from spieltisch.core.chance import Chance, Seeded
from spieltisch.core.errors import RecordError, Refusal
from spieltisch.core.game import Game
from spieltisch.matches import record
from spieltisch.matches.match import Match

__all__ = ["Match", "Table", "game", "load", "read_record", "read_text", "verify"]


class Table:
    """A game at hand: start a match of it."""

    def __init__(self, loaded: Game) -> None:
        self.loaded = loaded
        self.card: Card = loaded.card

    def match(
        self,
        players: int | None = None,
        *,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        chance: Chance | None = None,
        **options: Any,
    ) -> Match:
        """A new match; `seed` makes a simulation repeatable and is never written to the record."""
        if players is None:
            players = self.card.players[0]
        complete = self.card.resolve(players, options)
        if chance is None and seed is not None:
            chance = Seeded(seed)
        match = Match(self.loaded, players, complete, names=names, chance=chance)
        match.settle()
        return match

    def __repr__(self) -> str:
        return f"<{self.card.name}: {self.card.key}>"


def game(key: str) -> Table:
    """The game of that name; UnknownGame lists the installed ones."""
    return Table(games.find(key))


def load(path: str | Path, *, seed: int | None = None) -> Match:
    """The match where the record ends, finished or not; RecordError if the rules refuse it."""
    return read_record(read_text(path), seed=seed)


def read_record(text: str, *, seed: int | None = None) -> Match:
    chance = None if seed is None else Seeded(seed)
    return record.loads(text, games.find, chance)


def verify(path: str | Path) -> Match:
    """Replays a finished record; RecordError names event, rule and reason."""
    return record.verify(read_text(path), games.find)


def read_text(path: str | Path) -> str:
    raw = Path(path).read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        event = raw[: error.start].count(b"\n")
        refusal = Refusal("REC-2", "Die Zeile ist kein UTF-8-Text.", "the line is not UTF-8 text")
        raise RecordError(event, refusal) from None
