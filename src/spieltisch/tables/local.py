"""Tables without a server: in a browser's worker, in a test, in a program of one's own.

rooms = local_rooms()                                # in memory; hand in a storage to keep events
rooms.ready.add(key)                          # games whose rules can be called
await rooms.start()
id_ = new_id()
await rooms.open(id_, opening(wanted, person, name), [person])
async with rooms.room(table["id"]) as room:
    await room.submit(lambda: room.table.plan_start(person.id, ""))
    seat = Visitor(person.id, person.name, tell)       # `tell` gets every message, encoded
    await commands.hello(seat, room, Hello("hello"))
    answer = await commands.reply(seat, room, rooms, text)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from spieltisch.tables.audience import Watcher
from spieltisch.tables.bots import Bots
from spieltisch.tables.encoding import dumps
from spieltisch.tables.interfaces import TableMetrics, TableSettings
from spieltisch.tables.memory import Memory
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.storage import Alone, Storage
from spieltisch.tables.thinking import Thinker, Thinking

T = TypeVar("T")


@dataclass(frozen=True)
class Usual:
    """TableSettings, in seconds."""

    grace: float = 60.0
    pause: float = 0.8
    alone: float = 0.8
    idle: float = 3600.0
    sweep: float = 5.0
    url: str = ""
    limits: bool = False


class Uncounted:
    """TableMetrics that nobody reads."""

    @property
    def tables(self) -> Uncounted:
        return self

    @property
    def waiting(self) -> Uncounted:
        return self

    def set(self, value: float) -> None: ...
    def count_event(self, what: str) -> None: ...
    def count_refused(self, code: str) -> None: ...
    def time_turn(self, seconds: float) -> None: ...


class AtOnce:
    """Thinks where it is asked to: the loop waits so long."""

    slots = 1

    async def run(self, work: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        return work()


class Visitor(Watcher):
    """Somebody at a table, without a network in between."""

    def __init__(self, person: str, name: str, tell: Callable[[bytes], None]) -> None:
        super().__init__(person, name)
        self.push = tell

    def turn_away(self, problem: Problem) -> None:
        self.push(dumps({"kind": "error", "id": None, **problem.json()}))


def local_rooms(
    storage: Storage | None = None,
    habits: TableSettings | None = None,
    thinker: Thinker | None = None,
    figures: TableMetrics | None = None,
    secret: str = "",
) -> Rooms:
    """The tables of one process that shares them with nobody."""
    bots = Bots(Thinking(thinker or AtOnce()))
    kept = storage if storage is not None else Memory()
    return Rooms(habits or Usual(), kept, Alone(), bots, figures or Uncounted(), secret)
