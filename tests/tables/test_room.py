"""A table in memory whose database fails now and then."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from spieltisch.server.metrics import Metrics
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.server.threads import Threads
from spieltisch.store.engine import connect
from spieltisch.store.store import Store
from spieltisch.tables.bots import Bots
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Alone, Event, StoreError, now
from spieltisch.tables.thinking import Thinking
from tests.tables.test_table import LIVE, begun


class Moody(Store):
    """Refuses the first events; keeps the others to itself."""

    refusals = 2

    async def append(self, match: str, event: Event, *_: Any) -> bool:
        self.refusals -= 1
        if self.refusals >= 0:
            raise StoreError("not now")
        return True

    async def events(self, match: str, after: int = 0) -> list[Event]:
        return []


class Listener:
    """A connection of the person at seat 0, as a room sees it."""

    person, chose_look, looking = "p0", False, None
    lang, patches = None, False

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def push(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def graces(self, seat: int) -> list[int | None]:
        told = [message for message in self.heard if message["kind"] == "presence"]
        return [message["seats"][seat]["grace"] for message in told]


def rooms_with(store: Moody) -> ServerRooms:
    """Rooms whose bots take their time."""
    bots = Bots(Thinking(Threads(1)))
    return ServerRooms(
        Settings(pause=100.0, alone=100.0), store, Alone(), bots, Metrics(), "secret"
    )


async def test_a_clock_that_runs_out_is_told_and_so_is_a_turn_at_last(
    folder: Path, game: str
) -> None:
    store = Moody(connect(f"sqlite:///{folder}/never-opened.db"))
    store.refusals = 0
    rooms = rooms_with(store)
    begun(game)  # the first one may take a while
    table = begun(game, at=now() - 9_800, clock=LIVE)
    room, listener = Room(rooms, table), Listener()
    room.connections.add(listener)  # type: ignore[arg-type]
    seat, late = table.acting[0], table.next_deadline()
    assert late is not None
    room.tick()
    async with asyncio.timeout(20):
        while not listener.heard:
            await asyncio.sleep(0.01)
    assert listener.graces(seat) == [late + 2_500]
    text = table.running().random_turn(seat)
    await room.submit(lambda: table.plan_turn(f"p{seat}", seat, "at last", text))
    assert listener.graces(seat) == [late + 2_500, None]
    room.close()


async def test_a_bot_sits_in_as_soon_as_the_database_lets_it(folder: Path, game: str) -> None:
    store = Moody(connect(f"sqlite:///{folder}/never-opened.db"))
    rooms = rooms_with(store)
    table = begun(game, clock=LIVE)  # long ago
    room = Room(rooms, table)
    room.tick()
    late = table.acting[0]
    async with asyncio.timeout(20):
        while not table.seats[late].warm:
            await asyncio.sleep(0.01)
    assert store.refusals == -1
    room.close()


class Hesitant(Store):
    """Writes, but says that it could not; and cannot be read at once."""

    def __init__(self) -> None:
        super().__init__(connect("sqlite:///never-opened.db"))
        self.kept: list[Event] = []
        self.unread = 1

    async def append(self, match: str, event: Event, *_: Any) -> bool:
        self.kept.append(event)
        raise StoreError("no answer")

    async def events(self, match: str, after: int = 0) -> list[Event]:
        self.unread -= 1
        if self.unread >= 0:
            raise StoreError("still no answer")
        return [event for event in self.kept if event.n > after]


async def test_others_hear_of_a_turn_that_was_written_though_the_database_denied_it(
    game: str,
) -> None:
    """Whoever played it may be gone, so the room itself looks again."""
    habits = Settings(pause=100.0, alone=100.0)
    thinking = Bots(Thinking(Threads(1)))
    rooms = ServerRooms(habits, Hesitant(), Alone(), thinking, Metrics(), "secret")
    table = begun(game)
    room, listener = Room(rooms, table), Listener()
    room.connections.add(listener)  # type: ignore[arg-type]
    seat = table.acting[0]
    text = table.running().random_turn(seat)
    with pytest.raises(Problem, match="server/store"):
        await room.submit(lambda: table.plan_turn(f"p{seat}", seat, "denied", text))
    async with asyncio.timeout(20):
        while not any(message["kind"] == "event" for message in listener.heard):
            await asyncio.sleep(0.01)
    assert not room.stale
    room.close()
