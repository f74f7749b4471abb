"""What another server has written is taken in as it is told, and read only where it must be."""

from __future__ import annotations

import asyncio

import pytest

from spieltisch.tables.local import Usual, local_rooms
from spieltisch.tables.memory import Memory
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Event, StoreError
from tests.tables.test_table import begun


class Read(Memory):
    """Counts how often it is read."""

    server = "here"
    times = 0

    async def events(self, match: str, after: int = 0) -> list[Event]:
        self.times += 1
        return await super().events(match, after)


async def test_a_note_with_its_event_costs_no_read(game: str) -> None:
    store = Read()
    rooms = local_rooms(store, Usual(pause=1e6, alone=1e6))
    room, other = Room(rooms, begun(game)), begun(game)
    rooms.rooms[room.table.id] = room
    row = {"game": game, "seed": "00", "created": 0, "public": False}
    store.restore(room.table.id, row, [Event(1, 0, {}), Event(2, 0, {})])
    for n in range(4):
        seat = other.acting[0]
        body = other.plan_turn(f"p{seat}", seat, f"t{n}", other.running().random_turn(seat))
        assert isinstance(body, dict)
        event = Event(other.n + 1, 5, body)
        other.apply(event)
        assert await store.append(other.id, event)
        note = {"match": other.id, "n": event.n, "from": "there"}
        whole = {**note, "at": event.at, "body": body}
        if n == 1:
            continue  # this note is lost
        await rooms.hear(note if n == 3 else whole)
        await rooms.hear(whole)  # told twice it counts once
        assert room.table.n == other.n
        assert room.table.running().lines == other.running().lines
    assert store.times == 2  # after the lost one, and for the note that was too long for its event
    room.close()


class Failing(Read):
    """Cannot be read now and then."""

    fails = 0

    async def events(self, match: str, after: int = 0) -> list[Event]:
        self.fails -= 1
        if self.fails >= 0:
            raise StoreError("not now")
        return await super().events(match, after)


async def heard(game: str, server: str, *, whole: bool, fails: int = 0) -> None:
    """A table takes in what was written, whoever tells of it and whenever it can be read."""
    store = Failing()
    rooms = local_rooms(store, Usual(pause=1e6, alone=1e6))
    room, other = Room(rooms, begun(game)), begun(game)
    rooms.rooms[room.table.id] = room
    row = {"game": game, "seed": "00", "created": 0, "public": False}
    store.restore(room.table.id, row, [Event(1, 0, {}), Event(2, 0, {})])
    seat = other.acting[0]
    body = other.plan_turn(f"p{seat}", seat, "t", other.running().random_turn(seat))
    assert isinstance(body, dict)
    event = Event(other.n + 1, 5, body)
    assert await store.append(other.id, event)
    store.fails = fails
    note = {"match": other.id, "n": event.n, "from": server}
    await rooms.hear({**note, "at": event.at, "body": body} if whole else note)
    async with asyncio.timeout(20):
        while room.table.n < event.n:
            await asyncio.sleep(0.01)
    room.close()


async def test_a_note_that_came_while_nothing_could_be_read_is_not_forgotten(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is to act next might be here, and would never know."""
    monkeypatch.setattr("spieltisch.tables.room.RETRY", 0.01)
    await heard(game, "there", whole=False, fails=2)


async def test_an_event_of_ours_that_was_given_up_for_lost_is_heard_of(game: str) -> None:
    """A database that was stopped commits when it goes on; by then we have read that nothing was
    written."""
    await heard(game, Read.server, whole=True)
