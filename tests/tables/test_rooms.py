"""All tables of a server: one that cannot be read does not stop the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess

DAMAGE = {
    "cut short": '{"what": "turn", "sea',
    "of a newer version": json.dumps({"what": "dance", "seat": 0}),
    "without what it needs": json.dumps({"what": "turn", "seat": 0}),
}


@pytest.fixture
def own_server(folder: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(folder, sweep="0.1", idle="0.1").start(wait=False)
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


async def test_an_unreadable_event_sets_its_table_aside_and_the_others_go_on(
    own_server: ServerProcess, game: str, folder: Path
) -> None:
    server = own_server
    server.wait_ready(game)
    async with Client(server.base) as ada:
        tables = [await _left_to_bots(ada, game) for _ in range(len(DAMAGE) + 1)]
        *damaged, sound = tables
        server.kill()
        for id_, body in zip(damaged, DAMAGE.values(), strict=True):
            _damage(server, id_, body)
        _set_due(server)
        last = _last(server, sound)
        server.start(wait=False)
        server.wait_ready(game)
        async with asyncio.timeout(30):
            while _last(server, sound) < last + 3:
                await asyncio.sleep(0.1)
        for id_ in damaged:
            answer = await ada.get(f"/api/tables/{id_}", 409)
            assert answer["code"] == "table/damaged"
        mine = [table["id"] for table in (await ada.get("/api/me/tables"))["tables"]]
        assert mine == [sound]
    assert server.log.read_text().count("set aside") >= len(damaged)


async def _left_to_bots(client: Client, game: str) -> str:
    id_ = await client.started(game, "me", "greedy")
    await client.post(f"/api/tables/{id_}/seats/0/bot", {"level": "greedy"})
    return id_


def _damage(server: ServerProcess, table: str, body: str) -> None:
    values = {"m": table, "n": _last(server, table) + 1, "at": 1, "body": body}
    query(server, "INSERT INTO event (match, n, at, body) VALUES (:m, :n, :at, :body)", **values)


def _set_due(server: ServerProcess) -> None:
    """The damaged ones first, as they were when housekeeping stopped at them."""
    query(server, "UPDATE match SET status = 'playing', due = 0")


def _last(server: ServerProcess, table: str) -> int:
    ((last,),) = query(server, "SELECT max(n) FROM event WHERE match = :id", id=table)
    return int(last)
