"""Requests about learning from finished matches: reviews, playing on from a moment, practice."""

from __future__ import annotations

from typing import Any

from spieltisch.device.routing import Request, route
from spieltisch.review.review import VERSION
from spieltisch.tables import learning
from spieltisch.tables.problems import Problem

REVIEWED = 20  # matches that tasks come from


@route("GET", "/tables/{}/review")
async def show_review(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        learning.finished(room, request.me)
        return await request.tables.rooms.reviews.find(request.table)


@route("POST", "/tables/{}/review")
async def ask_for_review(request: Request) -> Any:
    async with request.tables.rooms.room(request.table) as room:
        match = learning.finished(room, request.me)
        return await request.tables.rooms.reviews.ask(request.table, match, request.me)


@route("POST", "/tables/{}/try")
async def try_it(request: Request) -> Any:
    rooms, body = request.tables.rooms, request.body
    async with rooms.room(request.table) as room:
        match = learning.finished(room, request.me)
        planned = learning.plan_try(room, match, body["n"], body["seat"])
    level = body.get("level") or ""
    return await learning.try_it(rooms, planned, match.players, request.person, level)


@route("POST", "/tables/{}/judge")
async def judge(request: Request) -> Any:
    rooms, body = request.tables.rooms, request.body
    async with rooms.room(request.table) as room:
        return await learning.judge(rooms, room, request.me, body["n"], body["text"])


@route("GET", "/me/practice")
async def practice(request: Request) -> Any:
    tables, found = request.tables, list[Any]()
    ids = await tables.shelf.tables_of(request.me, len(tables.shelf.tables))
    reviewed = [id_ for id_ in ids if id_ in tables.shelf.reviewed][:REVIEWED]
    for id_ in reviewed:
        kept = await tables.shelf.review(id_, VERSION)
        if kept is None or request.query.get("game") not in (None, kept["game"]):
            continue
        try:
            await tables.prepare(id_)
            async with tables.rooms.room(id_) as room:
                found += learning.tasks(room, kept, request.me)
        except Problem:
            continue  # of other rules
    return {"tasks": found}
