"""Tables: open, join, leave, start, hand over, play again."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Request, Response

from spieltisch import games
from spieltisch.core.errors import SpieltischError
from spieltisch.server.context import Here, Maybe, Somebody
from spieltisch.server.http import bodies, openapi, responses
from spieltisch.server.http.identity import Person
from spieltisch.server.http.openapi import gives, gives_file
from spieltisch.tables import lobby, offline_matches
from spieltisch.tables.problems import Problem

router = APIRouter(prefix="/api/tables", responses=openapi.AT_TABLES)
LISTED = 50
SHOWN = gives(responses.TableShown)

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
SeatId = Annotated[int, Path(ge=0, le=15)]
SeatQuery = Annotated[int | None, Query(ge=0, le=15)]


@router.get("", responses=gives(responses.TableList), summary="Open tables")
async def open_tables(here: Here, person: Maybe) -> dict[str, Any]:
    return await lobby.open_tables(here.rooms, await here.rooms.store.lobby(LISTED), id_of(person))


def id_of(person: Person | None) -> str | None:
    return person.id if person else None


@router.post(
    "", status_code=201, responses=gives(responses.TableShown, 201), summary="Open a table"
)
async def open_table(
    body: bodies.NewTable, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    new = lobby.checked(body, body.clock.model_dump() if body.clock else None)
    here.rooms.check_ready(body.game)
    here.may_create(request)
    person = await here.guest(request, response, body.name, counted=True)
    return await lobby.open_table(here.rooms, new, body, person)


@router.post(
    "/lessons",
    status_code=201,
    responses=gives(responses.TableShown, 201),
    summary="Open a table for a guided first game",
)
async def open_lesson(
    body: bodies.NewLesson, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    try:
        card = games.card(body.game)
    except SpieltischError as error:
        raise Problem.of(error) from None
    here.rooms.check_ready(card.key)
    here.may_create(request)
    person = await here.guest(request, response, body.name, counted=True)
    return await lobby.open_lesson(here.rooms, card.key, body.seal, person)


@router.post(
    "/handed",
    status_code=201,
    responses=gives(responses.TableShown, 201),
    summary="Hand in a finished match that was played without a server",
)
async def hand_over(
    body: bodies.HandedMatch, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    here.rooms.check_ready(offline_matches.game_of(body.record))
    here.may_create(request)
    person = await here.guest(request, response, body.name, counted=True)
    return await lobby.hand_over(here.rooms, body.record, person)


@router.post("/{table}/free", responses=SHOWN, summary="Go on without the guide")
async def free(
    table: TableId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.free(here.rooms, table, person.id)


@router.get("/{table}", responses=SHOWN, summary="A table")
async def show(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    return await lobby.show(here.rooms, table, id_of(person))


@router.post("/{table}/join", responses=SHOWN, summary="Sit down")
async def join(
    table: TableId, body: bodies.Join, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        person = await here.guest(request, response, body.name)
        await room.submit(
            lambda: room.table.plan_join(
                person.id, person.name, body.seat, body.nonce, body.seal, person.face
            ),
            (person.id,),
        )
        return room.info(person.id)


@router.post(
    "/{table}/leave", responses=SHOWN, summary="Get up; during the match a bot soon plays on"
)
async def leave(
    table: TableId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.leave(here.rooms, table, person.id)


@router.post("/{table}/start", responses=SHOWN, summary="Begin the match")
async def start(table: TableId, body: bodies.Start, here: Here, person: Somebody) -> dict[str, Any]:
    return await lobby.start(here.rooms, table, person.id, body.nonce)


@router.post("/{table}/reveal", responses=SHOWN, summary="Open my seal after the start")
async def reveal(
    table: TableId, body: bodies.Reveal, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.reveal(here.rooms, table, person.id, body.nonce)


@router.post("/{table}/seats/{seat}/bot", responses=SHOWN, summary="Give a seat to a bot")
async def give_to_bot(
    table: TableId, seat: SeatId, body: bodies.GiveToBot, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.give_to_bot(here.rooms, table, person.id, seat, body.level)


@router.post("/{table}/seats/{seat}/open", responses=SHOWN, summary="Take a seat away from a bot")
async def open_seat(
    table: TableId, seat: SeatId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.open_seat(here.rooms, table, person.id, seat)


@router.post(
    "/{table}/shrink", responses=SHOWN, summary="Take the open seats away, to begin without them"
)
async def shrink(
    table: TableId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.shrink(here.rooms, table, person.id)


@router.post(
    "/{table}/seats/{seat}/back",
    responses=SHOWN,
    summary="Sit down again where a bot kept the seat warm",
)
async def back(
    table: TableId, seat: SeatId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    return await lobby.back(here.rooms, table, person.id, seat)


@router.post(
    "/{table}/rematch", responses=SHOWN, summary="The same people again, the next one starts"
)
async def rematch(
    table: TableId, body: bodies.Nothing, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        lobby.check_rematch(room, person.id)
        if room.table.rematch is None:
            here.may_create(request)
        return await lobby.rematch(here.rooms, room, person.id)


@router.get(
    "/{table}/seats/{seat}/link",
    responses=gives(responses.SeatLink),
    summary="A link that opens my seat on another device",
)
async def seat_link(table: TableId, seat: SeatId, here: Here, person: Somebody) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        room.table.own(person.id, seat)
        key = room.seat_key(seat)
        return {"link": f"{here.rooms.link(table)}?key={key}", "key": key}


@router.post("/{table}/claim", responses=SHOWN, summary="Hold a seat on this device too")
async def claim(
    table: TableId, body: bodies.Claim, request: Request, response: Response, here: Here
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
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
    async with here.rooms.room(table) as room:
        link = here.rooms.link(table)
        if seat is not None:
            room.table.own(id_of(person), seat)
            link = f"{link}?key={room.seat_key(seat)}"
    return drawn_code(link if here.rooms.base else str(request.base_url).rstrip("/") + link)


def drawn_code(link: str) -> Response:
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=4, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")
