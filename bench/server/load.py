"""Many people at many tables in one process: as little work per message as possible."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from spieltisch import games
from tests.server.client import Client

EVENT = re.compile(r'\{"kind":"event","n":(\d+),"what":"(\w+)"')
AT_ONCE = 20


class Seat:
    def __init__(self, client: Client, table: Playing, seat: int) -> None:
        self.client, self.table, self.seat = client, table, seat
        self.socket: ClientConnection

    async def sit(self) -> None:
        address = self.client.base.replace("http", "ws", 1)
        self.socket = await connect(
            f"{address}/api/tables/{self.table.id}/socket",
            additional_headers=self.client.cookie(),
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )
        await self.socket.send('{"kind":"hello","after":null}')
        self.table.acting = json.loads(await self.socket.recv())["acting"]
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if text.startswith('{"kind":"event"'):
                self.table.heard(text)
            elif text.startswith('{"kind":"turns"'):
                turns = json.loads(text)["turns"]
                await self.table.send(self, turns)
            elif text.startswith(('{"kind":"error"', '{"kind":"refused"')):
                self.table.refused += 1


class Playing:
    """One table: whoever is to act asks for a legal turn and plays it."""

    numbers = itertools.count()

    def __init__(self, load: Load, game: str, players: int) -> None:
        self.load, self.game, self.players = load, game, players
        self.id = ""
        self.seats: list[Seat] = []
        self.acting: list[int] = []
        self.waiting = 0
        self.sent = 0.0
        self.over = False
        self.refused = 0

    async def open(self, sit: bool) -> None:
        clients = [Client(self.load.base, f"P{n}") for n in range(self.players)]
        table = await clients[0].open(self.game, "me", *["open"] * (self.players - 1))
        self.id = table["id"]
        for client in clients[1:]:
            await client.post(f"/api/tables/{self.id}/join", {"name": client.name})
        await clients[0].post(f"/api/tables/{self.id}/start")
        if sit:
            self.seats = [Seat(client, self, n) for n, client in enumerate(clients)]
            for seat in self.seats:
                await seat.sit()
        for client in clients:
            await client.http.aclose()

    async def move(self) -> None:
        if self.over or self.waiting or not self.acting:
            return
        seat = self.seats[self.acting[0]]
        self.waiting = self.players
        asked = {"kind": "turns", "id": str(next(self.numbers)), "seat": seat.seat, "limit": 8}
        await seat.socket.send(json.dumps(asked))

    async def send(self, seat: Seat, turns: list[str]) -> None:
        if not turns:
            self.waiting = 0
            return
        text = self.load.luck.choice(turns)
        message = {"kind": "turn", "id": str(next(self.numbers)), "seat": seat.seat, "text": text}
        self.sent = time.perf_counter()
        await seat.socket.send(json.dumps(message))

    def heard(self, text: str) -> None:
        """Counts the viewers that have the event; the last one ends the move."""
        found = EVENT.match(text)
        if found is None or found[2] != "turn":
            return
        self.waiting -= 1
        if self.waiting == 0:
            self.load.count(time.perf_counter() - self.sent)
            event = json.loads(text)
            self.acting = event["acting"]
            self.over = event["result"] is not None
            if self.over and not self.load.stopped:
                self.load.keep(asyncio.create_task(self.again()))
            elif self.load.pace == 0 and not self.load.stopped:
                self.load.keep(asyncio.create_task(self.move()))

    async def again(self) -> None:
        """The match is over: the next one begins, outside of the measured time."""
        for seat in self.seats:
            seat.task.cancel()
            await seat.socket.close()
        await self.open(True)
        self.over = False
        if self.load.pace == 0:
            await self.move()


class Load:
    def __init__(self, base: str, tables: int, pace: float, luck: random.Random) -> None:
        self.base, self.pace, self.luck = base, pace, luck
        self.tables: list[Playing] = []
        self.wanted = tables
        self.times: list[float] = []
        self.counting = self.stopped = False
        self.tasks: set[asyncio.Task[Any]] = set()

    def keep(self, task: asyncio.Task[Any]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def open(self, sit: bool = True, only: int | None = None) -> None:
        keys = list(games.cards())
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(n: int) -> None:
            key = keys[n % len(keys)]
            most = games.card(key).players[-1]
            table = Playing(self, key, min(2 + n % 3, most))
            self.tables.append(table)
            async with gate:
                await table.open(sit)

        await asyncio.gather(*(one(n) for n in range(only or self.wanted)))

    def count(self, seconds: float) -> None:
        if self.counting:
            self.times.append(seconds)

    async def _at_human_speed(self, table: Playing) -> None:
        await asyncio.sleep(self.luck.random() * self.pace)
        while not self.stopped:
            self.keep(asyncio.create_task(table.move()))
            await asyncio.sleep(self.pace)

    async def measure(self, settled: float, seconds: float) -> dict[str, Any]:
        for table in self.tables:
            work = table.move() if self.pace == 0 else self._at_human_speed(table)
            self.keep(asyncio.create_task(work))
        await asyncio.sleep(settled)
        self.counting = True
        await asyncio.sleep(seconds)
        self.counting = False
        self.stopped = True
        for task in [*self.tasks, *(seat.task for t in self.tables for seat in t.seats)]:
            task.cancel()
        times = sorted(self.times)

        def at(share: float) -> float | None:
            return times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else None

        return {
            "tables": len(self.tables),
            "moves": len(times) / seconds,
            "p50": at(0.5),
            "p99": at(0.99),
            "refused": sum(table.refused for table in self.tables),
        }
