"""A match of other rules than those installed: read, replayed as far as it went, and exported."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from spieltisch.store.schema import METADATA
from tests.conftest import Command
from tests.server.client import Client, Talk
from tests.server.database import query
from tests.server.processes import ServerProcess


async def test_it_is_read_replayed_and_exported_but_not_played(
    server: ServerProcess, game: str, tmp_path: Path, spieltisch: Command
) -> None:
    async with Client(server.base) as ada:
        id_ = await ada.started(game, "me", "local:Bo")
        async with ada.sit(id_) as talk:
            played = [await _play(talk) for _ in range(4)]
        fresh = await _reopened(server, id_)
        shown = await ada.get(f"/api/tables/{fresh}")
        assert (shown["outdated"], shown["status"]) == (True, "playing")
        log = (await ada.get(f"/api/tables/{fresh}/replay"))["log"]
        turns = [line for line in log if line["kind"] == "turn"]
        assert len(turns) == len(played)
        assert all(line["de"] and line["en"] for line in log)
        lines = (await ada.http.get(f"/api/tables/{fresh}/record")).text.splitlines()
        assert json.loads(lines[0])["rules"] == 0
        assert len(lines) == len(log) + 1
        refused = await ada.post(f"/api/tables/{fresh}/leave", {}, 409)
        assert refused["code"] == "table/rules-changed"
    asked = ("export", str(tmp_path / "out"), *server.where, "--lang", "en")
    code, said = await asyncio.to_thread(spieltisch, *asked)  # it has a loop of its own
    assert code == 0, said
    exported = tmp_path / "out" / f"{game}-{fresh}.jsonl"
    texts = [json.loads(line).get("turn") for line in exported.read_text().splitlines()]
    assert [text for text in texts if text] == played


async def _play(talk: Talk) -> str:
    seat = (await talk.ask("look", seat=None))["view"]["acting"][0]
    ack = await talk.play_first(seat)
    await talk.next("event", n=ack["n"])
    return str(ack["text"])


async def _reopened(server: ServerProcess, table: str) -> str:
    """The same table under another name, as if it had been begun by other rules."""
    fresh = f"{table[:-1]}{'3' if table[-1] == '2' else '2'}"
    for name in ("match", "seat", "event"):
        key = "id" if name == "match" else "match"
        columns = _columns(server, name, key)
        query(
            server,
            f'INSERT INTO "{name}" ({key}, {columns}) SELECT :new, {columns} '
            f'FROM "{name}" WHERE {key} = :old',
            new=fresh,
            old=table,
        )
    query(
        server,
        "UPDATE event SET body = replace(body, :now, :then) WHERE match = :id",
        now='"rules":1',
        then='"rules":0',
        id=fresh,
    )
    return fresh


def _columns(server: ServerProcess, table: str, key: str) -> str:
    names = [column.name for column in METADATA.tables[table].columns if column.name != key]
    return ", ".join(f'"{name}"' for name in names)
