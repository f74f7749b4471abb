"""The front door: `spieltisch.game("…")`, `spieltisch.load(path)`, `Match`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.bots.base import Position
from spieltisch.bots.hints import Hint, hints
from spieltisch.bots.levels import SearchBot
from spieltisch.core.card import Card
from spieltisch.core.chance import Chance, Seeded
from spieltisch.core.errors import BadOption, RecordError, Refusal
from spieltisch.core.game import Game
from spieltisch.core.randomness import generator
from spieltisch.matches import match as matches
from spieltisch.matches import record
from spieltisch.review.review import Progress, Review, review


class Match(matches.Match):
    """A match that can also be saved to a file."""

    def record(self) -> str:
        """The record so far, as the text of a record file."""
        return record.dumps(self)

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.record(), encoding="utf-8", newline="\n")

    def hint(
        self,
        seat: int,
        *,
        many: int = 3,
        seconds: float = 0.5,
        simulations: int | None = None,
        seed: int = 0,
    ) -> list[Hint]:
        """The best turns of `seat` with estimated chances of victory, from what it may know.

        Given `simulations` instead of seconds, the same position gets the same advice. Nothing
        for a seat that is not acting.
        """
        if simulations is not None and simulations < 1:
            raise BadOption(
                f"Ein Hinweis braucht mindestens eine Simulation, nicht {simulations}",
                f"a hint takes at least one simulation, not {simulations}",
            )
        if simulations is None and not 0 < seconds < math.inf:
            raise BadOption(
                f"Ein Hinweis braucht Zeit: mehr als 0 Sekunden, nicht {seconds}",
                f"a hint takes time: more than 0 seconds, not {seconds}",
            )
        if seat not in self.acting:
            return []
        position = Position(self.game, self.hidden(seat), seat, generator(seed))
        return hints(position, SearchBot(simulations=simulations, seconds=seconds), many)

    def review(
        self,
        *,
        seat: int | None = None,
        seconds: float | None = None,
        progress: Progress = lambda share: None,
    ) -> Review:
        """Where the match was won and lost, from what each seat knew at each moment.

        Without `seconds` the same match gets the same review.
        """
        return review(self, seat=seat, seconds=seconds, progress=progress)


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
    found = record.loads(text, games.find, chance, Match)
    assert isinstance(found, Match)
    return found


def verify(path: str | Path) -> matches.Match:
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
