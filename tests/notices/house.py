"""A whole server in this process, with a clock that is handed in and two people at it."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from spieltisch import games
from spieltisch.core import wall_clock
from spieltisch.server import app as server
from spieltisch.server.context import Context
from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings

MONDAY = 1_762_761_600_000  # 10 November 2025, 8:00 UTC
HOUR = 60 * 60 * 1000
DAY = 24 * HOUR


class Clock:
    def __init__(self, at: int = MONDAY) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def go(self, ms: int) -> None:
        self.at += ms


@dataclass
class Guest:
    http: httpx.AsyncClient
    id: str
    lang: str

    async def call(self, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        asked = self.http.get(path) if body is None else self.http.post(path, json=body)
        answer = await asked
        assert answer.status_code == status, answer.text
        return answer.json()


class House:
    def __init__(self, context: Context, clock: Clock, way: httpx.ASGITransport) -> None:
        self.context, self.clock, self.way = context, clock, way
        self.people: list[Guest] = []
        self.luck = random.Random(7)
        self.table = ""

    async def guest(self, name: str, lang: str) -> Guest:
        http = httpx.AsyncClient(transport=self.way, base_url="http://127.0.0.1:8000")
        me = (await http.post("/api/me", json={"name": name})).json()
        self.people.append(Guest(http, me["id"], lang))
        return self.people[-1]

    async def slow_table(self, game: str, days: int = 3) -> str:
        """Both sit at it, and the first one starts."""
        one, other = self.people
        seats = [{"kind": "me"}, {"kind": "open"}]
        clock = {"kind": "slow", "days": days}
        opened = {"game": game, "seats": seats, "clock": clock}
        table = str((await one.call("/api/tables", opened, 201))["id"])
        await other.call(f"/api/tables/{table}/join", {})
        await one.call(f"/api/tables/{table}/start", {})
        return table

    async def acting(self, table: str) -> list[int]:
        async with self.context.rooms.room(table) as room:
            return list(room.table.acting)

    async def play(self, table: str, seat: int) -> None:
        async with self.context.rooms.room(table) as room:
            text = room.table.running().random_turn(seat, self.luck)
            id_ = f"t{room.table.n}"
            await room.submit(lambda: room.table.plan_turn(self.people[seat].id, seat, id_, text))

    async def step(self, ms: int = 0) -> None:
        """What the server does by itself some time later."""
        self.clock.go(ms)
        await self.context.rooms._wake_due()
        await self.context.notifier.step()
        self.clock.go(6_000)  # so long messages are gathered
        await self.context.notifier.step()


@contextlib.asynccontextmanager
async def house(folder: Path, clock: Clock, **settings: Any) -> AsyncIterator[House]:
    wall_clock.use(clock)
    found = Settings(data=str(folder), limits=False, webhooks="any", **settings)
    app = server.make_app(found)
    context = await server._open(found, Metrics())
    app.state.context = context
    context.rooms.ready |= set(games.cards())
    made = House(context, clock, httpx.ASGITransport(app))
    try:
        yield made
    finally:
        for guest in made.people:
            await guest.http.aclose()
        await context.notifier.stop()
        await context.rooms.stop()
        context.threads.stop()
        wall_clock.use(None)
