"""What remains of a match: its record, its replay, and the proof that chance was fair."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from spieltisch import games
from spieltisch.core.errors import RecordError
from spieltisch.matches import record
from spieltisch.server.context import Here, Maybe
from spieltisch.server.http import openapi, responses
from spieltisch.server.http.openapi import gives, gives_file
from spieltisch.server.http.people import Person
from spieltisch.server.http.routes_tables import SeatQuery, TableId, visible
from spieltisch.tables import views
from spieltisch.tables.live import Live
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.table import Table

router = APIRouter(prefix="/api/tables", responses=openapi.AT_TABLES)
AT_ONCE = 50  # views
Line = Annotated[int, Query(ge=0, le=2**31)]


@router.get(
    "/{table}/record",
    summary="The record file; before the end only what I may see",
    response_class=Response,
    responses=gives_file("application/x-ndjson"),
)
async def get_record(table: TableId, here: Here, person: Maybe, seat: SeatQuery = None) -> Response:
    async with here.hall.room(table) as room:
        found = visible(room, person).table
        if found.past is not None:
            text = views.past_record(found, _viewer(room, person, seat))
        elif found.status == "over":
            text = found.running().record()
        else:
            text = veiled_record(found.running(), _viewer(room, person, seat))
    name = f"{room.table.game}-{table}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


def _viewer(room: Room, person: Person | None, seat: int | None) -> int | None:
    """The seat that was asked for if it is mine; my only one; else a spectator's eyes."""
    id_ = person.id if person else None
    if seat is not None:
        room.table.own(id_, seat)
        return seat
    mine = room.table.seats_of(id_)
    return mine[0] if len(mine) == 1 else None


def veiled_record(match: Live, viewer: int | None) -> str:
    """The lines so far with what is hidden veiled; it cannot be replayed, and says so."""
    lines: list[dict[str, Any]] = [{**record.header(match), "veiled": True}]
    for line in match.log(viewer):
        seat = {} if line["seat"] is None else {"seat": line["seat"]}
        lines.append({**seat, line["kind"]: line["text"]})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _finished(room: Room, person: Person | None) -> Live:
    table = visible(room, person).table
    if table.status != "over" or table.match is None:
        raise Problem("table/not-over")
    return table.match


@router.get(
    "/{table}/replay",
    responses=gives(responses.Replay),
    summary="The log and the scores of a finished match",
)
async def replay(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        if (found := visible(room, person).table).past is not None:
            return _replay_of_old(found, _viewer(room, person, None))
        match = _finished(room, person)
        return {
            "game": room.table.game,
            "players": match.players,
            "names": match.names,
            "faces": room.table.faces(),
            "hides": _hides(match),
            "options": room.table.options,
            "log": views.log(room.table, None),
            "history": match.final["history"],
            "result": {"scores": match.scores, "ranks": match.ranks},
        }


def _hides(match: Live) -> bool:
    """Whether players saw what others did not: if not, there is one way to look at the match."""
    for lines in {min(len(match.lines), k) for k in (0, match.players, len(match.lines) // 2)}:
        then = match.at(lines)
        public = then.seen(None)
        if any(views.conceals(public, then.seen(seat)) for seat in range(match.players)):
            return True
    return False


def _replay_of_old(table: Table, viewer: int | None) -> dict[str, Any]:
    """As far as it went: lines without scores, which only its own rules could count."""
    return {
        "game": table.game,
        "players": len(table.seats),
        "names": table.names(),
        "options": table.options,
        "log": views.log(table, viewer),
        "history": [],
        "result": {"scores": [], "ranks": []},
    }


@router.get(
    "/{table}/replay/views",
    responses=gives(responses.Views),
    summary="How a seat saw a finished match, line by line",
)
async def replay_views(
    table: TableId,
    here: Here,
    person: Maybe,
    seat: SeatQuery = None,
    first: Annotated[Line, Query(alias="from")] = 0,
    last: Annotated[Line, Query(alias="to")] = AT_ONCE - 1,
) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        match = _finished(room, person)
        if seat is not None and seat >= match.players:
            raise Problem("input/invalid", "seat")
        last = min(last, first + AT_ONCE - 1, len(match.lines))
        found = []
        if first <= last:
            after = match.at(first)
            while True:
                found.append({"n": len(after.lines), "view": after.seen(seat)})
                if len(after.lines) >= last:
                    break
                after.append(match.lines[len(after.lines)])
                await asyncio.sleep(0)
        return {"seat": seat, "views": found}


@router.get(
    "/{table}/fairness",
    responses=gives(responses.Fairness),
    summary="All that is needed to check dice and shuffles",
)
async def fairness(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.hall.room(table) as room:
        known = visible(room, person).table
        told: dict[str, Any] = {
            "commitment": known.commitment,
            "nonces": [seat.nonce for seat in known.seats],
            "seals": known.seals(),
            "unsealed": known.unsealed(),
            "seed": None,
            "over": known.status == "over",
            "ok": None,
            "outcomes": [],
        }
        if known.status != "over" or known.match is None:
            return told
        told["seed"], told["outcomes"] = known.seed, known.match.outcomes()
        told["ok"] = _holds(known.match.record())
        return told


def _holds(text: str) -> bool:
    try:
        record.verify(text, games.find)
    except RecordError:
        return False
    return True
