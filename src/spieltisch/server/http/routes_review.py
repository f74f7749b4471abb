"""Learning from finished matches: their reviews, playing on from a moment, and practice."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from spieltisch.review.review import VERSION
from spieltisch.server.context import Here, Maybe, Somebody
from spieltisch.server.http import bodies, openapi, responses, review_models
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.openapi import gives
from spieltisch.server.http.routes_tables import TableId, id_of
from spieltisch.tables import learning
from spieltisch.tables.levels import check_level, stand_in
from spieltisch.tables.problems import Problem

router = APIRouter(prefix="/api", responses=openapi.AT_TABLES)
REVIEWED = 20  # matches of mine that tasks come from


@router.get(
    "/tables/{table}/review",
    responses=gives(review_models.ReviewState),
    summary="The review of a finished match, or how far it is",
)
async def show_review(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        learning.finished(room, id_of(person))
        return await here.rooms.reviews.find(table)


@router.post(
    "/tables/{table}/review",
    responses=gives(review_models.ReviewState),
    summary="Have a finished match reviewed, in the background; it is kept with the match",
)
async def ask_for_review(
    table: TableId, body: bodies.Nothing, request: Request, here: Here, person: Maybe
) -> dict[str, Any]:
    """On the account of whoever asks: a match may be open to everybody."""
    who = person.id if person else address_of(request.scope)
    async with here.rooms.room(table) as room:
        match = learning.finished(room, id_of(person))
        return await here.rooms.reviews.ask(table, match, who)


@router.post(
    "/tables/{table}/try",
    status_code=201,
    responses=gives(responses.TableShown, 201),
    summary="Play on against bots from a moment of a finished match, at a table of its own",
)
async def try_it(
    table: TableId, body: bodies.TryIt, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    level = check_level(body.level or stand_in())
    async with here.rooms.room(table) as room:
        match = learning.finished(room, id_of(await here.people.find(request)))
        planned = learning.plan_try(room, match, body.n, body.seat)
        here.may_create(request)
        person = await here.guest(request, response, body.name, counted=True)
    return await learning.try_it(here.rooms, planned, match.players, person, level)


@router.get(
    "/me/practice",
    responses=gives(review_models.TaskList),
    summary="Positions of my reviewed matches where the choice mattered",
)
async def practice(
    here: Here, person: Maybe, game: Annotated[str | None, Query(max_length=64)] = None
) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    if person is None:
        return {"tasks": found}
    for table in await here.rooms.store.reviewed(person.id, VERSION, REVIEWED):
        kept = await here.rooms.store.review(table, VERSION)
        if kept is None or game not in (None, kept["game"]):
            continue
        try:
            async with here.rooms.room(table) as room:
                found += learning.tasks(room, kept, person.id)
        except Problem:
            continue  # a game that is still compiling, or of other rules
    return {"tasks": found}


@router.post(
    "/tables/{table}/judge",
    responses=gives(review_models.Judgement),
    summary="What another turn in place of event n of a finished match would have been worth",
)
async def judge(
    table: TableId, body: bodies.Judged, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        return await learning.judge(here.rooms, room, person.id, body.n, body.text)
