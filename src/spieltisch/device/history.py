"""What was played on this device: a note per finished match, made when it is first asked for."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, timedelta, timezone, tzinfo
from typing import Any

from spieltisch.device.tables import Tables
from spieltisch.review.review import VERSION
from spieltisch.tables import match_summaries
from spieltisch.tables.match_summaries import Finished, Place
from spieltisch.tables.problems import Problem

GOING = ("open", "playing")
NOTES, HIDDEN = "played", "hidden"  # keys in the browser's storage


class History:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.notes: dict[str, Finished] = {}
        self.hidden: set[str] = set()
        self.zone: tzinfo = UTC

    async def start(self) -> None:
        self.zone = timezone(timedelta(minutes=-int(self.tables.device.zone())))
        self.hidden = set(json.loads(await self.tables.device.value(HIDDEN) or "[]"))
        kept = json.loads(await self.tables.device.value(NOTES) or "[]")
        self.notes = {note.match: note for note in map(_read, kept)}

    async def note_all(self) -> None:
        """Replays what is over and not noted yet. A status may lag behind, where the browser was
        closed at the moment of the end: so tables under way are looked at themselves."""
        fresh = 0
        for id_, kept in list(self.tables.shelf.tables.items()):
            if id_ in self.notes or kept.status not in (*GOING, "over"):
                continue
            try:
                await self.tables.prepare(id_)
                async with self.tables.rooms.room(id_) as room:
                    if room.table.status == "over":
                        self.notes[id_] = match_summaries.finished(room.table)
                        self.tables.shelf.set_status(id_, "over")
                        fresh += 1
            except Problem:
                continue  # of other rules, or damaged
        if fresh:
            kept_notes = [_written(note) for note in self.notes.values()]
            await self.tables.remember(NOTES, kept_notes)

    def finished(self) -> list[Finished]:
        """The latest first, without those that were hidden."""
        found = [note for id_, note in self.notes.items() if id_ not in self.hidden]
        return sorted(found, key=lambda note: (-note.ended, note.match))

    def going(self) -> list[str]:
        known = self.tables.shelf.tables
        return [id_ for id_ in known if known[id_].status in GOING and id_ not in self.hidden]

    async def split(self, match: str) -> dict[int, tuple[float, float]]:
        review = await self.tables.shelf.review(match, VERSION)
        return match_summaries.luck_and_skill(review) if review is not None else {}

    async def hide(self, match: str) -> None:
        self.hidden.add(match)
        await self.tables.remember(HIDDEN, sorted(self.hidden))

    async def show(self, match: str) -> None:
        self.hidden.discard(match)
        await self.tables.remember(HIDDEN, sorted(self.hidden))

    async def delete(self, match: str) -> None:
        """For good."""
        if match not in self.tables.shelf.tables:
            raise Problem("table/unknown")
        await self.tables.shelf.remove(match)
        await self.tables.rooms.drop(match)
        self.notes.pop(match, None)
        await self.tables.remember(NOTES, [_written(note) for note in self.notes.values()])


def _written(note: Finished) -> dict[str, Any]:
    return asdict(note) | {
        "places": [asdict(place) | {"people": sorted(place.people)} for place in note.places]
    }


def _read(kept: dict[str, Any]) -> Finished:
    places = [Place(**one | {"people": frozenset(one["people"])}) for one in kept["places"]]
    return Finished(**kept | {"places": tuple(places)})
