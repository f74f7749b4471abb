"""Microseconds of CPU that one turn takes at a table, per game and part, without sockets or disk.

    python -m bench.server.moves [--games no-return,re-move] [--turns 3000] [--profile]

`plan` reads and checks a turn, `apply` takes it in after the commit, `tell` makes the messages of
all viewers: one at each seat, who keep a view in one language each, as browsers do. Processor time
of this thread only, and of all turns the lower quartile, since on a busy machine others empty the
caches; `mean` is the mean of all turns, the ends of matches with them.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import pstats
import random
import time
from typing import Any

from spieltisch import games
from spieltisch.tables import commands
from spieltisch.tables.local import Usual, Visitor, local_rooms
from spieltisch.tables.messages import Hello
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table

PARTS = ("plan", "apply", "tell")


class Bench:
    def __init__(self, key: str, players: int, seed: int) -> None:
        self.key, self.players = key, players
        self.luck = random.Random(seed)
        self.spent: list[tuple[int, int, int]] = []
        self.turns = self.bytes = self.messages = 0
        self.profile: cProfile.Profile | None = None

    async def table(self) -> Room:
        table = Table("t", f"{self.luck.getrandbits(256):064x}")
        people = [
            {"kind": "person", "name": f"P{n}", "holders": [f"p{n}"]} for n in range(self.players)
        ]
        body = {"what": "create", "game": self.key, "options": {}, "public": False, "host": "p0"}
        body |= {"rules": games.card(self.key).version, "spectators": True, "hints": False}
        take(table, {**body, "clock": None, "seats": people})
        take(table, table.plan_start("p0", "ad"))
        room = Room(local_rooms(habits=Usual(pause=1e6, alone=1e6)), table)
        for n in range(self.players):
            visitor = Visitor(f"p{n}", f"P{n}", self.hear)
            hello = Hello("hello", None, "de", True)
            await commands.hello(visitor, room, hello)
        return room

    def hear(self, message: bytes) -> None:
        self.bytes += len(message)
        self.messages += 1

    async def run(self, turns: int) -> None:
        while self.turns < turns:
            room = await self.table()
            while room.table.status == "playing" and self.turns < turns:
                self.turn(room)
            room.close()

    def turn(self, room: Room) -> None:
        table = room.table
        seat = self.luck.choice(table.acting)
        text = table.running().random_turn(seat, self.luck)
        if self.profile is not None:
            self.profile.enable()
        clock = time.thread_time_ns
        began = clock()
        body = table.plan_turn(f"p{seat}", seat, f"t{self.turns}", text)
        assert isinstance(body, dict)
        planned = clock()
        change = table.apply(Event(table.n + 1, table.updated, body))
        applied = clock()
        room.audience.tell(change)
        told = clock()
        if self.profile is not None:
            self.profile.disable()
        self.turns += 1
        self.spent.append((planned - began, applied - planned, told - applied))


def take(table: Table, body: Any) -> None:
    table.apply(Event(table.n + 1, 0, body))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(games.cards()))
    parser.add_argument("--turns", type=int, default=3000)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    heads = "".join(f"{part:>8}" for part in (*PARTS, "all", "mean", "bytes"))
    print(f"{'game':12}{'seats':>6}{heads}")
    for key in args.games.split(","):
        players = max(games.card(key).players[0], min(3, games.card(key).players[-1]))
        warm = Bench(key, players, 0)
        asyncio.run(warm.run(200))
        bench = Bench(key, players, 1)
        bench.profile = cProfile.Profile() if args.profile else None
        gc.collect()
        gc.freeze()
        asyncio.run(bench.run(args.turns))
        parts = [sorted(each) for each in zip(*bench.spent, strict=True)]
        quick = [part[len(part) // 4] / 1000 for part in parts]
        mean = sum(map(sum, bench.spent)) / bench.turns / 1000
        told = "".join(f"{took:8.1f}" for took in (*quick, sum(quick), mean))
        size = bench.bytes / bench.messages
        print(f"{key:12}{players:6}{told}{size:8.0f}", flush=True)
        if bench.profile is not None:
            pstats.Stats(bench.profile).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main()
