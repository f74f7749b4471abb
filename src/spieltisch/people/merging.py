"""A guest turns out to be somebody who was here before: what they played goes along."""

from __future__ import annotations

from functools import partial

from sqlalchemy import delete, select, update

from spieltisch.store.schema import ATTEMPT, DEVICE, HIDDEN, OUTCOME, PERSON, SEAT
from spieltisch.store.store import Store
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.table import Table


def plan_takeover(table: Table, guest: str, person: str) -> Body | None:
    """The person holds the seats of the guest from now on; None when they do already."""
    seats = [n for n in table.seats_of(guest) if person not in table.seats[n].holders]
    return {"what": "claim", "seats": seats, "person": person} if seats else None


class Merging:
    def __init__(self, rooms: Rooms, store: Store) -> None:
        self.rooms, self.store = rooms, store

    async def merge(self, guest: str, person: str) -> None:
        """The guest is gone afterwards; where both tried the same deal, the first try counts."""
        for (id_,) in await self.store.fetch(select(SEAT.c.match).where(SEAT.c.person == guest)):
            try:
                async with self.rooms.room(id_) as room:
                    plan = partial(plan_takeover, room.table, guest, person)
                    await room.submit(plan, (person,))
            except Problem:  # of other rules, or damaged: it stays with nobody
                continue
        both = select(ATTEMPT.c.deal).where(ATTEMPT.c.person == person)
        rows = select(OUTCOME.c.match).where(OUTCOME.c.person == person)
        mine = (OUTCOME.c.person == guest) & OUTCOME.c.match.not_in(rows)
        tries = (ATTEMPT.c.person == guest) & ATTEMPT.c.deal.not_in(both)
        await self.store.change_together(
            [
                update(OUTCOME).where(mine).values(person=person),
                update(ATTEMPT).where(tries).values(person=person),
                delete(ATTEMPT).where(ATTEMPT.c.person == guest),
                delete(HIDDEN).where(HIDDEN.c.person == guest),
                delete(SEAT).where(SEAT.c.person == guest),
                delete(DEVICE).where(DEVICE.c.person == guest),
                delete(PERSON).where(PERSON.c.id == guest),
            ]
        )
