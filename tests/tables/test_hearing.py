"""What another server has written is taken in as it is told, and read only where it must be."""

from __future__ import annotations

from spieltisch.tables.memory import Memory
from spieltisch.tables.room import Room
from spieltisch.tables.solo import Usual, solo
from spieltisch.tables.storage import Event
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
    rooms = solo(store, Usual(pause=1e6, alone=1e6))
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
