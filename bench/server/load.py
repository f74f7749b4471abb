"""Many people at many tables in one process: as little work per message as possible.

Which turns are legal is not asked of the server that is measured. The load reads the seeds of its
tables from the database, plays the same matches beside, and so knows all turns beforehand.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
import sqlite3
import time
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import closing
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from orjson import dumps

from bench.server.wire import HELLO, Wire, framed
from spieltisch import games
from spieltisch.core.chance import Fair
from spieltisch.matches.match import Match

EVENT, TURN = (b'{"kind":"change"', b'{"kind":"event"'), b'"what":"turn"'
SAMPLE = 2000  # messages that are compressed, after the measurement
PROBLEMS = (b'{"kind":"error"', b'{"kind":"refused"')
AT_ONCE = 10
MOST = 6_000  # moves per second for which turns are known before a measurement begins
ATTEMPTS = 5
BUSY = 0.5  # of a core: from there on the load might be what is measured


class Playing:
    """One table: its match is known before it is played."""

    numbers = itertools.count()

    def __init__(self, load: Load, game: str, players: int) -> None:
        self.load, self.game, self.players = load, game, players
        self.id = ""
        self.wires: list[Wire] = []
        self.twin: Match
        self.script: deque[tuple[int, bytes]] = deque()  # seat, message
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
            path, load = f"/api/tables/{self.id}/socket", self.load
            for cookie in cookies:
                self.wires.append(
                    await Wire.open(load.address, path, cookie, self.hear, load.hello)
                )

    def _twin(self, table: dict[str, Any]) -> Match:
        """The same match, played at random ahead of the one at the table."""
        options = games.card(self.game).resolve(self.players, table["options"])
        names = [f"P{n}" for n in range(self.players)]
        chance = Fair(bytes.fromhex(self.load.seed_of(self.id)), [""] * self.players)
        game = games.find(self.game)
        match = Match(game, self.players, options, names=names, chance=chance)
        match.settle()
        return match

    def foresee(self, turns: int) -> int:
        """Makes at most so many turns; returns how many are known."""
        while not self.twin.over and len(self.script) < turns:
            seat = self.twin.acting[0]
            text = self.twin.play(seat, self.twin.random_turn(seat, self.load.luck))
            message = {"kind": "turn", "id": str(next(self.numbers)), "seat": seat, "text": text}
            self.script.append((seat, framed(dumps(message))))
        return len(self.script)

    def move(self) -> None:
        if self.missing:
            return
        if not self.script:
            self.load.replace(self)
            return
        seat, message = self.script.popleft()
        self.missing = self.players
        self.sent = time.perf_counter()
        self.wires[seat].transport.write(message)

    def hear(self, message: bytes) -> None:
        """The last viewer ends the move."""
        if message.startswith(EVENT) and TURN in message[:60]:
            self.missing -= 1
            self.load.weigh(message)
            if self.missing == 0:
                self.load.count(time.perf_counter() - self.sent)
                if self.load.fast:
                    self.move()
        elif message.startswith(PROBLEMS):
            self.load.refused += 1


class Load:
    def __init__(self, base: str, data: Path, luck: random.Random, hello: bytes = HELLO) -> None:
        self.data, self.luck, self.hello = data, luck, hello
        place = urlsplit(base)
        assert place.hostname is not None
        assert place.port is not None
        self.address = place.hostname, place.port
        self.tables: list[Playing] = []
        self.spare: list[Playing] = []  # matches that take the place of those that end
        self.times: list[float] = []
        self.refused = self.dry = 0
        self.bytes = self.messages = 0  # told of turns
        self.sample: list[bytes] = []
        self.counting = self.fast = False
        self.http = httpx.AsyncClient(base_url=base, timeout=120, verify=False)
        self.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # of many people

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
        self.tables += await self._opened(tables, sit)

    async def _opened(self, tables: int, sit: bool = True) -> list[Playing]:
        keys = list(games.cards())
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(n: int) -> Playing:
            key = keys[n % len(keys)]
            players = games.card(key).players
            many = players[0] if players[0] > 2 else 2 + n // 4 % 3
            table = Playing(self, key, min(many, players[-1]))
            async with gate:
                await table.open(sit)
            return table

        return list(await asyncio.gather(*(one(n) for n in range(tables))))

    async def foresee(self, turns: int) -> None:
        """Turns for as long as a measurement takes; where matches would end before, more of them.

        Outside of the measured time: else opening tables, or playing beside, would be measured.
        """
        each = max(10, turns // len(self.tables))
        known = sum([table.foresee(each) for table in self.tables])
        while known < turns or len(self.spare) < len(self.tables) // 50:
            more = await self._opened(len(games.cards()))
            known += sum([table.foresee(each) for table in more])
            self.spare += more

    def replace(self, table: Playing) -> None:
        """The match is over: another one goes on in its place."""
        if not self.spare:
            self.dry += 1
            return
        self.tables[self.tables.index(table)] = self.spare[-1]
        self.spare.pop().move()

    def weigh(self, message: bytes) -> None:
        if self.counting:
            self.bytes += len(message)
            self.messages += 1
            if len(self.sample) < SAMPLE:
                self.sample.append(message)

    def count(self, seconds: float) -> None:
        if self.counting:
            self.times.append(seconds)

    async def _at_human_speed(self, table: int, pace: float) -> None:
        await asyncio.sleep(self.luck.random() * pace)
        while True:
            self.tables[table].move()
            await asyncio.sleep(pace)

    async def measure(
        self, pace: float, settled: float, seconds: float, cpu: Callable[[], float]
    ) -> dict[str, Any]:
        """`pace`: seconds between two moves of a table; 0: as fast as it goes. `cpu`: seconds that
        the server has used so far."""
        self.times, self.refused, self.dry, self.fast = [], 0, 0, pace == 0
        self.bytes, self.messages, self.sample = 0, 0, []
        if self.fast:
            await self.foresee(int((settled + seconds) * MOST))
        else:
            for table in self.tables:
                table.foresee(int((settled + seconds) / pace) + 2)
        gc.collect()
        gc.freeze()  # else the load stops for half a second now and then, and the server is blamed
        gc.disable()
        people = []
        for n, table in enumerate(list(self.tables)):
            if self.fast:
                table.move()
            else:
                people.append(asyncio.create_task(self._at_human_speed(n, pace)))
        await asyncio.sleep(settled)
        self.counting = True
        started, before, ours = time.perf_counter(), cpu(), time.process_time()
        await asyncio.sleep(seconds)
        took, used = time.perf_counter() - started, cpu() - before
        busy = (time.process_time() - ours) / took
        self.counting = self.fast = False
        gc.enable()
        for task in people:
            task.cancel()
        await self._calm()
        if busy > BUSY:
            print(f"the load itself was busy for {busy:.0%} of the time", flush=True)
        if self.dry:
            print(f"{self.dry} tables ran out of turns: raise MOST", flush=True)
        times = sorted(self.times)

        def at(share: float) -> float | None:
            return times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else None

        moves = {"moves": len(times) / took, "p50": at(0.5), "p99": at(0.99)}
        packed = sum(len(zlib.compress(message)) for message in self.sample)
        moves["bytes"] = self.bytes / max(self.messages, 1)
        moves["packed"] = packed / max(len(self.sample), 1)
        return {"tables": len(self.tables), **moves, "refused": self.refused, "used": used}

    async def _calm(self) -> None:
        """Until every move under way has arrived."""
        until = time.perf_counter() + 20
        while time.perf_counter() < until and any(table.missing for table in self.tables):
            await asyncio.sleep(0.05)
        self.tables = [table for table in self.tables if not table.missing]

    async def close(self) -> None:
        for table in self.tables + self.spare:
            for wire in table.wires:
                wire.close()
        await self.http.aclose()
