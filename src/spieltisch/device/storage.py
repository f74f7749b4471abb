"""Matches in the browser's own storage (IndexedDB): every event is kept before it counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from spieltisch.tables.memory import Kept, Memory
from spieltisch.tables.storage import Event, StoreError, Summary


class Shelf(Memory):
    """Rows of tables are read at the start; the events of a table when it is first wanted."""

    server = "device"

    def __init__(self, device: Any) -> None:
        super().__init__()
        self.device = device
        self.unread: set[str] = set()
        self._people: dict[str, list[str]] = {}
        self._writing: set[asyncio.Task[None]] = set()

    async def read_rows(self) -> None:
        for one in await self.device.rows():
            row = json.loads(one.row)
            self.tables[one.id] = Kept(**row)
            self.unread.add(one.id)

    async def _read(self, match: str) -> None:
        if match in self.unread:
            found = await self.device.events(match)
            events = [Event(int(one.n), **json.loads(one.event)) for one in found]
            self.tables[match].events[:] = events
            self.unread.discard(match)

    async def append(
        self,
        match: str,
        event: Event,
        people: Sequence[str] = (),
        opens: dict[str, Any] | None = None,
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
        row = _row(known) if known is not None else _opened(opens or {})
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

    async def remove(self, match: str) -> None:
        await self.device.remove(match)
        self.tables.pop(match, None)
        self.unread.discard(match)


def _row(table: Kept) -> dict[str, Any]:
    return {key: value for key, value in vars(table).items() if key != "events"}


def _opened(opens: dict[str, Any]) -> dict[str, Any]:
    return _row(Kept(opens["game"], opens["seed"], opens["created"], public=opens["public"]))
