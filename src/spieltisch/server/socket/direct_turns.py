"""Turns that go from the frame to the table at once, and their answers.

Most messages of a server that is busy are turns, and most turns meet nothing unusual: then the
queue of ASGI, a task that wakes up, and pausing and resuming to read would take as long as the
table itself. Whatever is unusual is left to the usual way (`commands.reply`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from spieltisch.server import limits
from spieltisch.server.rooms import ServerRooms
from spieltisch.tables import commands, fast_path
from spieltisch.tables.audience import Connection
from spieltisch.tables.messages import Turn, read
from spieltisch.tables.outcomes import Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Event

ANSWERED = (Event, Done)
TURNS = (b'{"kind":"turn"', b'{"kind": "turn"')  # written otherwise it goes the usual way


class Talker(Connection, Protocol):
    limits: Sequence[Callable[[], float]]
    answering: bool
    closing: bool

    def say(self, message: dict[str, Any]) -> None: ...


def hearing(connection: Talker, room: Room, rooms: ServerRooms) -> Callable[[bytes], bool]:
    """What hears the texts of a connection first; False: not taken care of."""

    def hear(text: bytes) -> bool:
        usual = connection.answering or connection.closing or not text.startswith(TURNS)
        person = connection.person
        if usual or person is None or len(text) > limits.MESSAGE or room.lock.locked():
            return False
        try:
            message = read(text)
        except Problem:
            return False
        if not isinstance(message, Turn) or any(limit() for limit in connection.limits):
            return False
        return _submit(connection, room, rooms, person, message)

    return hear


def _submit(connection: Talker, room: Room, rooms: ServerRooms, person: str, message: Turn) -> bool:
    started = time.perf_counter()

    def plan() -> Any:
        return room.table.plan_turn(person, message.seat, message.id, message.text)

    def answered(found: Event | Done | Exception | None) -> None:
        connection.answering = False
        if isinstance(found, ANSWERED):
            rooms.figures.time_turn(time.perf_counter() - started)
        connection.say(commands.answer_of(rooms, message.id, found))

    try:
        connection.answering = fast_path.submit(room, plan, rooms.store.enqueue, answered)
    except (Refused, Problem) as error:
        connection.say(commands.answer_of(rooms, message.id, error))
        return True
    return connection.answering
