"""Servers and databases that the tests share; each is a real one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from spieltisch import games
from tests.server.client import Client
from tests.server.processes import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server on SQLite without rate limits; tables do not disturb each other."""
    process = ServerProcess(tmp_path_factory.mktemp("server")).start()
    yield process
    assert process.stop() == 0
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="session")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that waits for nothing long: for people who vanish and tables that nobody uses."""
    folder = tmp_path_factory.mktemp("brief")
    process = ServerProcess(folder, grace="0.5", idle="0.1", sweep="0.1").start()
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


@pytest.fixture(scope="session")
def game() -> str:
    """Any game, where it does not matter which."""
    return next(iter(games.cards()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
