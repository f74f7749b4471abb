"""Servers and databases that the tests share; each is a real one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from spieltisch import games
from tests.server.client import Client
from tests.server.postgres import running_postgres
from tests.server.processes import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server on SQLite without rate limits; tables do not disturb each other."""
    process = ServerProcess(tmp_path_factory.mktemp("server"), grace="1.5").start()
    yield process
    assert process.stop() == 0


@pytest.fixture
async def ada(server: ServerProcess) -> AsyncIterator[Client]:
    async with Client(server.base, "Ada") as client:
        yield client


@pytest.fixture
async def bo(server: ServerProcess) -> AsyncIterator[Client]:
    async with Client(server.base, "Bo") as client:
        yield client


@pytest.fixture(scope="session")
def game() -> str:
    """Any game, where it does not matter which."""
    return next(iter(games.cards()))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
