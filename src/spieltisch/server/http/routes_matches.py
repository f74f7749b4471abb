"""What remains of a match: its record, its replay, and the proof that chance was fair."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from spieltisch import games
from spieltisch.core.errors import RecordError
from spieltisch.matches import record
from spieltisch.matches.match import Match
from spieltisch.server.context import Here, Maybe
from spieltisch.server.http import openapi, responses
from spieltisch.server.http.openapi import gives, gives_file
from spieltisch.server.http.routes_tables import SeatQuery, TableId, id_of
from spieltisch.tables import playback
from spieltisch.tables.lobby import visible
from spieltisch.tables.problems import Problem

router = APIRouter(prefix="/api/tables", responses=openapi.AT_TABLES)
Line = Annotated[int, Query(ge=0, le=2**31)]


@router.get(
    "/{table}/record",
    summary="The record file; before the end only what I may see",
    response_class=Response,
    responses=gives_file("application/x-ndjson"),
)
async def get_record(table: TableId, here: Here, person: Maybe, seat: SeatQuery = None) -> Response:
    async with here.rooms.room(table) as room:
        viewer = playback.viewer_of(room, id_of(person), seat)
        found = visible(room, id_of(person)).table
        text = playback.record_text(found, viewer, here.clock())
    name = f"{room.table.game}-{table}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


@router.get(
    "/{table}/replay",
    responses=gives(responses.Replay),
    summary="The log and the scores of a finished match",
)
async def replay(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        return playback.replay(room, id_of(person))


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
    last: Annotated[Line, Query(alias="to")] = playback.AT_ONCE - 1,
) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        return await playback.views_of(room, id_of(person), seat, first, last)


@router.get(
    "/{table}/fairness",
    responses=gives(responses.Fairness),
    summary="All that is needed to check dice and shuffles",
)
async def fairness(table: TableId, here: Here, person: Maybe) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        known = visible(room, id_of(person)).table
        if known.offline:
            raise Problem("device/unproven")
        told: dict[str, Any] = {
            "commitment": known.commitment,
            "nonces": [seat.nonce for seat in known.seats],
            "seals": known.seals(),
            "unsealed": known.unsealed(),
            "seed": None,
            "over": known.status == "over",
            "opens": known.opens or None,
            "ok": None,
            "outcomes": [],
            "taught": known.taught,
        }
        if known.status != "over" or known.match is None or here.clock() < known.opens:
            return told
        told["seed"], told["outcomes"] = known.seed, known.match.outcomes()
        told["ok"] = None if known.taught else _holds(known.match)
        return told


def _holds(match: Match) -> bool:
    try:
        record.verify(match.record(), games.find, match.start)
    except RecordError:
        return False
    return True
