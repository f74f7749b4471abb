"""The requests of the client (web/src/shell/api.ts), answered by what a server's routes call, too.

Shapes need no checking here: they come from the same client, and only its own person is concerned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from spieltisch.tables import catalogue, lobby, playback
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

if TYPE_CHECKING:
    from spieltisch.device.tables import Tables

GUEST = {"de": "Gast", "en": "Guest"}
LISTED = 12  # matches on the first page; each is replayed once to be shown
READY = {"ready": True, "progress": 1.0, "step": ""}
USUAL = {  # of a table, where the client says nothing
    "options": {},
    "public": False,
    "spectators": True,
    "hints": True,
    "rated": False,  # nobody else can say how strong somebody is
    "clock": None,
    "name": None,
    "seal": "",
}
JSON = "application/json"
RECORD = "application/x-ndjson"


@dataclass(frozen=True)
class Person:
    id: str
    name: str


@dataclass(frozen=True)
class Request:
    tables: Tables
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
    tables: Tables, method: str, path: str, body: Any, lang: str
) -> tuple[int, str, str]:
    place, _, query = path.partition("?")
    asked = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    for known, pattern, handler in ROUTES:
        found = pattern.fullmatch(place) if known == method else None
        if found is None:
            continue
        parts = found.groups()
        if place.startswith("/tables/"):
            await tables.prepare(parts[0])
        given = await handler(Request(tables, parts, asked, body, lang))
        if isinstance(given, str):
            return 200, given, RECORD
        return 200, json.dumps(given, ensure_ascii=False, separators=(",", ":")), JSON
    raise Problem("input/unknown")


# Games and people


@route("GET", "/games")
async def games_list(request: Request) -> Any:
    return catalogue.listed(lambda key: READY)


@route("GET", "/games/{}/rules")
async def rules(request: Request) -> Any:
    return catalogue.rules(request.parts[0], request.query.get("lang", "en"))


@route("GET", "/me")
async def me(request: Request) -> Any:
    return {"id": request.me, "name": request.name}


@route("POST", "/me")
async def rename(request: Request) -> Any:
    await request.tables.rename(request.body["name"])
    return {"id": request.me, "name": request.name}


@route("GET", "/me/tables")
async def mine(request: Request) -> Any:
    ids = await request.tables.shelf.tables_of(request.me, LISTED)
    for id_ in ids:
        await request.tables.prepare(id_)
    return await lobby.my_tables(request.tables.rooms, ids, request.me)


@route("GET", "/tables")
async def open_tables(request: Request) -> Any:
    return {"tables": []}  # nobody else is here


# Tables


@route("POST", "/tables")
async def open_table(request: Request) -> Any:
    tables = request.tables
    wanted = SimpleNamespace(**(USUAL | request.body))
    wanted.seats = [SimpleNamespace(**seat) for seat in wanted.seats]
    new = lobby.checked(wanted, wanted.clock)
    if any(seat.kind == "open" for seat in wanted.seats):
        raise Problem("device/alone")
    if wanted.name:
        await tables.rename(wanted.name)
    await tables.games.find(wanted.game)
    return await lobby.open_table(tables.rooms, new, wanted, Person(request.me, request.name))


@route("GET", "/tables/{}")
async def show(request: Request) -> Any:
    return await lobby.show(request.tables.rooms, request.table, request.me)


@route("POST", "/tables/{}/start")
async def start(request: Request) -> Any:
    nonce = request.body.get("nonce", "")
    return await lobby.start(request.tables.rooms, request.table, request.me, nonce)


@route("POST", "/tables/{}/reveal")
async def reveal(request: Request) -> Any:
    nonce = request.body["nonce"]
    return await lobby.reveal(request.tables.rooms, request.table, request.me, nonce)


@route("POST", "/tables/{}/leave")
async def leave(request: Request) -> Any:
    return await lobby.leave(request.tables.rooms, request.table, request.me)


@route("POST", "/tables/{}/seats/{}/bot")
async def give_to_bot(request: Request) -> Any:
    seat, level = int(request.parts[1]), request.body["level"]
    return await lobby.give_to_bot(request.tables.rooms, request.table, request.me, seat, level)


@route("POST", "/tables/{}/seats/{}/open")
async def open_seat(request: Request) -> Any:
    raise Problem("device/alone")


@route("POST", "/tables/{}/seats/{}/back")
async def back(request: Request) -> Any:
    seat = int(request.parts[1])
    return await lobby.back(request.tables.rooms, request.table, request.me, seat)


@route("POST", "/tables/{}/rematch")
async def rematch(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        lobby.check_rematch(room, request.me)
        return await lobby.rematch(request.tables.rooms, room, request.me)


# What remains of a match


@route("GET", "/tables/{}/record")
async def record(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        viewer = playback.viewer_of(room, request.me, request.number("seat"))
        return playback.record_text(room.table, viewer, now())


@route("GET", "/tables/{}/replay")
async def replay(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        return playback.replay(room, request.me)


@route("GET", "/tables/{}/replay/views")
async def replay_views(request: Request) -> Any:
    first, last = request.number("from") or 0, request.number("to")
    async with request.tables.rooms.room(request.table) as room:
        return await playback.views_of(room, request.me, request.number("seat"), first, last)


@route("GET", "/tables/{}/fairness")
async def fairness(request: Request) -> Any:
    raise Problem("device/unproven")
