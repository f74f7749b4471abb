"""Games, rules, and who I am."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.card import Card, Option
from spieltisch.core.errors import UnknownGame
from spieltisch.server.context import Here, Maybe
from spieltisch.server.http import openapi, responses
from spieltisch.server.http.openapi import faults, gives, gives_file
from spieltisch.server.http.routes_tables import drawn_code
from spieltisch.server.models import Me
from spieltisch.tables import personas
from spieltisch.tables.problems import Problem

router = APIRouter(prefix="/api", responses=openapi.ANYWHERE)
MINE = 100


@router.get(
    "/games",
    responses=gives(responses.GameList),
    summary="The games, their options, the bots, and what is still compiling",
)
async def list_games(here: Here) -> dict[str, Any]:
    cards = [{**_card(card), **here.warming.json(key)} for key, card in games.cards().items()]
    bots = [
        {"name": name, "label": level.label.json(), "person": personas.usual(name)}
        for name, level in base.BOTS.items()
    ]
    return {"games": cards, "bots": bots, "default_bot": here.hall.bots.default}


def _card(card: Card) -> dict[str, Any]:
    return {
        "key": card.key,
        "name": card.name,
        "pitch": card.pitch.json(),
        "players": {"least": card.players[0], "most": card.players[-1]},
        "minutes": card.minutes,
        "prefix": card.prefix,
        "options": [_option(option) for option in card.all_options()],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "label": option.label.json(),
        "default": option.default,
        "values": list(option.values),
        "least": option.least,
        "most": option.most,
    }


@router.get(
    "/games/{key}/rules",
    responses=faults(404) | gives(responses.Rules),
    summary="The rules for players, paragraph by paragraph",
)
async def rules(key: str, lang: Literal["de", "en"] = "en") -> dict[str, Any]:
    try:
        card = games.card(key)
    except UnknownGame as error:
        raise Problem.of(error) from None
    return {"game": key, "lang": lang, "paragraphs": [part.json() for part in card.rules(lang)]}


@router.get(
    "/qr.svg",
    response_class=Response,
    responses=gives_file("image/svg+xml"),
    summary="The address of this house as a QR code, for a large screen",
)
async def house_code(request: Request, here: Here) -> Response:
    return drawn_code(here.hall.base or str(request.base_url).rstrip("/"))


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
    found: list[dict[str, Any]] = []
    if person is None:
        return {"tables": found}
    for table in await here.hall.store.tables_of(person.id, MINE):
        try:
            async with here.hall.room(table) as room:
                mine = room.table.seats_of(person.id)
                if mine:
                    turn = any(
                        seat in room.table.acting and not room.table.seats[seat].warm
                        for seat in mine
                    )
                    found.append({**room.info(person.id), "your_turn": turn})
        except Problem:
            continue  # a game that is still compiling, or of other rules
    return {"tables": found}
