"""Guests: a random key in a cookie (or a program's token), of which the database knows the hash."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from starlette.requests import HTTPConnection
from starlette.responses import Response

from spieltisch.people.profiles import Profiles, first_look, fresh_row
from spieltisch.server.http.middleware import address_of
from spieltisch.server.socket.close_codes import SIGNED_OUT
from spieltisch.store.store import Store
from spieltisch.tables.origins import Origins
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

COOKIE = "spieltisch"
YEAR = 365 * 24 * 60 * 60
REMEMBERED = 20_000
FRESH = 60_000  # ms; another server may have changed a name since
GUEST = {"de": "Gast", "en": "Guest"}


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    agent: bool
    face: str = ""
    colour: str = ""


class Signed(Protocol):
    """A connection of somebody's device."""

    device: str | None  # the SHA-256 of its key

    def turn_away(self, problem: Problem) -> None: ...


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip() or None
    return connection.cookies.get(COOKIE)


def device_of(connection: HTTPConnection) -> str | None:
    token = token_of(connection)
    return digest(token) if token is not None else None


def language(connection: HTTPConnection) -> str:
    return "de" if connection.headers.get("accept-language", "").lower().startswith("de") else "en"


def set_cookie(response: Response, token: str, secure: bool) -> None:
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )


class People:
    def __init__(self, store: Store, origins: Origins | None = None) -> None:
        self.store = store
        self.origins = origins or Origins()
        self.profiles = Profiles(store)
        self.connected: dict[str, set[Signed]] = {}  # person -> connections
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()

    async def find(self, connection: HTTPConnection) -> Person | None:
        """Who is asking; None for strangers and for keys that nobody has."""
        token = token_of(connection)
        if token is None or len(token) > 200:
            return None
        person = await self._holder(digest(token))
        if person is not None:
            self.came(connection, person)
        return person

    async def _holder(self, hashed: str) -> Person | None:
        known = self._known.get(hashed)
        if known is not None and known[0] > now() - FRESH:
            return known[1]
        row = await self.store.person(hashed)
        return None if row is None else self._remember(hashed, _known(row))

    def came(self, connection: HTTPConnection, person: Person) -> None:
        self.origins.note(person.id, address_of(connection.scope))

    def _remember(self, hashed: str, person: Person) -> Person:
        self._known[hashed] = (now(), person)
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    async def add(self, name: str, agent: bool = False) -> tuple[Person, str]:
        """A new guest and the key that proves it is them."""
        token = secrets.token_urlsafe(32)
        id_ = secrets.token_hex(12)
        fresh = {"id": id_, "name": name, "agent": agent, **fresh_row(id_)}
        await self.store.add_person({**fresh, "token": digest(token), "created": now()})
        face, colour = fresh["face"], fresh["colour"]
        return self._remember(digest(token), Person(id_, name, agent, face, colour)), token

    async def rename(self, connection: HTTPConnection, person: Person, name: str) -> Person:
        return await self.change(connection, person, name=name)

    async def change(self, connection: HTTPConnection, person: Person, **values: Any) -> Person:
        """Name, face, colour, and what else a person may set for themselves."""
        await self.profiles.change(person.id, **values)
        token = token_of(connection)
        assert token is not None
        self.overlook(person.id)
        seen = {key: value for key, value in values.items() if key in ("name", "face", "colour")}
        return self._remember(digest(token), replace(person, **seen))

    async def recover(self, code: str) -> tuple[Person, str] | None:
        """Somebody on another device of theirs, with its own key; None for a wrong code."""
        row = await self.profiles.recover(code)
        if row is None:
            return None
        token = secrets.token_urlsafe(32)
        await self.profiles.add_device(row.id, digest(token), now())
        return self._remember(digest(token), _known(row)), token

    async def keep_only(self, connection: HTTPConnection, person: Person) -> None:
        """Signs all other devices out; `recheck` closes their connections."""
        token = token_of(connection)
        assert token is not None
        await self.profiles.keep_only(person.id, digest(token), now())
        self.overlook(person.id)

    # Connections

    @contextlib.contextmanager
    def connection_of(self, person: Person, connection: Signed) -> Iterator[None]:
        """Known from the moment at which its key was looked up, so that none is overlooked."""
        self.connected.setdefault(person.id, set()).add(connection)
        try:
            yield
        finally:
            self.connected[person.id].discard(connection)
            if not self.connected[person.id]:
                del self.connected[person.id]

    async def recheck(self, person: str, reason: str = SIGNED_OUT) -> None:
        """Devices of a person may have been signed out: nobody there is told anything any more."""
        self.overlook(person)
        if person not in self.connected:
            return
        valid = await self.profiles.tokens(person)
        for connection in list(self.connected.get(person, ())):
            if connection.device not in valid:
                connection.turn_away(Problem(reason))

    async def recheck_all(self) -> None:
        """Something may have been said by other servers that was not heard."""
        for person in list(self.connected):
            await self.recheck(person)

    def overlook(self, id_: str) -> None:
        """What is remembered of a person may be outdated."""
        stale = [key for key, (_, person) in self._known.items() if person.id == id_]
        for key in stale:
            del self._known[key]


def _known(row: Any) -> Person:
    face, colour = first_look(row.id)
    return Person(row.id, row.name, row.agent, row.face or face, row.colour or colour)
