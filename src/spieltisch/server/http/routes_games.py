"""Games, rules, and who I am."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from spieltisch.server.context import Here, Maybe
from spieltisch.server.http import openapi, responses
from spieltisch.server.http.bodies import Me
from spieltisch.server.http.openapi import faults, gives, gives_file
from spieltisch.server.http.routes_tables import drawn_code
from spieltisch.tables import catalogue, lobby

router = APIRouter(prefix="/api", responses=openapi.ANYWHERE)
MINE = 100


@router.get(
    "/games",
    responses=gives(responses.GameList),
    summary="The games, their options, the bots, and what is still compiling",
)
async def list_games(here: Here) -> dict[str, Any]:
    return catalogue.listed(here.compilation.json)


@router.get(
    "/games/{key}/rules",
    responses=faults(404) | gives(responses.Rules),
    summary="The rules for players, paragraph by paragraph",
)
async def rules(key: str, here: Here, lang: Literal["de", "en"] = "en") -> dict[str, Any]:
    return catalogue.rules(key, lang, here.compilation.json)


@router.get(
    "/qr.svg",
    response_class=Response,
    responses=gives_file("image/svg+xml"),
    summary="The address of this house as a QR code, for a large screen",
)
async def house_code(request: Request, here: Here) -> Response:
    return drawn_code(here.rooms.base or str(request.base_url).rstrip("/"))


@router.get("/me", responses=gives(responses.Identity), summary="Who I am")
async def me(person: Maybe) -> dict[str, Any]:
    if person is None:
        return {"id": None, "name": None}
    return {"id": person.id, "name": person.name}


@router.post("/me", responses=gives(responses.Identity), summary="Be a guest, or take another name")
async def be_guest(
    body: Me, request: Request, response: Response, here: Here, person: Maybe
) -> dict[str, Any]:
    if person is None:
        here.may_create(request)
        person, token = await here.people.add(body.name)
        here.remember(request, response, token)
    elif person.name != body.name:
        person = await here.people.rename(request, person, body.name)
    return {"id": person.id, "name": person.name}


@router.post(
    "/agents",
    status_code=201,
    responses=gives(responses.Agent, 201),
    summary="A token for a program that plays",
)
async def add_agent(body: Me, request: Request, here: Here) -> dict[str, Any]:
    here.may_create(request)
    person, token = await here.people.add(body.name, agent=True)
    return {"id": person.id, "name": person.name, "token": token}


@router.get(
    "/me/tables", responses=gives(responses.MyTableList), summary="My tables, the latest first"
)
async def my_tables(here: Here, person: Maybe) -> dict[str, Any]:
    if person is None:
        return {"tables": []}
    ids = await here.rooms.store.tables_of(person.id, MINE)
    return await lobby.my_tables(here.rooms, ids, person.id)
