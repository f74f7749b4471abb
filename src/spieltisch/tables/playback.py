"""What remains of a match: its record, and its replay, as far as the person who asks may see."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from spieltisch.core.state import SPECTATOR
from spieltisch.matches import record
from spieltisch.matches.match import Match
from spieltisch.tables import offline_matches, views
from spieltisch.tables.lobby import visible
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.table import Table

AT_ONCE = 50  # views


def record_text(table: Table, viewer: int | None, at: int) -> str:
    """The record of a table as a seat (None: a spectator) may know it at that time."""
    if table.past is not None:
        text = views.past_record(table, viewer)
    elif table.status == "over":
        text = table.running().record()
        if table.offline and not offline_matches.is_handed(table.id):
            return handed_over(text, table)
    else:
        return veiled_record(table.running(), viewer)
    return text if at >= table.opens else without_seed(text)


def without_seed(text: str) -> str:
    """The match is over, but others may still play with the same luck."""
    head, rest = parted(text)
    head.pop("seed", None)
    return joined(head, rest)


def handed_over(text: str, table: Table) -> str:
    """The record of a match on this device, with what `offline_matches` reads of it on a server."""
    head, rest = parted(text)
    mine = table.seats_of(table.host)
    levels = [seat.level if seat.kind == "bot" else None for seat in table.seats]
    said = {"levels": levels, "mine": mine, "began": table.created, "ended": table.updated}
    return joined({**head, **said}, rest)


def parted(text: str) -> tuple[dict[str, Any], str]:
    """The header of a record, and its lines."""
    first, rest = text.split("\n", 1)
    return json.loads(first), rest


def joined(head: dict[str, Any], rest: str) -> str:
    return json.dumps(head, ensure_ascii=False) + "\n" + rest


def viewer_of(room: Room, person: str | None, seat: int | None) -> int | None:
    """The seat that was asked for if it is mine; my only one; else a spectator's eyes."""
    if seat is not None:
        room.table.own(person, seat)
        return seat
    mine = room.table.seats_of(person)
    return mine[0] if len(mine) == 1 else None


def veiled_record(match: Match, viewer: int | None) -> str:
    """The lines so far with what is hidden veiled; it cannot be replayed, and says so."""
    lines: list[dict[str, Any]] = [{**record.header(match), "veiled": True}]
    for line in match.log(viewer):
        seat = {} if line["seat"] is None else {"seat": line["seat"]}
        lines.append({**seat, line["kind"]: line["text"]})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def finished(room: Room, person: str | None) -> Match:
    table = visible(room, person).table
    if table.status != "over" or table.match is None:
        raise Problem("table/not-over")
    return table.match


def replay(room: Room, person: str | None) -> dict[str, Any]:
    """The log and the scores of a finished match."""
    if (found := visible(room, person).table).past is not None:
        return _replay_of_old(found, viewer_of(room, person, None))
    match = finished(room, person)
    return {
        "game": room.table.game,
        "players": match.players,
        "names": match.names,
        "faces": room.table.faces(),
        "hides": hides(match),
        "options": room.table.options,
        "log": views.log(room.table, None),
        "history": match.final["history"],
        "result": {"scores": match.scores, "ranks": match.ranks},
        "offline": room.table.offline,
    }


def hides(match: Match) -> bool:
    """Whether players knew what others did not: if not, there is one way to look at the match.

    Looked at after draws: a choice that was sealed till others had chosen is open by then.
    """
    drawn = [n for n, line in enumerate(match.lines, 1) if line.kind == "chance"]
    moments = {drawn[at] for at in (0, len(drawn) // 2, -1)} if drawn else {0}
    return any(_knows_more(match.at(n)) for n in moments)


def _knows_more(match: Match) -> bool:
    game, state = match.game, match.state
    public = game.hidden(state, SPECTATOR)
    for seat in range(match.players):
        known = game.hidden(state, seat)
        known.viewer = SPECTATOR
        if known.tobytes() != public.tobytes():
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
        "offline": table.offline,
    }


async def views_of(
    room: Room, person: str | None, seat: int | None, first: int, last: int | None
) -> dict[str, Any]:
    """How a seat saw a finished match, line by line."""
    match = finished(room, person)
    if seat is not None and seat >= match.players:
        raise Problem("input/invalid", "seat")
    most = first + AT_ONCE - 1
    end = min(most if last is None else last, most, len(match.lines))
    found = []
    if first <= end:
        after = match.at(first)
        while True:
            found.append({"n": len(after.lines), "view": after.seen(seat)})
            if len(after.lines) >= end:
                break
            after.append(match.lines[len(after.lines)])
            await asyncio.sleep(0)
    return {"seat": seat, "views": found}
