"""The right to be forgotten: what was mine alone is deleted, elsewhere my seat loses its name.

Events are never changed otherwise. Here they are, since a name and an id in an old event are still
a name and an id; what was played stays as it is, so records of the others remain valid.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from orjson import dumps
from sqlalchemy import delete, select, update

from spieltisch.people.personal_data import Keeper
from spieltisch.store.schema import (
    ATTEMPT,
    DEAL,
    DEVICE,
    EVENT,
    HIDDEN,
    MATCH,
    OUTCOME,
    PERSON,
    PLAYED,
    REVIEW,
    SEAT,
)
from spieltisch.store.store import Store
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.table import Table

NAMELESS = "N. N."
BY_MATCH = (EVENT, SEAT, HIDDEN, OUTCOME, PLAYED, ATTEMPT, REVIEW)


def scrub(body: Body, person: str, stranger: str) -> Body:
    """The event as it would be if `stranger`, of whom nothing is known, had been there instead."""
    if body["what"] == "create":
        host = stranger if body["host"] == person else body["host"]
        return {**body, "host": host, "seats": [_seat(s, person, stranger) for s in body["seats"]]}
    if body.get("person") != person:
        return body
    said = {"person": stranger}
    if "name" in body:
        said["name"] = NAMELESS
    if body["what"] == "chat":
        said["text"] = "…"
    return {**body, **said, **({"face": ""} if "face" in body else {})}


def _seat(seat: Body, person: str, stranger: str) -> Body:
    holders = seat.get("holders", [])
    if person not in holders:
        return seat
    others = [stranger if one == person else one for one in holders]
    return {**seat, "name": NAMELESS, "holders": others, "face": ""}


def alone(table: Table, person: str) -> bool:
    """Whether nobody else has ever held a seat that is still held."""
    return all(holder == person for seat in table.seats for holder in seat.holders)


class Forgetting:
    def __init__(self, rooms: Rooms, store: Store, keepers: Sequence[Keeper] = ()) -> None:
        self.rooms, self.store, self.keepers = rooms, store, keepers

    async def forget(self, person: str) -> None:
        """Deletes a person. The row itself goes last: whoever is interrupted can ask again."""
        for keeper in self.keepers:
            await keeper.forget(person)
        query = select(SEAT.c.match).where(SEAT.c.person == person)
        for (id_,) in await self.store.fetch(query):
            await self._forget_at(id_, person)
        await self.store.change_together(
            [
                delete(HIDDEN).where(HIDDEN.c.person == person),
                delete(ATTEMPT).where(ATTEMPT.c.person == person),
                update(DEAL).where(DEAL.c.person == person).values(person=""),
                delete(DEVICE).where(DEVICE.c.person == person),
                delete(PERSON).where(PERSON.c.id == person),
            ]
        )

    async def delete_match(self, id_: str, person: str, at: int) -> None:
        """A finished match that nobody else would miss, and that is in no list any more."""
        async with self.rooms.room(id_) as room:
            table = room.table
            if not table.seats_of(person):
                raise Problem("seat/not-yours")
            if table.status in ("open", "playing"):
                raise Problem("table/not-over")
            if not alone(table, person):
                raise Problem("table/not-alone")
        listed = (
            select(DEAL.c.id)
            .join(ATTEMPT, ATTEMPT.c.deal == DEAL.c.id)
            .where(ATTEMPT.c.match == id_, ATTEMPT.c.number == 0, DEAL.c.opens > at)
        )
        if await self.store.fetch(listed):
            raise Problem("deal/going")
        await self.rooms.drop(id_)
        await self.store.change_together(self._deletions(id_))
        await self.rooms.drop(id_)

    async def _forget_at(self, id_: str, person: str) -> None:
        mine_alone = False
        with contextlib.suppress(Problem):  # of other rules, or damaged: scrubbed all the same
            async with self.rooms.room(id_) as room:
                mine_alone = alone(room.table, person)
                if not mine_alone:
                    await self._get_up(room, person)
        await self.rooms.drop(id_)
        if mine_alone:
            await self.store.change_together(self._deletions(id_))
        else:
            await self.store.change_together(await self._scrubbed(id_, person))
        await self.rooms.drop(id_)

    async def _get_up(self, room: Room, person: str) -> None:
        """A bot plays on for whoever is still needed."""
        table = room.table
        if table.status == "open" and table.opening is None:
            await room.submit(lambda: table.plan_leave(person))
            return
        level = self.rooms.bots.default
        for seat in list(table.seats_of(person)):
            if table.status == "playing" and len(table.seats[seat].holders) == 1:
                await room.submit(partial(table.plan_warm, seat, level, "left"))

    @staticmethod
    def _deletions(id_: str) -> Iterable[Any]:
        yield from (delete(each).where(each.c.match == id_) for each in BY_MATCH)
        yield delete(MATCH).where(MATCH.c.id == id_)

    async def _scrubbed(self, id_: str, person: str) -> list[Any]:
        stranger, found = secrets.token_hex(12), []
        for event in await self.store.events(id_):
            body = scrub(event.body, person, stranger)
            if body is not event.body and body != event.body:
                row = (EVENT.c.match == id_) & (EVENT.c.n == event.n)
                found.append(update(EVENT).where(row).values(body=dumps(body).decode()))
        mine = (OUTCOME.c.match == id_) & (OUTCOME.c.person == person)
        seat = (SEAT.c.match == id_) & (SEAT.c.person == person)
        return [
            *found,
            update(OUTCOME).where(mine).values(person=stranger, name=NAMELESS),
            delete(SEAT).where(seat),
        ]
