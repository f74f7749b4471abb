"""What request handlers share, and who is asking."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from spieltisch.deals.bot_results import Marks
from spieltisch.deals.database import DealDatabase
from spieltisch.deals.day_secrets import Chain
from spieltisch.deals.days import Days
from spieltisch.notices.notifier import Notifier
from spieltisch.people.forget import Forgetting
from spieltisch.people.history import History
from spieltisch.people.merging import Merging
from spieltisch.people.personal_data import Keeper
from spieltisch.server.compiling import Compilation
from spieltisch.server.health import Health
from spieltisch.server.http.identity import (
    GUEST,
    People,
    Person,
    language,
    set_cookie,
)
from spieltisch.server.http.middleware import address_of, is_secure
from spieltisch.server.http.picture_queue import PictureQueue
from spieltisch.server.limits import LETTERS, RECOVERIES, Limiter
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.server.socket.close_codes import SIGNED_OUT
from spieltisch.server.threads import Threads
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now


@dataclass
class Context:
    settings: Settings
    rooms: ServerRooms
    people: People
    compilation: Compilation
    creations: Limiter
    messages: Limiter  # of all connections of an address
    connections: dict[str, int]  # address -> open WebSockets
    health: Health
    threads: Threads
    notifier: Notifier
    codes: Limiter  # letters to addresses that are not confirmed, of a person and to an address
    # Attempts to be somebody, and what takes long, of an address
    recoveries: Limiter = field(default_factory=lambda: Limiter(*RECOVERIES))
    zone: tzinfo = UTC  # in which a day begins
    secret: str = ""  # of the days' luck
    clock: Callable[[], int] = now
    keepers: list[Keeper] = field(default_factory=list)  # who keeps something about people

    def __post_init__(self) -> None:
        rooms, store = self.rooms, self.people.store
        self.history = History(rooms, store)
        self.merging = Merging(rooms, store)
        self.days = Days(lambda: self.clock(), self.zone, Chain(self.secret))
        self.deals = DealDatabase(store)
        self.letters = Limiter(*LETTERS, self.settings.limits)  # the same, of a network
        self.picture_queue = PictureQueue()
        self.marks = Marks(self.deals, rooms.bots.thinking, rooms.spawn)
        self.forgetting = Forgetting(rooms, store, self.keepers)
        rooms.heard_of = self._hear_of_person

    async def signed_out(self, person: str, reason: str = SIGNED_OUT) -> None:
        """Devices of a person are theirs no longer: what is connected is closed, on all servers."""
        await self.people.recheck(person, reason)
        bus, server = self.rooms.bus, self.rooms.store.server
        if bus.shared:
            await bus.publish({"person": person, "reason": reason, "from": server})

    async def _hear_of_person(self, note: dict[str, Any]) -> None:
        if note.get("again"):
            await self.people.recheck_all()
        elif note["from"] != self.rooms.store.server:
            await self.people.recheck(note["person"], note["reason"])

    def may_create(self, connection: HTTPConnection) -> None:
        wait = self.creations.take(address_of(connection.scope))
        if wait:
            raise Problem("rate/limited", wait=math.ceil(wait))

    async def guest(
        self, request: Request, response: Response, name: str | None, counted: bool = False
    ) -> Person:
        """The person who asks; strangers become guests by what they do.

        `counted`: what they do counts as a creation already.
        """
        person = await self.people.find(request)
        if person is not None:
            if name is not None and name != person.name:  # what somebody typed now counts
                return await self.people.rename(request, person, name)
            return person
        if not counted:
            self.may_create(request)
        person, token = await self.people.add(name or GUEST[language(request)])
        self.people.came(request, person)
        self.remember(request, response, token)
        return person

    def remember(self, request: Request, response: Response, token: str) -> None:
        set_cookie(response, token, is_secure(request.scope, self.settings))


def context_of(connection: HTTPConnection) -> Context:
    found: Context = connection.app.state.context
    return found


async def known_person(connection: HTTPConnection) -> Person | None:
    return await context_of(connection).people.find(connection)


async def some_person(connection: HTTPConnection) -> Person:
    person = await known_person(connection)
    if person is None:
        raise Problem("me/unknown")
    return person


Here = Annotated[Context, Depends(context_of)]
Maybe = Annotated[Person | None, Depends(known_person)]
Somebody = Annotated[Person, Depends(some_person)]
