"""Slow tables: pauses by agreement, and what happened since somebody looked last."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from spieltisch.server.context import Here, Maybe, Somebody
from spieltisch.server.http import bodies, openapi, responses
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.openapi import gives
from spieltisch.server.http.routes_tables import SHOWN, SeatQuery, TableId, id_of
from spieltisch.tables import break_plans
from spieltisch.tables.catch_up import since
from spieltisch.tables.lobby import visible
from spieltisch.tables.playback import viewer_of
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

router = APIRouter(prefix="/api/tables", responses=openapi.AT_TABLES)


@router.post("/{table}/pause", responses=SHOWN, summary="Propose a pause, or to go on earlier")
async def propose(
    table: TableId, body: bodies.PauseWanted, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        await room.submit(lambda: break_plans.plan_pause(room.table, person.id, body.until, now()))
        return room.info(person.id)


@router.post("/{table}/pause/answer", responses=SHOWN, summary="Agree to what is proposed, or not")
async def answer(
    table: TableId, body: bodies.PauseAnswer, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        await room.submit(lambda: break_plans.plan_answer(room.table, person.id, body.agree, now()))
        return room.info(person.id)


@router.get(
    "/{table}/since",
    responses=gives(responses.Since),
    summary="What happened after an event, as my seat saw it",
)
async def get_since(
    table: TableId,
    request: Request,
    here: Here,
    person: Maybe,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    seat: SeatQuery = None,
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        visible(room, id_of(person))
        viewer = viewer_of(room, id_of(person), seat)
        who = id_of(person) or address_of(request.scope)
        wait = here.rooms.questions.debt(who)
        if wait:
            raise Problem("rate/limited", wait=math.ceil(wait))
        found = await here.rooms.questions.all_of(
            who, lambda: since(room.table, viewer, after), lambda: room.table.n
        )
        return {"seat": viewer, "events": found}
