"""The events by which a match began, ended, was asked for again, and waits for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from spieltisch.tables.seats import Seat
from spieltisch.tables.storage import Event


@dataclass(slots=True)
class Milestones:
    """Numbers of events; 0: not yet."""

    begin: int = 0
    over: int = 0
    rematch: int = 0
    inviter: str = ""  # who asked for another match
    waits: dict[int, int] = field(default_factory=dict)  # seat to act -> since this event
    own: dict[str, int] = field(default_factory=dict)  # person -> the last event that is theirs

    def take(self, event: Event, status: str, acting: Sequence[int], seats: Sequence[Seat]) -> None:
        body, n = event.body, event.n
        what, person = body["what"], body.get("person", "")
        if status == "playing":
            self.begin = self.begin or n
        if status == "over":
            self.over = self.over or n
        if what == "rematch":
            self.rematch, self.inviter = n, person
        if person:
            self.own[person] = n
        waits = self.waits
        if what == "turn" or what == "undo":
            place = seats[body["seat"]]
            if not place.by_bot:
                for holder in place.holders:
                    self.own[holder] = n
            waits.pop(body["seat"], None)  # the next turn is another one
        self.waits = {seat: waits.get(seat, n) for seat in acting}
