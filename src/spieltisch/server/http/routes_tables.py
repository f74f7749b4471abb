"""Tables: open, join, leave, start, hand over, play again."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Request, Response

from spieltisch import games
from spieltisch.core.errors import SpieltischError
from spieltisch.server import models
from spieltisch.server.context import Context, Here, Maybe, Somebody
from spieltisch.server.http import openapi, responses
from spieltisch.server.http.openapi import gives, gives_file
from spieltisch.server.http.people import Person
from spieltisch.tables import personas
from spieltisch.tables.bots import check_level
from spieltisch.tables.names import free_name
from spieltisch.tables.outcomes import Body, Done
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import new_id

router = APIRouter(prefix="/api/tables", responses=openapi.AT_TABLES)
LISTED = 50
SHOWN = gives(responses.TableShown)

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
SeatId = Annotated[int, Path(ge=0, le=15)]
SeatQuery = Annotated[int | None, Query(ge=0, le=15)]


@router.get("", responses=gives(responses.TableList), summary="The lobby")
async def lobby(here: Here, person: Maybe) -> dict[str, Any]:
    found = []
    for table in await here.hall.store.lobby(LISTED):
        try:
            async with here.hall.room(table) as room:
                if room.table.status == "open" or room.table.spectators:
                    found.append(room.info(person.id if person else None))
        except Problem:
            continue
    return {"tables": found}


@router.post(
    "", status_code=201, responses=gives(responses.TableShown, 201), summary="Open a table"
)
async def open_table(
    body: models.NewTable, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    new = _checked(body)
    here.hall.check_ready(body.game)
    here.may_create(request)
    person = await here.guest(request, response, body.name, counted=True)
    seats = _seats(body, person)
    id_ = new_id()
    await here.hall.open(id_, {**new, "seats": seats, "host": person.id}, [person.id])
    async with here.hall.room(id_) as room:
        return room.info(person.id)


def _checked(body: models.NewTable) -> Body:
    """Options and bots that exist; exactly one `me`."""
    try:
        card = games.card(body.game)
        complete = card.resolve(len(body.seats), body.options)
    except SpieltischError as error:
        raise Problem.of(error) from None
    kinds = [seat.kind for seat in body.seats]
    if kinds.count("me") != 1:
        raise Problem("input/invalid", "seats: me?")
    for seat in body.seats:
        if isinstance(seat, models.BotSeat):
            check_level(seat.level)
    return {
        "game": card.key,
        "options": card.differing(complete),
        "complete": complete,
        "rules": card.version,
        "public": body.public,
        "spectators": body.spectators,
        "hints": body.hints,
        "clock": body.clock.model_dump() if body.clock else None,
    }


def _seats(body: models.NewTable, person: Person) -> list[dict[str, Any]]:
    taken: list[str] = []

    def called(wanted: str) -> str:
        taken.append(free_name(wanted, taken))
        return taken[-1]

    several = any(seat.kind == "local" for seat in body.seats)
    found: list[dict[str, Any]] = []
    for seat in body.seats:
        match seat:
            case models.MySeat():
                mine = {"kind": "person", "name": called(person.name), "holders": [person.id]}
                found.append({**mine, "local": several, "seal": body.seal})
            case models.LocalSeat():
                other = {"kind": "person", "name": called(seat.name), "holders": [person.id]}
                found.append({**other, "local": True, "seal": body.seal})
            case models.BotSeat():
                name = called(personas.pick(seat.level, taken))
                found.append({"kind": "bot", "name": name, "level": seat.level})
            case models.OpenSeat():
                found.append({"kind": "open"})
    return found


@router.get("/{table}", responses=SHOWN, summary="A table")
async def show(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        return visible(room, person).info(person.id if person else None)


def visible(room: Room, person: Person | None) -> Room:
    room.table.check_may_see(person.id if person else None)
    return room


@router.post("/{table}/join", responses=SHOWN, summary="Sit down")
async def join(
    table: TableId, body: models.Join, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        person = await here.guest(request, response, body.name)
        await room.submit(
            lambda: room.table.plan_join(person.id, person.name, body.seat, body.nonce, body.seal),
            (person.id,),
        )
        return room.info(person.id)


@router.post(
    "/{table}/leave", responses=SHOWN, summary="Get up; during the match a bot soon plays on"
)
async def leave(
    table: TableId, body: models.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        await room.submit(lambda: room.table.plan_leave(person.id))
        return room.info(person.id)


@router.post("/{table}/start", responses=SHOWN, summary="Begin the match")
async def start(table: TableId, body: models.Start, here: Here, person: Somebody) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        await room.submit(lambda: room.table.plan_start(person.id, body.nonce))
        await room.begun(person.id)
        return room.info(person.id)


@router.post("/{table}/reveal", responses=SHOWN, summary="Open my seal after the start")
async def reveal(
    table: TableId, body: models.Reveal, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        await room.submit(lambda: room.table.plan_reveal(person.id, body.nonce))
        return room.info(person.id)


@router.post("/{table}/seats/{seat}/bot", responses=SHOWN, summary="Give a seat to a bot")
async def give_to_bot(
    table: TableId,
    seat: SeatId,
    body: models.GiveToBot,
    request: Request,
    here: Here,
    person: Somebody,
) -> dict[str, Any]:
    level = check_level(body.level)
    async with here.hall.room(table) as room:
        name = personas.pick(level, room.table.names())
        await room.submit(lambda: room.table.plan_bot(person.id, seat, level, name))
        return room.info(person.id)


@router.post("/{table}/seats/{seat}/open", responses=SHOWN, summary="Take a seat away from a bot")
async def open_seat(
    table: TableId, seat: SeatId, body: models.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        await room.submit(lambda: room.table.plan_open(person.id, seat))
        return room.info(person.id)


@router.post(
    "/{table}/seats/{seat}/back",
    responses=SHOWN,
    summary="Sit down again where a bot kept the seat warm",
)
async def back(
    table: TableId, seat: SeatId, body: models.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        await room.submit(lambda: room.table.plan_back(person.id, seat))
        return room.info(person.id)


@router.post(
    "/{table}/rematch", responses=SHOWN, summary="The same people again, the next one starts"
)
async def rematch(
    table: TableId, body: models.Nothing, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        old = room.table
        if not old.seats_of(person.id):
            raise Problem("seat/not-yours")
        if old.status != "over":
            raise Problem("table/not-over")
        if old.rematch is None:
            here.may_create(request)
        fresh = new_id()

        def plan() -> Body | Done | None:
            return None if old.rematch else {"what": "rematch", "table": fresh}

        await room.submit(plan)
        assert old.rematch is not None
        await _open_again(here, room, person.id)
    async with here.hall.room(old.rematch) as again:
        return again.info(person.id)


async def _open_again(here: Context, room: Room, host: str) -> None:
    """Everyone one seat further. Writing it twice is harmless: the first one counts."""
    old = room.table
    assert old.rematch is not None
    seats = [
        {
            "kind": seat.kind,
            "name": seat.name,
            "holders": seat.holders,
            "local": seat.local,
            "level": seat.level if seat.kind == "bot" else None,
        }
        for seat in old.seats
    ]
    body: Body = {
        "game": old.game,
        "options": old.options,
        "complete": games.card(old.game).resolve(len(old.seats), old.options),
        "rules": old.rules,
        "public": old.public,
        "spectators": old.spectators,
        "hints": old.hints,
        "clock": old.clock,
        "seats": seats[1:] + seats[:1],
        "host": host,
    }
    people = sorted({person for seat in old.seats for person in seat.holders})
    await here.hall.open(old.rematch, body, people)


@router.get(
    "/{table}/seats/{seat}/link",
    responses=gives(responses.SeatLink),
    summary="A link that opens my seat on another device",
)
async def seat_link(table: TableId, seat: SeatId, here: Here, person: Somebody) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        room.table.own(person.id, seat)
        key = room.seat_key(seat)
        return {"link": f"{here.hall.link(table)}?key={key}", "key": key}


@router.post("/{table}/claim", responses=SHOWN, summary="Hold a seat on this device too")
async def claim(
    table: TableId, body: models.Claim, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        room.plan_claim("", body.key)  # a wrong key makes nobody a guest
        person = await here.guest(request, response, None)
        await room.submit(lambda: room.plan_claim(person.id, body.key), (person.id,))
        return room.info(person.id)


@router.get(
    "/{table}/qr.svg",
    response_class=Response,
    responses=gives_file("image/svg+xml"),
    summary="The invitation, or my seat link, as a QR code",
)
async def qr(
    table: TableId, request: Request, here: Here, person: Maybe, seat: SeatQuery = None
) -> Response:
    async with here.hall.room(table) as room:
        link = here.hall.link(table)
        if seat is not None:
            room.table.own(person.id if person else None, seat)
            link = f"{link}?key={room.seat_key(seat)}"
    return drawn_code(link if here.hall.base else str(request.base_url).rstrip("/") + link)


def drawn_code(link: str) -> Response:
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=4, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")
