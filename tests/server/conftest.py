"""Servers and databases that the tests share; each is a real one."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from spieltisch.server import app
from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings
from tests.server.client import Client
from tests.server.postgres import fresh
from tests.server.processes import ServerProcess


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Addresses of databases by name; empty for SQLite, which is what `make test` runs on."""
    if os.environ.get("SPIELTISCH_TEST_ON") != "postgresql":
        return lambda name: ""
    url = request.getfixturevalue("postgres")
    return lambda name: asyncio.run(fresh(url, name))


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, databases: Callable[[str], str]
) -> Iterator[ServerProcess]:
    """One server without rate limits; tables do not disturb each other."""
    process = ServerProcess(tmp_path_factory.mktemp("server"), databases("server")).start()
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="session")
def brief(
    tmp_path_factory: pytest.TempPathFactory, databases: Callable[[str], str]
) -> Iterator[ServerProcess]:
    """One that waits for nothing long: for people who vanish and tables that nobody uses."""
    folder, database = tmp_path_factory.mktemp("brief"), databases("brief")
    process = ServerProcess(folder, database, grace="0.5", idle="0.1", sweep="0.1").start()
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One with all limits on that waits a second for requests and messages to become complete."""
    folder = tmp_path_factory.mktemp("hasty")
    process = ServerProcess(folder, limits="on", patience="1").start()
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


@pytest.fixture
async def ada(server: ServerProcess) -> AsyncIterator[Client]:
    async with Client(server.base, "Ada") as client:
        yield client


@pytest.fixture
async def bo(server: ServerProcess) -> AsyncIterator[Client]:
    async with Client(server.base, "Bo") as client:
        yield client


Asking = Callable[[Settings], Awaitable[httpx.AsyncClient]]


@pytest.fixture
async def asking(folder: Path) -> AsyncIterator[Asking]:
    """A client of a server with these settings in this process, without games or a network."""
    async with contextlib.AsyncExitStack() as stack:

        async def ask(settings: Settings) -> httpx.AsyncClient:
            settings = replace(settings, data=str(folder))
            found = app.make_app(settings)
            found.state.context = await app._open(settings, Metrics())
            stack.push_async_callback(found.state.context.rooms.stop)
            way = httpx.ASGITransport(found)
            client = httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:8000")
            return await stack.enter_async_context(client)

        yield ask
