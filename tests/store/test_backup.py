"""Backups: a good one is never lost, and a failed restore changes nothing."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from spieltisch.store import backup
from spieltisch.store.engine import connect, migrate
from spieltisch.store.errors import NoDatabase
from spieltisch.store.restore import restore
from spieltisch.store.store import Store
from spieltisch.tables.storage import Event
from tests.server.postgres import fresh
from tests.store.test_store import row

HEAD = {"spieltisch-backup": 1, "revision": "0001"}
PERSON = {"id": "p", "token": "t", "name": "Ada", "created": 1}
MATCH = {"id": "m", "game": "g", "seed": "s", "public": True, "created": 1}
MATCH |= {"status": "playing", "n": 1, "updated": 1}
OLD = [HEAD, {"table": "person", "row": PERSON}, {"table": "match", "row": MATCH}]


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/t.db"
    return await fresh(request.getfixturevalue("postgres"), "backup")


@pytest.fixture
async def full(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    """A database with one table."""
    engine = connect(f"sqlite:///{tmp_path}/full.db")
    await migrate(engine)
    store = Store(engine)
    store.start()
    await store.append("m", Event(1, 3, {"what": "create"}), ["p"], row("m"))
    yield engine
    await store.stop()


def write(path: Path, *lines: Any) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


async def rows(url: str) -> list[Any]:
    """All that a database holds, tables included."""
    engine = connect(url)
    await migrate(engine)
    async with engine.connect() as connection:
        found = []
        for name in ("person", "match", "event", "seat", "setting"):
            found.append((await connection.execute(text(f'SELECT * FROM "{name}"'))).all())
    await engine.dispose()
    return found


async def test_a_new_backup_takes_the_place_of_the_old_one(
    full: AsyncEngine, tmp_path: Path
) -> None:
    file = write(tmp_path / "all.gz", *OLD)
    assert (await backup.write(full, file))["match"] == 1
    with gzip.open(file) as written:
        assert json.loads(written.readline())["revision"] != "0001"
    assert [path.name for path in tmp_path.glob("*.part*")] == []


async def test_an_empty_database_does_not_replace_a_backup(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path}/empty.db")
    await migrate(engine)
    file = write(tmp_path / "all.gz", *OLD)
    before = file.read_bytes()
    with pytest.raises(backup.BackupError, match="holds no table"):
        await backup.write(engine, file)
    assert file.read_bytes() == before
    assert (await backup.write(engine, tmp_path / "new.gz"))["match"] == 0
    await engine.dispose()
    assert [path.name for path in tmp_path.glob("*.part*")] == []


async def test_a_database_of_somebody_else_is_left_alone(url: str, tmp_path: Path) -> None:
    engine = connect(url)
    with pytest.raises(NoDatabase, match="nothing of Spieltisch"):
        await backup.write(engine, tmp_path / "all.gz")
    async with engine.connect() as connection:
        with pytest.raises(Exception, match="alembic_version"):
            await connection.execute(text("SELECT * FROM alembic_version"))
    await engine.dispose()


async def test_what_is_no_backup_is_not_overwritten(full: AsyncEngine, tmp_path: Path) -> None:
    file = tmp_path / "full.db"
    with pytest.raises(backup.BackupError, match="is no backup"):
        await backup.write(full, file)
    assert file.read_bytes().startswith(b"SQLite")


async def test_a_database_of_a_newer_version_is_refused(url: str, tmp_path: Path) -> None:
    engine = connect(url)
    await migrate(engine)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NoDatabase, match="newer version"):
        await backup.write(engine, tmp_path / "all.gz")
    with pytest.raises(NoDatabase, match="newer version"):
        await migrate(engine)
    await engine.dispose()


async def test_an_old_backup_fills_the_database_of_a_server_that_was_started_once(
    url: str, tmp_path: Path
) -> None:
    engine = connect(url)
    await migrate(engine)
    await Store(engine).secret("seat links")
    await engine.dispose()
    assert (await restore(url, write(tmp_path / "old.gz", *OLD)))["person"] == 1
    (person,), (match,), *_, setting = await rows(url)
    assert (person.name, bool(person.agent), match.id, setting) == ("Ada", False, "m", [])
    with pytest.raises(backup.BackupError, match="not empty"):
        await restore(url, tmp_path / "old.gz")


BAD = {
    "no header": [],
    "a list": [[]],
    "no revision": [{"spieltisch-backup": 1}],
    "a newer version": [HEAD | {"revision": "9999"}],
    "another format": [HEAD | {"spieltisch-backup": 2}],
    "an unknown table": [*OLD, {"table": "x", "row": {}}],
    "no row": [*OLD, {"table": "match"}],
    "a line that is none": [*OLD, 5],
    "an unknown column": [*OLD, {"table": "seat", "row": {"x": 1}}],
    "the same twice": [*OLD, OLD[2]],
    "another type": [*OLD, {"table": "event", "row": {"match": 5, "n": "x", "at": [], "body": 0}}],
}


@pytest.mark.parametrize("lines", BAD.values(), ids=BAD)
async def test_a_bad_backup_is_refused_and_changes_nothing(
    url: str, tmp_path: Path, lines: list[Any]
) -> None:
    engine = connect(url)
    await migrate(engine)
    await Store(engine).secret("seat links")
    await engine.dispose()
    before = await rows(url)
    with pytest.raises(backup.BackupError):
        await restore(url, write(tmp_path / "bad.gz", *lines))
    assert await rows(url) == before
    assert [path.name for path in tmp_path.glob("*.part*")] == []


@pytest.mark.parametrize("at", [0, 4, 40, -6, -1])
async def test_a_flipped_bit_is_found(full: AsyncEngine, tmp_path: Path, at: int) -> None:
    file = tmp_path / "all.gz"
    await backup.write(full, file)
    broken = bytearray(file.read_bytes())
    broken[at] ^= 0x10
    file.write_bytes(broken)
    url = f"sqlite:///{tmp_path}/new.db"
    if at == 4:  # the time at which it was written, which nobody reads
        assert (await restore(url, file))["match"] == 1
        return
    with pytest.raises(backup.BackupError, match="damaged"):
        await restore(url, file)
    assert not (tmp_path / "new.db").exists()


async def test_half_a_backup_is_refused(full: AsyncEngine, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    await backup.write(full, file)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(backup.BackupError, match="damaged"):
        await restore(f"sqlite:///{tmp_path}/new.db", file)
    assert not (tmp_path / "new.db").exists()
