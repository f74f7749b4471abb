"""Kills a server in the middle of load, again and again; counts what was lost, doubled or stuck.

    python -m bench.faults.run [COUNT] [--tables N] [--database URL]

Each round: people play at random on every table, the process gets SIGKILL at a random moment, is
started again, and every acknowledged turn is looked for. `lost`: acknowledged but not there.
`doubled`: there twice, or something there that nobody sent. `stuck`: a table where nothing happens
any more after a restart. Only loopback, and a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from httpx import HTTPError
from websockets.exceptions import WebSocketException

from spieltisch import games
from tests.server.client import Client, Talk
from tests.server.processes import ServerProcess

STUCK = 60.0  # seconds without progress


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
        with contextlib.suppress(OSError, WebSocketException, TimeoutError, HTTPError):
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
            if not listed.get("turns"):
                return math.inf
            self.pending = f"t{len(self.sent)}"
            self.sent[self.pending] = self.luck.choice(listed["turns"])
        answer = await talk.ask("turn", id=self.pending, seat=0, text=self.sent[self.pending])
        if answer["kind"] == "ack":
            self.acked[self.pending] = (answer["n"], answer["text"])
            self.told += 1
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


async def rounds(args: argparse.Namespace, folder: Path) -> dict[str, int]:
    luck = random.Random(args.seed)
    server = ServerProcess(folder, args.database).start(wait=False)
    server.wait_ready(args.game)
    keys = [args.game] if args.game else list(games.cards())
    seats = [
        Seat(Client(server.base), keys[n % len(keys)], random.Random(n)) for n in range(args.tables)
    ]
    for seat in seats:
        await seat.open()
    total = {"kills": 0, "acknowledged": 0, "matches": 0, "lost": 0, "doubled": 0, "stuck": 0}
    for round_ in range(args.count):
        running = [asyncio.create_task(seat.run()) for seat in seats]
        await asyncio.sleep(luck.uniform(0.2, 1.5))
        server.kill()
        await asyncio.gather(*running)
        server.start(wait=False)
        server.wait_ready(args.game)
        for seat in seats:
            await seat.check()
            seat.moved = False
        total["stuck"] += await count_stuck(seats)
        total["kills"] += 1
        total["acknowledged"] = sum(seat.told for seat in seats)
        total["matches"] = sum(seat.finished for seat in seats)
        total["lost"] = sum(seat.lost for seat in seats)
        total["doubled"] = sum(seat.doubled for seat in seats)
        shown = " · ".join(f"{name} {count}" for name, count in total.items())
        print(f"{round_ + 1} of {args.count}: {shown}", flush=True)
    problems = [problem for seat in seats for problem in seat.problems]
    if problems:
        print(f"refused: {problems[:3]}")
    server.stop()
    return total


async def count_stuck(seats: list[Seat]) -> int:
    """Tables go on after the restart: each must move within the time."""
    running = [asyncio.create_task(seat.stay()) for seat in seats]
    until = time.monotonic() + STUCK
    while time.monotonic() < until and not all(seat.moved for seat in seats):
        await asyncio.sleep(0.05)
    for task in running:
        task.cancel()
    for seat, ended in zip(
        seats, await asyncio.gather(*running, return_exceptions=True), strict=True
    ):
        if not seat.moved:
            print(f"stuck: {seat.table[:4]}… pending {seat.pending}: {ended!r}", flush=True)
    return sum(1 for seat in seats if not seat.moved)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=50, help="kills, default 50")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--database", default="", help="default: SQLite in a temporary folder")
    parser.add_argument("--game", help="only this one; default: all")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="spieltisch-faults-") as folder:
        total = asyncio.run(rounds(args, Path(folder)))
    print(" · ".join(f"{name} {count}" for name, count in total.items()))
    return 1 if total["lost"] or total["doubled"] or total["stuck"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
