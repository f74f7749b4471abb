"""The requests of the client (web/src/shell/api.ts) about games and tables, answered by what a
server's routes call, too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from spieltisch.device.routing import Request, route
from spieltisch.tables import catalogue, lobby, playback
from spieltisch.tables.catch_up import since
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

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
    wanted = SimpleNamespace(**(USUAL | request.body | {"rated": False}))
    wanted.seats = [SimpleNamespace(**seat) for seat in wanted.seats]
    new = lobby.checked(wanted, wanted.clock)
    if any(seat.kind == "open" for seat in wanted.seats):
        raise Problem("device/alone")
    if wanted.name:
        await tables.rename(wanted.name)
    await tables.games.find(wanted.game)
    return await lobby.open_table(tables.rooms, new, wanted, request.person)


@route("POST", "/tables/lessons")
async def open_lesson(request: Request) -> Any:
    tables, game = request.tables, request.body["game"]
    if request.body.get("name"):
        await tables.rename(request.body["name"])
    await tables.games.find(game)
    return await lobby.open_lesson(tables.rooms, game, request.body["seal"], request.person)


@route("POST", "/tables/{}/free")
async def free(request: Request) -> Any:
    return await lobby.free(request.tables.rooms, request.table, request.me)


@route("GET", "/tables/{}")
async def show(request: Request) -> Any:
    return await lobby.show(request.tables.rooms, request.table, request.me)


@route("POST", "/tables/{}/join")
async def join(request: Request) -> Any:
    """Whoever sits here already adds to chance, as before a rematch."""
    async with request.tables.rooms.room(request.table) as room:
        if not room.table.seats_of(request.me):
            raise Problem("device/alone")
        seal = request.body.get("seal", "")
        await room.submit(
            lambda: room.table.plan_join(request.me, request.name, None, "", seal), (request.me,)
        )
        return room.info(request.me)


@route("GET", "/tables/{}/since")
async def since_(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        viewer = playback.viewer_of(room, request.me, request.number("seat"))
        return {
            "seat": viewer,
            "events": list(since(room.table, viewer, request.number("after") or 0)),
        }


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
