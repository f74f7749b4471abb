"""What a browser's worker offers to Python (web/src/device/worker.ts), with dictionaries for
IndexedDB, and the other worker's thoughts made here."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace as Some
from typing import Any

from spieltisch.device.thinker import Thinker


class Browser:
    def __init__(self, kept: Browser | None = None) -> None:
        """`kept`: opened again, with what an earlier one has kept."""
        self.tables: dict[str, str] = dict(kept.tables) if kept else {}
        self.rows_of: dict[str, list[Any]] = (
            {key: list(rows) for key, rows in kept.rows_of.items()} if kept else {}
        )
        self.values: dict[str, str] = dict(kept.values) if kept else {}
        self.told: dict[int, list[dict[str, Any]]] = {}
        self.ended: dict[int, str] = {}
        self.fetched: list[str] = []
        self.full = False
        self.warned = 0
        self.thinker = Thinker(self)

    async def kernels(self, scope: str) -> None:
        self.fetched.append(scope)

    async def think(self, question: str) -> str:
        await asyncio.sleep(0)
        return await self.thinker.think(question)

    def heard(self, id_: int, text: str) -> None:
        self.told.setdefault(id_, []).append(json.loads(text))

    def closed(self, id_: int, reason: str) -> None:
        self.ended[id_] = reason

    def unkept(self) -> None:
        self.warned += 1

    async def keep(self, table: str, row: str, n: int, event: str) -> None:
        if self.full:
            raise RuntimeError("QuotaExceededError")
        self.tables[table] = row
        self.rows_of.setdefault(table, []).append(Some(table=table, n=n, event=event))

    async def setRow(self, table: str, row: str) -> None:  # noqa: N802  # a name of JavaScript
        self.tables[table] = row

    async def rows(self) -> list[Any]:
        return [Some(id=id_, row=row) for id_, row in self.tables.items()]

    async def events(self, table: str) -> list[Any]:
        return self.rows_of[table]

    async def remove(self, table: str) -> None:
        del self.tables[table], self.rows_of[table]

    async def value(self, key: str) -> str:
        return self.values.get(key, "")

    async def keys(self, prefix: str) -> list[str]:
        return [key for key in self.values if key.startswith(prefix)]

    def zone(self) -> int:
        return -60  # minutes, as JavaScript counts them: Berlin in winter

    async def setValue(self, key: str, value: str) -> None:  # noqa: N802
        self.values[key] = value
