"""Everything in one plain file, and back, from one kind of database to the other too."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.store.engine import migrate
from spieltisch.store.schema import ALL

VERSION = 1
GROUP = 1000


class BackupError(Exception):
    """The file or the database cannot be used for this; the text says why."""


async def write(engine: AsyncEngine, path: Path) -> dict[str, int]:
    """Writes a backup, also while the server runs; returns the number of rows per table."""
    await migrate(engine)
    partial = path.with_name(path.name + ".part")
    counts = {}
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level=level)
        with _private(partial) as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
            revision = await _revision(connection)
            file.write(json.dumps({"spieltisch-backup": VERSION, "revision": revision}) + "\n")
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN")  # one moment for all tables
            for table in ALL:
                counts[table.name] = 0
                async for row in await connection.stream(select(table)):
                    line = {"table": table.name, "row": row._asdict()}
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
                    counts[table.name] += 1
    partial.replace(path)
    return counts


def _private(path: Path) -> Any:
    """Seeds of unfinished matches are in it: only the owner may read the file."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


async def _revision(connection: AsyncConnection) -> str:
    found = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    return str(found.scalar_one())


async def restore(engine: AsyncEngine, path: Path) -> dict[str, int]:
    """Fills an empty database from a backup, of an older version too."""
    lines = _lines(path)
    try:
        head = next(lines)
    except StopIteration:
        head = {}
    if head.get("spieltisch-backup") != VERSION:
        raise BackupError(f"{path} is no backup that this version can read")
    await migrate(engine, head["revision"])
    metadata = MetaData()
    async with engine.begin() as connection:
        await connection.run_sync(metadata.reflect)
        await _refuse_full(connection, metadata.tables["match"])
        counts = await _fill(connection, metadata, lines)
    await migrate(engine)
    return counts


async def _refuse_full(connection: AsyncConnection, match: Table) -> None:
    if (await connection.execute(select(func.count()).select_from(match))).scalar_one():
        raise BackupError("the database is not empty; restore into a new one")
    # A server that was started once has written a secret of its own.
    await connection.execute(match.metadata.tables["setting"].delete())
    await connection.execute(match.metadata.tables["person"].delete())


async def _fill(
    connection: AsyncConnection, metadata: MetaData, lines: Iterator[dict[str, Any]]
) -> dict[str, int]:
    counts: dict[str, int] = {table.name: 0 for table in ALL}
    waiting: dict[str, list[dict[str, Any]]] = {table.name: [] for table in ALL}
    for line in lines:
        name = line["table"]
        waiting[name].append(line["row"])
        counts[name] += 1
        if len(waiting[name]) >= GROUP:
            await connection.execute(metadata.tables[name].insert(), waiting[name])
            waiting[name] = []
    for name, rows in waiting.items():
        if rows:
            await connection.execute(metadata.tables[name].insert(), rows)
    return counts


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, ValueError) as error:
        raise BackupError(f"{path} is damaged or no backup: {error}") from None
