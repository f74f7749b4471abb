"""A person without an account: face, devices, history, export, and being forgotten."""

from __future__ import annotations

import math
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from spieltisch import games
from spieltisch.people import export, ratings
from spieltisch.people.profiles import first_look
from spieltisch.server.context import Context, Here, Maybe, Somebody
from spieltisch.server.http import me_models, openapi
from spieltisch.server.http.bodies import Nothing
from spieltisch.server.http.identity import COOKIE, Person
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.openapi import gives, gives_file
from spieltisch.server.http.routes_tables import TableId
from spieltisch.tables import match_summaries, statistics
from spieltisch.tables.closing import plan_end
from spieltisch.tables.match_summaries import Finished
from spieltisch.tables.playback import record_text
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table
from spieltisch.tables.thinking import Limit

router = APIRouter(prefix="/api/me", responses=openapi.AT_TABLES)
LISTED = 60
COUNTED = 5000  # matches that statistics are made of
MET, AROUND = 100, 2000  # people whose matches say how strong those are that I met; their matches
Before = Annotated[int | None, Query(ge=0, le=2**53)]


# Who I am


@router.get("/profile", responses=gives(me_models.Profile), summary="All about me that I can set")
async def profile(here: Here, person: Somebody) -> dict[str, Any]:
    row = await here.people.profiles.read(person.id)
    if row is None:
        raise Problem("me/unknown")
    face, colour = first_look(row.id)
    return {
        "id": person.id,
        "name": row.name,
        "face": row.face or face,
        "colour": row.colour or colour,
        "abandon": row.abandon,
        "devices": await here.people.profiles.devices(person.id),
        "code": row.recovery is not None,
    }


@router.post("/profile", responses=gives(me_models.Profile), summary="Change name, face or colour")
async def change(
    body: me_models.MyLook, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    person = await here.guest(request, response, body.name)
    values = body.model_dump(exclude_none=True)
    if values:
        await here.people.profiles.change(person.id, **values)
        here.people.overlook(person.id)
    return await profile(here, person)


@router.post(
    "/code",
    responses=gives(me_models.RecoveryCode),
    summary="A new code for my other devices; it is shown only now, and voids the one before",
)
async def new_code(body: Nothing, request: Request, here: Here, person: Somebody) -> dict[str, Any]:
    _slowly(here, request)
    code = await here.people.profiles.new_code(person.id)
    base = here.rooms.base or str(request.base_url).rstrip("/")
    return {"code": code, "link": f"{base}/me#{code}"}  # what follows # is not sent to any server


def _slowly(here: Context, request: Request) -> None:
    wait = here.recoveries.take(address_of(request.scope))
    if wait:
        raise Problem("rate/limited", wait=math.ceil(wait))


@router.post("/recover", responses=gives(me_models.Profile), summary="Be myself on this device too")
async def recover(
    body: me_models.Recover, request: Request, response: Response, here: Here, before: Maybe
) -> dict[str, Any]:
    _slowly(here, request)
    found = await here.people.recover(body.code)
    if found is None:
        raise Problem("me/code")
    person, token = found
    here.remember(request, response, token)
    await here.signed_out(person.id)  # where they have too many devices, the oldest one is
    if body.take_along and before is not None and before.id != person.id:
        await here.merging.merge(before.id, person.id)
        await here.signed_out(before.id, "table/changed")  # they come back as who they are now
    return await profile(here, person)


@router.post(
    "/devices", responses=gives(me_models.Profile), summary="Sign out everywhere but on this device"
)
async def keep_only(body: Nothing, request: Request, here: Here, me: Somebody) -> dict[str, Any]:
    await here.people.keep_only(request, me)
    await here.signed_out(me.id)
    return await profile(here, me)


@router.get(
    "/export",
    response_class=Response,
    responses=gives_file("application/zip"),
    summary="Everything about me: a ZIP archive of JSON and records",
)
async def export_all(request: Request, here: Here, person: Somebody) -> Response:
    _slowly(here, request)
    await here.history.note_all_of(person.id)
    at = here.clock()

    def recording(table: Table, viewer: int | None) -> str:
        return record_text(table, viewer, at)

    made = await export.collect(here.rooms, here.people.store, person.id, recording, here.keepers)
    headers = {"content-disposition": 'attachment; filename="spieltisch.zip"'}
    return Response(made, media_type="application/zip", headers=headers)


@router.post("/forget", responses=gives(me_models.Forgotten), summary="Delete everything about me")
async def forget(body: Nothing, response: Response, here: Here, person: Somebody) -> dict[str, Any]:
    await here.forgetting.forget(person.id)
    await here.signed_out(person.id)
    response.delete_cookie(COOKIE, path="/")
    return {"forgotten": True}


# What I have played


@router.get("/history", responses=gives(me_models.Played), summary="My matches, the latest first")
async def history(here: Here, person: Maybe, before: Before = None) -> dict[str, Any]:
    if person is None:
        return {"matches": [], "more": False}
    await here.history.note_all_of(person.id)
    found = await here.history.finished(person.id, before, LISTED + 1)
    reviewed = await here.history.reviewed([match.match for match in found])
    shown = [
        match_summaries.shown(match, person.id, reviewed.get(match.match, {}))
        for match in found[:LISTED]
    ]
    going = await _going(here, person) if before is None else []
    return {"matches": [*going, *shown], "more": len(found) > LISTED}


async def _going(here: Context, person: Person) -> list[dict[str, Any]]:
    found = []
    for id_ in await here.history.going(person.id):
        try:
            async with here.rooms.room(id_) as room:
                if room.table.seats_of(person.id) and room.table.status in ("open", "playing"):
                    found.append(match_summaries.going_on(room, person.id))
        except Problem:
            continue
    return sorted(found, key=lambda match: not match["your_turn"])


@router.get(
    "/statistics", responses=gives(me_models.Statistics), summary="Best, mean, streaks, opponents"
)
async def statistics_(here: Here, person: Somebody) -> dict[str, Any]:
    await here.history.note_all_of(person.id)
    found = await here.history.finished(person.id, limit=COUNTED)
    reviewed = await here.history.reviewed([match.match for match in found])
    told = statistics.told(person.id, found, reviewed, here.clock(), here.zone)
    return {**told, "ratings": await ratings_of(here, person.id)}


async def ratings_of(here: Context, me: str) -> list[dict[str, Any]]:
    """Game by game, where something counts; games that are gone are left out."""
    found: dict[str, list[Finished]] = {}
    for match in await here.history.rated([me], None, COUNTED):
        found.setdefault(match.game, []).append(match)
    shown = []
    for game, some in sorted(found.items()):
        if game not in games.cards():
            continue
        met = {who for match in some for place in match.places for who in place.people} - {me}
        around = await here.history.rated(sorted(met)[:MET], game, AROUND) if met else []
        work = partial(_rated, me, game, some, around)
        made, _ = await here.rooms.bots.thinking.think(me, "ratings", lambda: True, work)
        shown += [made] if made else []
    return shown


def _rated(me: str, game: str, mine: list[Finished], around: list[Finished], limit: Limit) -> Any:
    return ratings.rate(me, game, mine, around)


@router.post(
    "/matches/{table}/hide",
    responses=gives(me_models.Played),
    summary="Take a match out of my lists",
)
async def hide(table: TableId, body: Nothing, here: Here, person: Somebody) -> dict[str, Any]:
    await here.history.hide(table, person.id)
    return await history(here, person)


@router.post("/matches/{table}/show", responses=gives(me_models.Played), summary="Put it back")
async def show(table: TableId, body: Nothing, here: Here, person: Somebody) -> dict[str, Any]:
    await here.history.show(table, person.id)
    return await history(here, person)


@router.post(
    "/matches/{table}/delete",
    responses=gives(me_models.Played),
    summary="Delete a finished match that nobody else would miss",
)
async def delete(table: TableId, body: Nothing, here: Here, person: Somebody) -> dict[str, Any]:
    await here.forgetting.delete_match(table, person.id, here.clock())
    return await history(here, person)


@router.post(
    "/matches/{table}/end",
    responses=gives(me_models.Played),
    summary="End a match that nobody else would miss",
)
async def end(table: TableId, body: Nothing, here: Here, person: Somebody) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        await room.submit(partial(plan_end, room.table, person.id))
    return await history(here, person)
