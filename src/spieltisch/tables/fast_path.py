"""A change of a table without a task, a queue or a wait, where nothing stands in its way.

`Room.submit` is the usual way and does everything; this one gives up (False) as soon as anything is
unusual. What it does is the same, in the same order: the plan, the disk, the table, the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from spieltisch.tables.outcomes import Done
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Plan, Room
from spieltisch.tables.storage import Event, now

Append = Callable[[str, Event], asyncio.Future[bool]]
Answered = Callable[[Event | Done | Exception | None], None]

log = logging.getLogger("spieltisch.room")


def submit(room: Room, plan: Plan, append: Append, answered: Answered) -> bool:
    """Whether the change is on its way; `answered` is told when it is on disk and taken in, or
    why not. The plan's own problems are raised at once."""
    table = room.table
    if room.stale or room.closed or room.lock.locked() or table.outdated:
        return False
    body = plan()
    if body is None or isinstance(body, Done) or not held(room.lock):
        return False
    room.touched = now()
    event = Event(table.n + 1, max(room.touched, table.updated), body)
    append(table.id, event).add_done_callback(partial(_written, room, plan, event, answered))
    return True


def held(lock: asyncio.Lock) -> bool:
    """Takes a lock if that needs no waiting."""
    attempt = lock.acquire()
    try:
        attempt.send(None)
    except StopIteration:
        return True
    attempt.close()  # somebody is before us
    return False


def _written(
    room: Room, plan: Plan, event: Event, answered: Answered, done: asyncio.Future[bool]
) -> None:
    """Nothing is taken in, told or acknowledged before this."""
    try:
        if done.cancelled() or done.exception() is not None:
            room.distrust()
            answered(Problem("server/store"))
        elif done.result():
            room.take(event)
            answered(event)
        else:  # another server was faster
            room.house.spawn(_usual(room, plan, answered))
    except Exception as error:
        log.exception("a turn could not be taken in", extra={"table": room.table.id})
        room.distrust()
        answered(error)
    finally:
        room.lock.release()


async def _usual(room: Room, plan: Plan, answered: Answered) -> None:
    room.distrust()
    try:
        answered(await room.submit(plan))
    except Exception as error:
        answered(error)
