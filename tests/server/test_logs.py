"""The log says what failed, and nothing that only the database may know."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.server.logs import Lines
from tests.server.client import Client
from tests.server.database import query
from tests.server.postgres import fresh
from tests.server.processes import ServerProcess

# Each refuses rows that hold the id of a table, a seed, the hash of a key, or words of a player.
FAULTS = {
    "sqlite": (
        "CREATE TRIGGER no_table BEFORE INSERT ON match BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER no_sum BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER no_guest BEFORE INSERT ON person BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER no_name BEFORE UPDATE ON person BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER no_chat BEFORE INSERT ON event WHEN NEW.body LIKE '%whisper%' "
        "BEGIN SELECT RAISE(ABORT, 'no'); END",
    ),
    "postgresql": (
        "ALTER TABLE match ADD CONSTRAINT no_sum CHECK (n < 2) NOT VALID",
        "ALTER TABLE match ADD CONSTRAINT no_table CHECK (game = '') NOT VALID",
        "ALTER TABLE person ADD CONSTRAINT no_guest CHECK (name = 'Ada') NOT VALID",
        "ALTER TABLE event ADD CONSTRAINT no_chat CHECK (body NOT LIKE '%whisper%') NOT VALID",
    ),
}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def failing(request: pytest.FixtureRequest, folder: Path, game: str) -> Iterator[ServerProcess]:
    url = ""
    if request.param == "postgresql":
        url = asyncio.run(fresh(request.getfixturevalue("postgres"), "failing"))
    process = ServerProcess(folder, url, grace="30").start(wait=False)
    process.wait_ready(game)
    yield process
    process.end()


async def test_a_database_that_refuses_rows_brings_no_secret_into_the_log(
    failing: ServerProcess, game: str
) -> None:
    async with Client(failing.base) as ada:
        table = (await ada.open(game, "me", "open"))["id"]
        path = f"/api/tables/{table}"
        key = (await ada.get(f"{path}/seats/0/link"))["key"]
        agent = (await ada.post("/api/agents", {"name": "Ada"}, 201))["token"]
        kind = "postgresql" if failing.database else "sqlite"
        for statement in FAULTS[kind]:
            await asyncio.to_thread(query, failing, statement)
        await _annoy(ada, path, key, agent, game)
        cookie = ada.http.cookies["spieltisch"]
        me = (await ada.get("/api/me"))["id"]
    told = failing.log.read_text()
    assert told.count("the database refused a group of events") >= 3
    assert "the database refused a request" in told  # through the other way to the database
    secrets = [row[0] for row in query(failing, "SELECT seed FROM match")]
    secrets += [row[0] for row in query(failing, "SELECT token FROM person")]
    secrets += [row[0] for row in query(failing, "SELECT value FROM setting")]
    secrets += [table, key, agent, cookie, me, "whisper", "Mallory"]
    assert [secret for secret in secrets if secret in told] == []
    for line in filter(None, told.splitlines()[1:]):
        assert json.loads(line)["what"]
    assert "DETAIL" not in told
    assert "parameters:" not in told


async def _annoy(ada: Client, path: str, key: str, agent: str, game: str) -> None:
    """All that cannot be written now: a table, words, a guest, a name, a summary."""
    body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert (await ada.http.post("/api/tables", json=body)).status_code == 503
    bearer = {"Authorization": f"Bearer {agent}"}
    renamed = await ada.http.post("/api/me", json={"name": "Mallory"}, headers=bearer)
    assert renamed.status_code == 503
    async with Client(ada.base) as eve:
        claimed = await eve.http.post(f"{path}/claim", json={"key": key})
        assert claimed.status_code == 503
    async with ada.sit(path.rpartition("/")[2]) as talk:
        assert (await talk.ask("chat", text="whisper"))["code"] == "server/store"
    await ada.http.post(f"{path}/seats/1/bot", json={"level": "random"})  # sums the table up
    await asyncio.sleep(1)


def _line(message: str, *values: object, error: Exception | None = None) -> str:
    trace = (type(error), error, None) if error else None
    return Lines().format(logging.LogRecord("x", logging.ERROR, "", 0, message, values, trace))


def test_libraries_are_kept_from_telling_too() -> None:
    seed = "5eed" * 16
    error = ValueError(f"no\nDETAIL:  Failing row contains ({seed}, Ada).\n[parameters: ('Ada',)]")
    assert "Ada" not in _line("failed", error=error)
    assert seed not in _line("a row of %s", seed)
    assert "0:00:01" in _line("after %s", "0:00:01")
