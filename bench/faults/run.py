"""Lets servers and their database fail in the middle of play; counts lost, doubled and stuck.

    python -m bench.faults.run [COUNT] [--tables N] [--postgres] [--browser]

Each round: people play at random on every table, something fails at a random moment (a kill, a
stop, a full disk; with `--postgres`, which runs two servers, also the database killed, stopped,
cut off and half open), and every acknowledged turn is looked for. `lost`: acknowledged but not
there. `doubled`: there twice, or something there that nobody sent. `stuck`: a table where nothing
happens any more. `away`: a real Chromium that was not back by itself. Only loopback, and temporary
folders.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from httpx import HTTPError
from websockets.exceptions import WebSocketException

from bench.faults.faults import ON_POSTGRES, ON_SQLITE, Fault, Place
from spieltisch import games
from tests.server.client import Client, Talk
from tests.server.postgres import controlled_postgres
from tests.server.processes import ServerProcess
from tests.server.proxy import Proxy

STUCK = 60.0  # seconds without progress
# AssertionError: it was answered with 503
LOST = OSError, WebSocketException, TimeoutError, HTTPError, AssertionError
STATE = "document.querySelector('[data-testid=connection]')?.dataset.state"


@dataclass
class Seat:
    """A person who plays at random, remembers what was acknowledged, and repeats what was not."""

    client: Client
    game: str
    luck: random.Random
    table: str = ""
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    pending: str | None = None
    moved: bool = False
    finished: int = 0
    told: int = 0  # acknowledged turns, of all matches
    lost: int = 0
    doubled: int = 0
    problems: list[str] = field(default_factory=list)

    async def open(self) -> None:
        players = max(2, games.card(self.game).players[0])
        self.table = await self.client.started(self.game, "me", *["greedy"] * (players - 1))
        self.acked, self.sent, self.pending = {}, {}, None

    async def run(self) -> None:
        """Until the server dies."""
        with contextlib.suppress(*LOST):
            while True:
                async with self.client.sit(self.table) as talk:
                    await self._match(talk)
                self.finished += 1
                await self.check()
                await self.open()

    async def stay(self) -> None:
        """As browsers do: whoever is thrown out comes back."""
        while True:
            await self.run()
            await asyncio.sleep(0.5)

    async def _match(self, talk: Talk) -> None:
        message = talk.snapshot
        while not message["result"]:
            known = message["n"]
            if (self.pending or 0 in message["acting"]) and await self._play(talk) <= known:
                continue  # what was sent again had arrived before: no event will follow
            message = await talk.event()
            self.moved = True

    async def _play(self, talk: Talk) -> float:
        """The number of the event by which the turn was played."""
        if self.pending is None:
            listed = await talk.ask("turns", seat=0, limit=20)
            if listed.get("code") == "server/store":
                raise TimeoutError  # as below; nobody else would move
            if not listed.get("turns"):
                return math.inf
            self.pending = f"t{len(self.sent)}"
            self.sent[self.pending] = self.luck.choice(listed["turns"])
        answer = await talk.ask("turn", id=self.pending, seat=0, text=self.sent[self.pending])
        if answer["kind"] == "ack":
            self.acked[self.pending] = (answer["n"], answer["text"])
            self.told += 1
        elif answer.get("code") == "server/store":
            raise TimeoutError  # it may be there or not: it is sent again, as browsers do
        else:
            self.problems.append(f"{answer}")
        self.pending = None
        self.moved = True
        return float(answer.get("n", math.inf))

    async def check(self) -> None:
        """Counts acknowledged turns that are missing or read otherwise, and ones that stand there
        though nobody sent them."""
        async with self.client.sit(self.table, after=0) as talk:
            events = talk.snapshot["missed"]
        mine = [e for e in events if e["what"] == "turn" and e["seat"] == 0]
        stands = {event["n"]: [line["text"] for line in event["lines"]] for event in mine}
        for n, text in self.acked.values():  # a sealed choice has no line before all have chosen
            self.lost += n not in stands or bool(stands[n] and text not in stands[n])
        under_way = 1 if self.pending else 0
        self.doubled += max(0, len(mine) - len(self.acked) - under_way)
        self.doubled += len(mine) - len(stands)


class Browser:
    """A real Chromium at a table of its own; it must come back by itself."""

    def __init__(self, page: Any, client: Client, table: str) -> None:
        self.page, self.client, self.table = page, client, table

    async def is_back(self) -> bool:
        """Both sides say so: the server that it is connected, the page that it is online."""
        until = time.monotonic() + STUCK
        while time.monotonic() < until:
            with contextlib.suppress(HTTPError, AssertionError):
                told = await self.client.get(f"/api/tables/{self.table}")
                shown = await self.page.evaluate(STATE)
                if told["seats"][0]["connected"] and shown == "online":
                    return True
            await asyncio.sleep(0.2)
        print(f"away: {await self.page.inner_text('body')!r}"[:500], flush=True)
        return False


@contextlib.asynccontextmanager
async def browsing(base: str, game: str) -> AsyncIterator[Browser]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright, Client(base, "Chromium") as client:
        table = ""

        async def sit() -> None:
            nonlocal table
            table = await client.started(game, "me", "greedy")

        await patiently(sit)
        chromium = await playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"))
        context = await chromium.new_context(base_url=base)
        jar = client.http.cookies.jar
        await context.add_cookies(
            [{"name": one.name, "value": str(one.value), "url": base} for one in jar]
        )
        page = await context.new_page()
        await page.goto(f"/table/{table}")
        yield Browser(page, client, table)
        await chromium.close()


@contextlib.contextmanager
def places(args: argparse.Namespace, folder: Path) -> Iterator[Place]:
    """One server on SQLite, or two on PostgreSQL with a way between that can be blocked."""
    luck = random.Random(args.seed)
    with contextlib.ExitStack() as stack:
        postgres, proxy, database = None, None, ""
        if args.postgres:
            postgres = stack.enter_context(controlled_postgres())
            proxy = stack.enter_context(Proxy.before(postgres.port))
            database = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres"
        count = 2 if args.postgres else 1
        servers = [ServerProcess(folder, database, silence="2") for _ in range(count)]
        for server in servers:
            server.start(wait=False)
            server.wait_ready(args.game)
        yield Place(servers, args.game, luck, postgres, proxy)
        for server in servers:
            server.stop()


async def rounds(args: argparse.Namespace, place: Place) -> Counter[str]:
    keys = [args.game] if args.game else list(games.cards())
    bases = [server.base for server in place.servers]
    seats = [
        Seat(Client(bases[n % len(bases)]), keys[n % len(keys)], random.Random(n))
        for n in range(args.tables)
    ]
    for seat in seats:
        await patiently(seat.open)
    faults = ON_POSTGRES if args.postgres else ON_SQLITE
    faults = {args.only: faults[args.only]} if args.only else faults
    total = Counter[str]()
    async with contextlib.AsyncExitStack() as stack:
        browser = None
        if args.browser:
            browser = await stack.enter_async_context(browsing(bases[0], keys[0]))
        for round_ in range(args.count):
            name = list(faults)[round_ % len(faults)]
            total[name] += 1
            total["stuck"] += await one_round(seats, place, faults[name])
            if browser is not None:
                total["away"] += not await browser.is_back()
            _sum_up(total, seats)
            shown = " · ".join(f"{name} {count}" for name, count in total.items())
            print(f"{round_ + 1} of {args.count}: {shown}", flush=True)
    problems = [problem for seat in seats for problem in seat.problems]
    if problems:
        print(f"refused: {problems[:3]}")
    return total


async def one_round(seats: list[Seat], place: Place, fault: Fault) -> int:
    """How many tables are stuck after it."""
    running = [asyncio.create_task(seat.stay()) for seat in seats]
    await asyncio.sleep(place.luck.uniform(0.2, 1.5))
    await fault(place)
    for seat in seats:
        seat.moved = False
    stuck = await count_stuck(seats, running)
    for seat in seats:
        await patiently(seat.check)
    return stuck


async def patiently(work: Callable[[], Awaitable[None]]) -> None:
    """A server that has just been cut off, or a busy machine, may need a moment."""
    for attempt in range(20):
        try:
            await work()
            return
        except LOST:
            await asyncio.sleep(0.5 + 0.1 * attempt)
    await work()


def _sum_up(total: Counter[str], seats: list[Seat]) -> None:
    total["acknowledged"] = sum(seat.told for seat in seats)
    total["matches"] = sum(seat.finished for seat in seats)
    total["lost"] = sum(seat.lost for seat in seats)
    total["doubled"] = sum(seat.doubled for seat in seats)


async def count_stuck(seats: list[Seat], running: list[asyncio.Task[None]]) -> int:
    """Tables go on: each must move within the time."""
    until = time.monotonic() + STUCK
    while time.monotonic() < until and not all(seat.moved for seat in seats):
        await asyncio.sleep(0.05)
    for task in running:
        task.cancel()
    ended = await asyncio.gather(*running, return_exceptions=True)
    for seat, end in zip(seats, ended, strict=True):
        if not seat.moved:
            print(f"stuck: {seat.table[:4]}… pending {seat.pending}: {end!r}", flush=True)
    return sum(1 for seat in seats if not seat.moved)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=200, help="rounds, default 200")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--postgres", action="store_true", help="two servers on a PostgreSQL")
    parser.add_argument("--browser", action="store_true", help="a real Chromium is connected, too")
    parser.add_argument("--game", help="only this one; default: all")
    parser.add_argument("--only", help="only this fault")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="spieltisch-faults-") as folder,
        places(args, Path(folder)) as place,
    ):
        total = asyncio.run(rounds(args, place))
    print(" · ".join(f"{name} {count}" for name, count in total.items()))
    return 1 if any(total[bad] for bad in ("lost", "doubled", "stuck", "away")) else 0


if __name__ == "__main__":
    raise SystemExit(main())
