"""Many people at many tables in one process: as little work per message as possible.

Which turns are legal is not asked of the server that is measured. The load reads the seeds of its
tables from the database, plays the same matches beside, and so knows legal turns beforehand.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import random
import re
import sqlite3
import time
from collections import deque
from contextlib import closing
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from spieltisch import games
from spieltisch.server.live import Live

EVENT = re.compile(r'\{"kind":"event","n":(\d+),"what":"turn"')
AT_ONCE = 10
AHEAD = 10  # turns that are known before a measurement begins
ATTEMPTS = 5


class Seat:
    def __init__(self, table: Playing, seat: int, cookie: str) -> None:
        self.table, self.seat, self.cookie = table, seat, cookie
        self.socket: ClientConnection
        self.task: asyncio.Task[None]

    async def sit(self) -> None:
        address = self.table.load.base.replace("http", "ws", 1)
        self.socket = await connect(
            f"{address}/api/tables/{self.table.id}/socket",
            additional_headers={"Cookie": self.cookie},
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )
        await self.socket.send('{"kind":"hello","after":null}')
        await self.socket.recv()
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if EVENT.match(text):
                self.table.heard()
            elif text.startswith(('{"kind":"error"', '{"kind":"refused"')):
                self.table.load.refused += 1

    async def leave(self) -> None:
        if hasattr(self, "task"):  # else the measurement ended before it had sat down
            self.task.cancel()
            await self.socket.close()


class Playing:
    """One table: its match is known before it is played."""

    numbers = itertools.count()

    def __init__(self, load: Load, game: str, players: int) -> None:
        self.load, self.game, self.players = load, game, players
        self.id = ""
        self.seats: list[Seat] = []
        self.twin: Live
        self.script: deque[tuple[int, str]] = deque()  # seat, turn
        self.missing = 0  # viewers who have not heard of the last turn yet
        self.sent = 0.0

    async def open(self, sit: bool) -> None:
        me, open_ = {"kind": "me"}, {"kind": "open"}
        body = {"game": self.game, "seats": [me] + [open_] * (self.players - 1), "name": "P0"}
        table, host = await self.load.post("/api/tables", body)
        self.id = table["id"]
        cookies = [host]
        for n in range(1, self.players):
            joined = await self.load.post(f"/api/tables/{self.id}/join", {"name": f"P{n}"})
            cookies.append(joined[1])
        await self.load.post(f"/api/tables/{self.id}/start", {}, host)
        if sit:
            self.twin = self._twin(table)
            self.foresee(1)
            self.seats = [Seat(self, n, cookie) for n, cookie in enumerate(cookies)]
            for seat in self.seats:
                await seat.sit()

    def _twin(self, table: dict[str, Any]) -> Live:
        """The same match, played at random a little ahead of the one at the table."""
        options = games.card(self.game).resolve(self.players, table["options"])
        names = [f"P{n}" for n in range(self.players)]
        seed = self.load.seed_of(self.id)
        return Live.begin(self.game, options, names, seed, [""] * self.players)

    def foresee(self, turns: int) -> None:
        while not self.twin.over and len(self.script) < turns:
            seat = self.twin.acting[0]
            text = self.twin.play(seat, self.twin.random_turn(seat, self.load.luck))
            self.script.append((seat, text))

    async def move(self) -> None:
        if self.missing:
            return
        if not self.script:
            self.foresee(1)  # more of them at once would hold up the other tables
        if not self.script:
            await self.again()
        seat, text = self.script.popleft()
        message = {"kind": "turn", "id": str(next(self.numbers)), "seat": seat, "text": text}
        self.missing = self.players
        self.sent = time.perf_counter()
        await self.seats[seat].socket.send(json.dumps(message))

    def heard(self) -> None:
        """The last viewer ends the move."""
        self.missing -= 1
        if self.missing == 0:
            self.load.count(time.perf_counter() - self.sent)
            if self.load.fast:
                self.load.keep(self.move())

    async def again(self) -> None:
        """The match is over: the next one begins, outside of the measured time."""
        for seat in self.seats:
            await seat.leave()
        await self.open(True)


class Load:
    def __init__(self, base: str, data: Path, luck: random.Random) -> None:
        self.base, self.data, self.luck = base, data, luck
        self.tables: list[Playing] = []
        self.times: list[float] = []
        self.refused = 0
        self.counting = self.fast = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.http = httpx.AsyncClient(base_url=base, timeout=120, verify=False)
        self.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # of many people

    def keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def seed_of(self, table: str) -> str:
        with closing(sqlite3.connect(self.data / "spieltisch.db")) as database:
            (seed,) = database.execute("SELECT seed FROM match WHERE id = ?", (table,)).fetchone()
        return str(seed)

    async def post(self, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
        """The answer, and the cookie of the guest who asked."""
        headers = {"Cookie": cookie} if cookie else {}
        for attempt in range(ATTEMPTS):
            try:
                answer = await self.http.post(path, json=body, headers=headers)
                break
            except httpx.TransportError:  # the server was too busy to keep the connection
                if attempt == ATTEMPTS - 1:
                    raise
                await asyncio.sleep(0.2)
        answer.raise_for_status()
        return answer.json(), answer.headers.get("set-cookie", "").partition(";")[0]

    async def open(self, tables: int, sit: bool = True) -> None:
        keys = list(games.cards())
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(n: int) -> None:
            key = keys[n % len(keys)]
            players = games.card(key).players
            table = Playing(self, key, players[0] if players[0] > 2 else 2 + n // 4 % 3)
            table.players = min(table.players, players[-1])
            self.tables.append(table)
            async with gate:
                await table.open(sit)

        await asyncio.gather(*(one(n) for n in range(tables)))

    def count(self, seconds: float) -> None:
        if self.counting:
            self.times.append(seconds)

    async def _at_human_speed(self, table: Playing, pace: float) -> None:
        await asyncio.sleep(self.luck.random() * pace)
        while True:
            self.keep(table.move())
            await asyncio.sleep(pace)

    async def measure(self, pace: float, settled: float, seconds: float) -> dict[str, Any]:
        """`pace`: seconds between two moves of a table; 0: as fast as it goes."""
        self.times, self.refused, self.fast = [], 0, pace == 0
        for table in self.tables:
            table.foresee(AHEAD)
        gc.collect()
        gc.freeze()  # else the load stops for half a second now and then, and the server is blamed
        gc.disable()
        for table in self.tables:
            self.keep(self._at_human_speed(table, pace) if pace else table.move())
        await asyncio.sleep(settled)
        self.counting = True
        started = time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - started
        self.counting = self.fast = False
        gc.enable()
        for task in list(self.tasks):
            task.cancel()
        await self._calm()
        times = sorted(self.times)

        def at(share: float) -> float | None:
            return times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else None

        moves = {"moves": len(times) / took, "p50": at(0.5), "p99": at(0.99)}
        return {"tables": len(self.tables), **moves, "refused": self.refused}

    async def _calm(self) -> None:
        """Until every move under way has arrived; tables that were being opened are given up."""
        until = time.perf_counter() + 20
        while time.perf_counter() < until and any(table.missing for table in self.tables):
            await asyncio.sleep(0.05)
        self.tables = [table for table in self.tables if not table.missing]

    async def close(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                if hasattr(seat, "task"):
                    seat.task.cancel()
        await self.http.aclose()
