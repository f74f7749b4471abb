"""What `/healthz` says while a database cannot be written: locked, or no room on the disk."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from spieltisch import games
from tests.server.client import Client, Talk
from tests.server.processes import ServerProcess

UNLIMITED = resource.RLIM_INFINITY


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("health")).start(wait=False)
    game = next(iter(games.cards()))
    process.wait_ready(game)
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


async def test_a_locked_database_is_not_well_and_is_again_when_the_lock_is_gone(
    own_server: ServerProcess,
) -> None:
    async with Client(own_server.base) as ada:
        assert await _health(ada, 200) == []
        other = sqlite3.connect(own_server.folder / "spieltisch.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert "write" in await _health(ada, 503)
        other.execute("ROLLBACK")
        other.close()
        assert await _health(ada, 200) == []


async def test_a_full_disk_is_not_well_nothing_acknowledged_is_lost_and_play_goes_on_after_it(
    own_server: ServerProcess, game: str
) -> None:
    """No file of the server may grow, which is what a full disk or a quota means to it."""
    server = own_server
    async with Client(server.base) as ada:
        id_ = await ada.started(game, "me", "local:Bo")
        async with ada.sit(id_) as talk:
            turn = await _refused_turn(server, talk)
            assert "write" in await _health(ada, 503)
            assert (await ada.http.get("/api/games")).status_code == 200
            _fill_disk(server, UNLIMITED)
            assert await _health(ada, 200) == []
            assert (await talk.ask("turn", **turn))["kind"] == "ack"
        async with ada.sit(id_, after=0) as talk:
            turns = [event for event in talk.snapshot["missed"] if event["what"] == "turn"]
            assert len(turns) == 1


async def test_whoever_lost_the_connection_while_the_disk_was_full_comes_back(
    own_server: ServerProcess, game: str
) -> None:
    """Nobody else is at the table: only they, or the server itself, can bring it back."""
    server = own_server
    async with Client(server.base) as ada:
        id_ = await ada.started(game, "me", "local:Bo")
        async with ada.sit(id_) as talk:
            turn = await _refused_turn(server, talk)
        _fill_disk(server, UNLIMITED)
        assert await _health(ada, 200) == []
        async with ada.sit(id_, after=0) as talk:
            assert (await talk.ask("turn", **turn))["kind"] == "ack"


async def _refused_turn(server: ServerProcess, talk: Talk) -> dict[str, Any]:
    """A turn that finds no place on the disk, which is full from now on."""
    seat = talk.snapshot["acting"][0]
    turn = {"id": "one", "seat": seat, "text": await talk.first_turn(seat)}
    _fill_disk(server)
    answer = await talk.ask("turn", **turn)
    assert (answer["kind"], answer["code"]) == ("error", "server/store")
    return turn


def _fill_disk(server: ServerProcess, room: int = 512) -> None:
    """No file of the server may grow beyond so many bytes."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (room, UNLIMITED))


async def _health(client: Client, status: int) -> Any:
    """What fails as soon as `/healthz` answers with this status."""
    async with asyncio.timeout(40):
        while True:
            answer = await client.http.get("/healthz")
            if answer.status_code == status:
                return answer.json().get("failing", [])
            await asyncio.sleep(0.1)
