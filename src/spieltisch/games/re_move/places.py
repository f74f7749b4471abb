"""What texts need to know of a board: names of places and lines between them, once per board."""

from __future__ import annotations

import functools
from typing import Any

from spieltisch.core.record_fields import Fields, members, raw, span
from spieltisch.games.re_move.boards import LONGEST_NAME, MOST_LINES
from spieltisch.games.re_move.rules import SEATS, STATE, STEP, ReMove

FIELDS = Fields(STATE, "line bases target ring name xy places")
BOARD = span(STATE, "line", "places")
OFFSET = BOARD.start
KEPT = 4096  # sets of places whose names are kept, per board


class Places:
    """The places of one board, by number; its parts are to be read only."""

    def __init__(self, record: bytes) -> None:
        self.lines, self.bases, self.targets, rings, letters, self.xy, many = FIELDS.of(record)
        self.rings = {"inner": rings[1], "outer": rings[0]}
        rows = (bytes(letters[number]).rstrip(b"\0") for number in range(many))
        self.names = tuple(row.decode("ascii") for row in rows)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.steps = {
            (start, end): STEP + start * MOST_LINES + slot
            for start in range(many)
            for slot, end in enumerate(self.lines[start])
            if end >= 0
        }
        self.ends = {step: ends for ends, step in self.steps.items()}
        self.sets: dict[int, list[str]] = {}
        assert len(letters[0]) == LONGEST_NAME

    def named(self, places: int) -> list[str]:
        """The names of a set of places: most stay as they are from one turn to the next."""
        found = self.sets.get(places)
        if found is None:
            if len(self.sets) >= KEPT:
                self.sets.clear()
            found = [self.names[number] for number in members(places)]
            self.sets[places] = found
        return found

    @functools.cached_property
    def described(self) -> dict[str, Any]:
        """The board as data."""
        places = [
            {"id": name, **self._zone(number), "xy": [at / 1000 for at in self.xy[number]]}
            for number, name in enumerate(self.names)
        ]
        pairs = [
            [name, self.names[end]]
            for number, name in enumerate(self.names)
            for end in self.lines[number]
            if end > number
        ]
        return {"places": places, "lines": pairs}

    def _zone(self, number: int) -> dict[str, Any]:
        zone, owner = "field", None
        for label, areas in (("base", self.bases), ("target", self.targets)):
            for seat in range(SEATS):
                if areas[seat] >> number & 1:
                    zone, owner = label, seat
        for label, ring in self.rings.items():
            if ring >> number & 1:
                zone = label
        return {"zone": zone, "owner": owner}


def places_of(state: ReMove) -> Places:
    return places_in(raw(state))


def places_in(record: bytes) -> Places:
    """Of a record's bytes."""
    return _places(record[BOARD])


@functools.lru_cache(maxsize=16)
def _places(board: bytes) -> Places:
    return Places(bytes(OFFSET) + board)
