"""Guests: a random key in a cookie (or a program's token), of which the database knows the hash."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from spieltisch.store.store import Store, now

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


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip() or None
    return connection.cookies.get(COOKIE)


def language(connection: HTTPConnection) -> str:
    return "de" if connection.headers.get("accept-language", "").lower().startswith("de") else "en"


def set_cookie(response: Response, token: str, secure: bool) -> None:
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()

    async def find(self, connection: HTTPConnection) -> Person | None:
        """Who is asking; None for strangers and for keys that nobody has."""
        token = token_of(connection)
        if token is None or len(token) > 200:
            return None
        hashed = digest(token)
        known = self._known.get(hashed)
        if known is not None and known[0] > now() - FRESH:
            return known[1]
        row = await self.store.person(hashed)
        if row is None:
            return None
        return self._remember(hashed, Person(row.id, row.name, row.agent))

    def _remember(self, hashed: str, person: Person) -> Person:
        self._known[hashed] = (now(), person)
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    async def add(self, name: str, agent: bool = False) -> tuple[Person, str]:
        """A new guest and the key that proves it is them."""
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_hex(12), name, agent)
        row = {**vars(person), "token": digest(token), "created": now()}
        await self.store.add_person(row)
        return self._remember(digest(token), person), token

    async def rename(self, connection: HTTPConnection, person: Person, name: str) -> Person:
        await self.store.rename(person.id, name)
        token = token_of(connection)
        assert token is not None
        return self._remember(digest(token), Person(person.id, name, person.agent))
