"""Everything about me in one archive: a JSON file and the record of every match."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select

from spieltisch.people.personal_data import Keeper
from spieltisch.store.schema import ATTEMPT, DEVICE, EVENT, HIDDEN, OUTCOME, PERSON, SEAT
from spieltisch.store.store import Store
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.table import Table

SECRET = ("token", "recovery")  # what proves that it is me, even as a hash
Recording = Callable[[Table, int | None], str]  # the record as a seat may know it


async def collect(
    rooms: Rooms, store: Store, person: str, recording: Recording, keepers: Sequence[Keeper] = ()
) -> bytes:
    """A ZIP archive: `me.json`, and `records/<game>-<match>.jsonl`."""
    told = await _told(store, person)
    for keeper in keepers:
        told.update(await keeper.export(person))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for id_ in [row["match"] for row in told["matches"]]:
            name, text = await _record(rooms, id_, person, recording)
            if text:
                archive.writestr(name, text)
            await asyncio.sleep(0)  # the tables of others go on meanwhile
        archive.writestr("me.json", json.dumps(told, ensure_ascii=False, indent=1))
    return out.getvalue()


async def _told(store: Store, person: str) -> dict[str, Any]:
    async def rows(table: Any, column: Any) -> list[dict[str, Any]]:
        found = await store.fetch(select(table).where(column == person))
        return [
            {key: value for key, value in row._mapping.items() if key not in SECRET}
            for row in found
        ]

    people = await rows(PERSON, PERSON.c.id)
    matches = await rows(SEAT, SEAT.c.person)
    return {
        "person": people[0] if people else None,
        "devices": await rows(DEVICE, DEVICE.c.person),
        "matches": matches,
        "results": await rows(OUTCOME, OUTCOME.c.person),
        "hidden": await rows(HIDDEN, HIDDEN.c.person),
        "attempts": await rows(ATTEMPT, ATTEMPT.c.person),
        "chat": await _chat(store, person, [row["match"] for row in matches]),
    }


async def _chat(store: Store, person: str, matches: Sequence[str]) -> list[dict[str, Any]]:
    """What I said: my own words belong to me."""
    found = []
    for start in range(0, len(matches), 500):
        some = matches[start : start + 500]
        said = EVENT.c.body.like('%"what":"chat"%') & EVENT.c.match.in_(some)
        for row in await store.fetch(select(EVENT).where(said).order_by(EVENT.c.match, EVENT.c.n)):
            body = json.loads(row.body)
            if body.get("person") == person:
                found.append({"match": row.match, "at": row.at, "text": body["text"]})
    return found


async def _record(rooms: Rooms, id_: str, person: str, recording: Recording) -> tuple[str, str]:
    try:
        async with rooms.room(id_) as room:
            mine = room.table.seats_of(person)
            name = f"records/{room.table.game}-{id_}.jsonl"
            begun = room.table.match is not None or room.table.past is not None
            return name, recording(room.table, mine[0] if mine else None) if begun else ""
    except Problem:  # still compiling, or damaged: named in me.json all the same
        return "", ""
