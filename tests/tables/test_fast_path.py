"""The direct way of a turn: the same as the usual one, and nothing before the disk."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from spieltisch.tables import commands, fast_path
from spieltisch.tables.local import Usual, Visitor, local_rooms
from spieltisch.tables.messages import Hello
from spieltisch.tables.outcomes import Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Event, StoreError
from tests.tables.test_table import begun

Answer = Event | Done | Exception | None


class Disk:
    """Storage that says when it has written."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.done: list[asyncio.Future[bool]] = []

    def enqueue(self, match: str, event: Event) -> asyncio.Future[bool]:
        self.events.append(event)
        self.done.append(asyncio.get_running_loop().create_future())
        return self.done[-1]


class Scene:
    def __init__(self, game: str) -> None:
        self.rooms = local_rooms(habits=Usual(pause=1e6, alone=1e6))
        self.room = Room(self.rooms, begun(game))
        self.heard: list[Any] = []
        self.answers: list[Answer] = []
        self.disk = Disk()

    async def sit(self) -> None:
        row = {"game": self.room.table.game, "seed": "00", "created": 0, "public": False}
        await self.rooms.store.append(self.room.table.id, Event(1, 0, {}), (), row)
        visitor = Visitor("p0", "P0", lambda text: self.heard.append(json.loads(text)))
        await commands.hello(visitor, self.room, Hello("hello", None, "en", True))
        self.heard.clear()

    def turn(self, text: str | None = None) -> bool:
        table = self.room.table
        seat = table.acting[0]
        text = text or table.running().random_turn(seat, random.Random(1))
        return fast_path.submit(
            self.room,
            lambda: table.plan_turn(f"p{seat}", seat, "t1", text),
            self.disk.enqueue,
            self.answers.append,
        )


@pytest.fixture
async def scene(game: str) -> Scene:
    found = Scene(game)
    await found.sit()
    return found


async def test_nothing_is_told_or_taken_in_before_it_is_on_disk(scene: Scene) -> None:
    n = scene.room.table.n
    assert scene.turn()
    await asyncio.sleep(0)
    assert (scene.room.table.n, scene.heard, scene.answers) == (n, [], [])
    assert scene.room.lock.locked()
    scene.disk.done[0].set_result(True)
    await asyncio.sleep(0.01)
    assert scene.room.table.n == n + 1
    assert [message["kind"] for message in scene.heard] == ["change"]
    assert scene.answers == scene.disk.events
    assert not scene.room.lock.locked()
    scene.room.close()


async def test_what_could_not_be_written_never_was(scene: Scene) -> None:
    n = scene.room.table.n
    assert scene.turn()
    scene.disk.done[0].set_exception(StoreError("full"))
    await asyncio.sleep(0.01)
    assert (scene.room.table.n, scene.heard) == (n, [])
    (answer,) = scene.answers
    assert isinstance(answer, Problem)
    assert answer.code == "server/store"
    assert scene.room.stale, "the disk is read again before anything else"
    assert not scene.room.lock.locked()
    scene.room.close()


async def test_whoever_is_not_first_goes_the_usual_way(scene: Scene) -> None:
    """The table changes, or must be read again, or another server took the number."""
    async with scene.room.lock:
        assert not scene.turn()
    scene.room.stale = True
    assert not scene.turn()
    scene.room.stale = False
    assert scene.disk.events == []
    assert scene.turn()
    scene.disk.done[0].set_result(False)
    await asyncio.sleep(0.01)
    (answer,) = scene.answers
    assert isinstance(answer, Problem), "the numbers of this store are others, so nobody can write"
    assert not scene.room.lock.locked()
    scene.room.close()


async def test_a_refusal_is_said_at_once_and_writes_nothing(scene: Scene) -> None:
    with pytest.raises(Refused):
        scene.turn("nonsense")
    assert scene.disk.events == []
    assert not scene.room.lock.locked()
    scene.room.close()
