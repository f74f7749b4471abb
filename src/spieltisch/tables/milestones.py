"""The events by which a match began, ended, was asked for again, and waits for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from spieltisch.tables.seats import Seat
from spieltisch.tables.storage import Event


@dataclass
class Milestones:
    """Numbers of events; 0: not yet."""

    begin: int = 0
    over: int = 0
    rematch: int = 0
    inviter: str = ""  # who asked for another match
    waits: dict[int, int] = field(default_factory=dict)  # seat to act -> since this event
    own: dict[str, int] = field(default_factory=dict)  # person -> the last event that is theirs

    def take(self, event: Event, status: str, acting: Sequence[int], seats: Sequence[Seat]) -> None:
        what, person = event.body["what"], event.body.get("person", "")
        if status == "playing":
            self.begin = self.begin or event.n
        if status == "over":
            self.over = self.over or event.n
        if what == "rematch":
            self.rematch, self.inviter = event.n, person
        mine = [person] if person else []
        if what in {"turn", "undo"}:
            place = seats[event.body["seat"]]
            mine = [] if place.by_bot else place.holders
            self.waits.pop(event.body["seat"], None)  # the next turn is another one
        self.own |= dict.fromkeys(mine, event.n)
        self.waits = {seat: self.waits.get(seat, event.n) for seat in acting}
