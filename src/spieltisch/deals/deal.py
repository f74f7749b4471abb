"""A deal: a game, its options, who sits where, and the luck that all of its tables share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from spieltisch.core.card import Card

LEVEL = "medium"  # of the bots of the day
MARKS = ("easy", "medium", "hard")  # bots whose own results stand in the list; all think by count
ID = 48


@dataclass(frozen=True)
class Place:
    """A seat of a deal: a bot's level, or None for whoever plays it; and its part of chance."""

    level: str | None = None
    nonce: str = ""


@dataclass(frozen=True)
class Deal:
    id: str
    kind: str  # "day", "challenge" or "cup"
    game: str
    options: dict[str, Any]
    places: tuple[Place, ...]
    seed: str
    opens: int
    created: int = 0
    person: str = ""
    title: str = ""
    cup: str | None = None
    number: int = 0

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return next(n for n, place in enumerate(self.places) if place.level is None)

    @property
    def alone(self) -> bool:
        return len(self.places) == 1

    def row(self) -> dict[str, Any]:
        row = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "places"}
        seats = [[place.level, place.nonce] for place in self.places]
        return {**row, "options": json.dumps(self.options), "seats": json.dumps(seats)}

    @classmethod
    def read(cls, row: Any) -> Deal:
        told = dict(row._mapping)
        places = tuple(Place(*seat) for seat in json.loads(told.pop("seats")))
        return cls(**{**told, "options": json.loads(told["options"]), "places": places})


def day_id(day: date, game: str) -> str:
    return f"day-{day.isoformat()}-{game}"


def usual_places(card: Card, seat: int = 0, level: str = LEVEL) -> tuple[Place, ...]:
    """Alone where the game allows it, else with as few bots as it needs."""
    return tuple(
        Place(None if n == seat % card.players[0] else level) for n in range(card.players[0])
    )
