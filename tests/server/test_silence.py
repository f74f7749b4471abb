"""A PostgreSQL that says nothing any more: nobody waits long, health says so, all comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from tests.server.client import Client
from tests.server.postgres import fresh
from tests.server.processes import ServerProcess
from tests.server.proxy import Proxy

PATIENCE = 2.0  # seconds; a busy machine takes its time


@pytest.fixture(scope="module")
def reached(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, Proxy]]:
    """A server whose way to its database can be made silent."""
    with Proxy.of_database(asyncio.run(fresh(postgres, "silent"))) as (proxy, address):
        folder = tmp_path_factory.mktemp("silent")
        process = ServerProcess(folder, address, silence=str(PATIENCE)).start(wait=False)
        yield process, proxy
        proxy.flow()
        assert process.stop() == 0
        assert "Traceback" not in process.log.read_text()


async def test_turns_are_refused_soon_health_says_so_and_all_recovers_without_a_restart(
    reached: tuple[ServerProcess, Proxy], game: str
) -> None:
    server, proxy = reached
    server.wait_ready(game)
    async with Client(server.base) as ada:
        id_ = await ada.started(game, "me", "local:Bo")
        async with ada.sit(id_) as talk:
            seat, text = await _a_turn(talk)
            proxy.swallow()
            began = time.monotonic()
            answer = await talk.ask("turn", id="one", seat=seat, text=text)
            assert answer["kind"] == "error"
            assert answer["code"] == "server/store"
            assert time.monotonic() - began < 10 * PATIENCE  # not for half a minute
            told = await _health(ada, 503)
            assert {"read", "write"} <= set(told["failing"])
            proxy.flow()
            async with asyncio.timeout(20):
                while (answer := await talk.ask("turn", id="one", seat=seat, text=text))[
                    "kind"
                ] != "ack":
                    await asyncio.sleep(0.1)
                assert (await _health(ada, 200))["failing"] == []
        async with ada.sit(id_, after=0) as talk:
            turns = [e for e in talk.snapshot["missed"] if e["what"] == "turn"]
            assert [event["n"] for event in turns] == [answer["n"]]


async def test_a_server_hears_of_others_again_after_its_listening_connection_fell_silent(
    reached: tuple[ServerProcess, Proxy], game: str, tmp_path: Path
) -> None:
    """Nothing is asked of it meanwhile: only its own sign of life can notice."""
    server, proxy = reached
    direct = make_url(server.database).set(port=proxy.target)
    other = ServerProcess(tmp_path, direct.render_as_string(hide_password=False))
    other.start(wait=False)
    try:
        server.wait_ready(game)
        other.wait_ready(game)
        async with Client(server.base) as ada, Client(other.base) as phone:
            id_ = await ada.started(game, "me", "local:Bo")
            for name, value in ada.http.cookies.items():
                phone.http.cookies.set(name, value)
            async with ada.sit(id_) as here, phone.sit(id_) as there:
                proxy.swallow()
                await asyncio.sleep(0.2)
                seat, text = await _a_turn(there)
                ack = await there.ask("turn", seat=seat, text=text)
                proxy.flow()
                await here.next("event", n=ack["n"])
    finally:
        assert other.stop() == 0


async def _a_turn(talk: Any) -> tuple[int, str]:
    seat = talk.snapshot["acting"][0]
    return seat, await talk.first_turn(seat)


async def _health(client: Client, status: int) -> Any:
    """What `/healthz` says as soon as it answers with this status."""
    async with asyncio.timeout(30):
        while True:
            answer = await client.http.get("/healthz")
            if answer.status_code == status:
                return answer.json()
            await asyncio.sleep(0.1)


async def test_a_database_that_is_silent_from_the_start_is_one_sentence(
    postgres: str, tmp_path: Path
) -> None:
    with Proxy.of_database(postgres) as (proxy, address):
        proxy.swallow()
        process = ServerProcess(tmp_path, address).start(wait=False)
        assert process.process is not None
        assert process.process.wait(60) == 2
        said = process.log.read_text()
    assert "does not answer" in said
    assert "Traceback" not in said
