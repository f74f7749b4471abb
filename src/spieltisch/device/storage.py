"""Matches in the browser's own storage (IndexedDB): every event is kept before it counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from spieltisch.tables.memory import Kept, Memory, opened
from spieltisch.tables.storage import Event, Opening, StoreError, Summary

REVIEW = "review/"  # and the table: a key in the browser's storage


class Shelf(Memory):
    """Rows of tables are read at the start; the events of a table when it is first wanted."""

    server = "device"

    def __init__(self, device: Any) -> None:
        super().__init__()
        self.device = device
        self.unread: set[str] = set()
        self.reviewed: set[str] = set()
        self._people: dict[str, list[str]] = {}
        self._writing: set[asyncio.Task[None]] = set()

    async def read_rows(self) -> None:
        for one in await self.device.rows():
            row = json.loads(one.row)
            self.tables[one.id] = Kept(**row)
            self.unread.add(one.id)
        self.reviewed = {key[len(REVIEW) :] for key in await self.device.keys(REVIEW)}

    async def _read(self, match: str) -> None:
        if match in self.unread:
            found = await self.device.events(match)
            events = [Event(int(one.n), **json.loads(one.event)) for one in found]
            self.tables[match].events[:] = events
            self.unread.discard(match)

    async def append(
        self, match: str, event: Event, people: Sequence[str] = (), opens: Opening | None = None
    ) -> bool:
        await self._read(match)
        known = self.tables.get(match)
        before = known.people if known is not None else []
        self._people[match] = [*before, *(one for one in people if one not in before)]
        return await super().append(match, event, people, opens)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        await self._read(match)
        return await super().events(match, after)

    async def keep(self, match: str, event: Event, opens: dict[str, Any] | None) -> None:
        known = self.tables.get(match)
        row = _row(known if known is not None else opened(opens or {}))
        row["people"], row["updated"] = self._people[match], event.at
        told = json.dumps({"at": event.at, "body": event.body})
        try:
            await self.device.keep(match, json.dumps(row), event.n, told)
        except Exception as error:  # the browser says which; a full storage most often
            self.device.unkept()
            raise StoreError(str(error)) from None

    def summarise(self, summary: Summary) -> None:
        before = self.tables[summary.match].status
        super().summarise(summary)
        if summary.status != before:
            self._later(summary.match)

    def _later(self, match: str) -> None:
        """A status can be found out again from the events, so nobody waits for it."""
        task = asyncio.ensure_future(self._write_row(match))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write_row(self, match: str) -> None:
        try:
            await self.device.setRow(match, json.dumps(_row(self.tables[match])))
        except Exception:
            self.device.unkept()

    def set_status(self, match: str, status: str) -> None:
        """What was found out from the events."""
        if self.tables[match].status != status:
            self.tables[match].status = status
            self._later(match)

    async def remove(self, match: str) -> None:
        await self.device.remove(match)
        await self.device.setValue(REVIEW + match, "")
        self.reviewed.discard(match)
        self.tables.pop(match, None)
        self.unread.discard(match)

    # Reviews are long and seldom wanted: each is a value of its own

    async def review(self, match: str, version: int) -> dict[str, Any] | None:
        if match not in self.reviewed:
            return None
        kept = json.loads(await self.device.value(REVIEW + match) or "null")
        found: dict[str, Any] | None = kept[1] if kept and kept[0] == version else None
        return found

    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None:
        await self.device.setValue(REVIEW + match, json.dumps([version, body]))
        self.reviewed.add(match)

    # A match under way, out of this browser and into another one

    async def taken_out(self, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        await self._read(match)
        return _row(self.tables[match]), [event._asdict() for event in self.tables[match].events]

    async def put_back(
        self, match: str, row: dict[str, Any], events: list[dict[str, Any]], person: str
    ) -> int:
        """1 where it was not here yet; it belongs to whoever holds this device now."""
        if match in self.tables:
            return 0
        before = row["people"]
        table = Kept(**{**row, "people": [person], "due": 0})
        text = json.dumps(events)
        for one in before:
            text = text.replace(json.dumps(one), json.dumps(person))
        table.events.extend(Event(**event) for event in json.loads(text))
        for event in table.events:
            told = json.dumps({"at": event.at, "body": event.body})
            await self.device.keep(match, json.dumps(_row(table)), event.n, told)
        self.tables[match] = table
        return 1


def _row(table: Kept) -> dict[str, Any]:
    return {key: value for key, value in vars(table).items() if key != "events"}
