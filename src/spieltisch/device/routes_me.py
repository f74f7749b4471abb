"""Requests about what was played on this device: history, statistics, and all of it as a file."""

from __future__ import annotations

import json
from typing import Any

from spieltisch.device.routing import Request, route
from spieltisch.tables import lobby, match_summaries, offline_matches, statistics
from spieltisch.tables.closing import plan_end
from spieltisch.tables.playback import record_text
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

LISTED = 60


@route("GET", "/me/history")
async def history(request: Request) -> Any:
    past, before = request.history, request.number("before")
    await past.note_all()
    found = [match for match in past.finished() if before is None or match.ended < before]
    split = {match.match: await past.split(match.match) for match in found[:LISTED]}
    shown = [
        match_summaries.shown(match, request.me, split[match.match]) for match in found[:LISTED]
    ]
    for one in shown:
        one["offline"] = True
    going = await _going(request) if before is None else []
    return {"matches": [*going, *shown], "more": len(found) > LISTED}


async def _going(request: Request) -> list[dict[str, Any]]:
    found = []
    for id_ in request.history.going():
        try:
            async with request.tables.rooms.room(id_) as room:
                if room.table.status in ("open", "playing"):
                    found.append(match_summaries.going_on(room, request.me))
        except Problem:
            continue  # of other rules
    return sorted(found, key=lambda match: (not match["your_turn"], -match["at"]))


@route("GET", "/me/statistics")
async def figures(request: Request) -> Any:
    past = request.history
    await past.note_all()
    found = past.finished()
    split = {match.match: await past.split(match.match) for match in found}
    told = statistics.told(request.me, found, split, now(), past.zone)
    return {**told, "ratings": []}  # which nothing counts for that was played here


@route("POST", "/me/matches/{}/hide")
async def hide(request: Request) -> Any:
    await request.history.hide(request.parts[0])
    return await history(request)


@route("POST", "/me/matches/{}/show")
async def show(request: Request) -> Any:
    await request.history.show(request.parts[0])
    return await history(request)


@route("POST", "/me/matches/{}/end")
async def end(request: Request) -> Any:
    await request.tables.prepare(request.parts[0])
    async with request.tables.rooms.room(request.parts[0]) as room:
        await room.submit(lambda: plan_end(room.table, request.me))
    return await history(request)


@route("POST", "/me/matches/{}/delete")
async def delete(request: Request) -> Any:
    await request.history.delete(request.parts[0])
    return await history(request)


# All of it as a file: records of finished matches one after the other, then those under way, a
# line each with its events. Each record by itself is a file that every Spieltisch reads.


@route("GET", "/me/matches")
async def export(request: Request) -> Any:
    tables, parts = request.tables, list[str]()
    for id_ in await tables.shelf.played():
        try:
            await tables.prepare(id_)
            async with tables.rooms.room(id_) as room:
                over = room.table.status == "over" and room.table.match is not None
                parts.append(
                    record_text(room.table, None, now()) if over else await _under_way(request, id_)
                )
        except Problem:  # of other rules: its events can be kept all the same
            parts.append(await _under_way(request, id_))
    return "".join(parts)


async def _under_way(request: Request, id_: str) -> str:
    row, events = await request.tables.shelf.taken_out(id_)
    return json.dumps({"table": id_, "row": row, "events": events}, ensure_ascii=False) + "\n"


@route("POST", "/me/matches")
async def load(request: Request) -> Any:
    """One record, or a file that was exported; what is here already stays as it is."""
    loaded, last = 0, None
    for part in split_up(request.body["text"]):
        if part.startswith('{"table"'):
            loaded += await _put_back(request, part)
            continue
        await request.tables.games.find(offline_matches.game_of(part))
        before = len(request.tables.shelf.tables)
        shown = await lobby.hand_over(request.tables.rooms, part, request.person)
        loaded += len(request.tables.shelf.tables) - before
        last = shown["id"]
    return {"loaded": loaded, "last": last}


def split_up(text: str) -> list[str]:
    """The records and tables of a file; a record begins with its header."""
    found: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        if not line.strip():
            continue
        if not found or line.startswith(('{"spieltisch"', '{"table"')):
            found.append("")
        found[-1] += line + "\n"
    if not found:
        raise Problem("record/none")
    return found


async def _put_back(request: Request, part: str) -> int:
    try:
        told = json.loads(part)
        return await request.tables.shelf.put_back(
            str(told["table"]), told["row"], told["events"], request.me
        )
    except (ValueError, KeyError, TypeError):
        raise Problem("record/none") from None
