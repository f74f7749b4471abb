"""How a device finds the answer to a request: by method and path, as a server does.

Shapes need no checking here: they come from the same client, and only its own person is concerned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from spieltisch.device.history import History
from spieltisch.device.tables import Person, Tables
from spieltisch.tables.problems import Problem

GUEST = {"de": "Gast", "en": "Guest"}
JSON = "application/json"
RECORD = "application/x-ndjson"


@dataclass(frozen=True)
class Request:
    tables: Tables
    history: History
    parts: tuple[str, ...]  # what the path says: a table, a seat, a game
    query: dict[str, str]
    body: Any
    lang: str

    @property
    def me(self) -> str:
        return self.tables.person.id

    @property
    def name(self) -> str:
        return self.tables.person.name or GUEST[self.lang]

    @property
    def person(self) -> Person:
        return Person(self.me, self.name)

    @property
    def table(self) -> str:
        return self.parts[0]

    def number(self, name: str) -> int | None:
        return int(self.query[name]) if name in self.query else None


Handler = Callable[[Request], Awaitable[Any]]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    pattern = re.compile(path.replace("{}", "([^/]+)"))

    def added(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, handler))
        return handler

    return added


async def answer(
    tables: Tables, history: History, method: str, path: str, body: Any, lang: str
) -> tuple[int, str, str]:
    place, _, query = path.partition("?")
    asked = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    for known, pattern, handler in ROUTES:
        found = pattern.fullmatch(place) if known == method else None
        if found is None:
            continue
        parts = found.groups()
        if parts and place.startswith("/tables/"):
            await tables.prepare(parts[0])
        given = await handler(Request(tables, history, parts, asked, body, lang))
        if isinstance(given, str):
            return 200, given, RECORD
        return 200, json.dumps(given, ensure_ascii=False, separators=(",", ":")), JSON
    raise Problem("input/unknown")
