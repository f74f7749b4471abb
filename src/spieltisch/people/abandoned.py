"""Tables against bots to which nobody comes back go away, after the time that their player set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy import BigInteger, cast, func, select

from spieltisch.store.schema import MATCH, PERSON, SEAT
from spieltisch.store.store import Store
from spieltisch.tables.closing import plan_end
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.storage import StoreError

DAY = 24 * 60 * 60 * 1000
EVERY = 600.0  # seconds between looks
AT_ONCE = 100

log = logging.getLogger("spieltisch.people")


async def find(store: Store, at: int, after: str = "") -> list[tuple[str, str]]:
    """Tables (and whose they are) of one person alone that nobody has touched for their days; so
    many at once, in the order of their ids, `after` one of them."""
    days = cast(PERSON.c.abandon, BigInteger)  # 25 of them are more milliseconds than 32 bits
    single = select(SEAT.c.match).group_by(SEAT.c.match).having(func.count() == 1)
    query = (
        select(MATCH.c.id, SEAT.c.person)
        .join(SEAT, SEAT.c.match == MATCH.c.id)
        .join(PERSON, PERSON.c.id == SEAT.c.person)
        .where(MATCH.c.status.in_(["open", "playing"]), PERSON.c.abandon > 0)
        .where(MATCH.c.updated < at - days * DAY, MATCH.c.id.in_(single), MATCH.c.id > after)
        .order_by(MATCH.c.id)
    )
    return [(row.id, row.person) for row in await store.fetch(query.limit(AT_ONCE))]


async def sweep(rooms: Rooms, store: Store, at: int) -> int:
    """Ends them; so many. Two servers that look at once end a table once."""
    ended, found = 0, await find(store, at)
    while found:
        for match, person in found:
            ended += await _end(rooms, match, person)
        found = await find(store, at, found[-1][0])  # those that stay keep nobody waiting
    return ended


async def _end(rooms: Rooms, match: str, person: str) -> bool:
    """What is wrong with one table, such as rules that are not installed, is its own business."""
    try:
        async with rooms.room(match) as room:
            return await room.submit(partial(plan_end, room.table, person)) is not None
    except Problem as problem:
        log.info("a table stays", extra={"table": match, "code": problem.code})
    except StoreError:
        raise
    except Exception:
        log.exception("a table could not be ended", extra={"table": match})
    return False


async def sweep_forever(rooms: Rooms, store: Store, clock: Callable[[], int]) -> None:
    while True:
        try:
            await sweep(rooms, store, clock())
        except StoreError as error:
            log.warning("abandoned tables stay for now", extra={"reason": str(error)})
        except Exception:
            log.exception("abandoned tables stay for now")
        await asyncio.sleep(EVERY)
