"""Filling a database from a backup: as a whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, func, inspect, select
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.store import errors
from spieltisch.store.backup import BackupError, damaged, lines_of, read_head
from spieltisch.store.engine import HEAD, LOCK, connect, is_sqlite, reach, revisions, upgrade
from spieltisch.store.schema import ALL, MATCH
from spieltisch.store.sqlite_file import beside, file_of

GROUP = 1000
OURS = (*(table.name for table in ALL), "alembic_version")


async def restore(url: str, path: Path) -> dict[str, int]:
    """Fills an empty database from a backup, of an older version too; rows per table."""
    lines = lines_of(path)
    revision = read_head(lines, path)
    if revision not in revisions():
        raise BackupError(
            f"{path} ist von einer neueren Version. Aktualisiere erst Spieltisch.",
            f"{path} is of a newer version; update Spieltisch first",
        )
    if is_sqlite(url):
        return await _restore_file(file_of(url), revision, lines, path)
    engine = connect(url)
    try:
        await reach(engine)
        return await _refill(engine, revision, lines, path)
    finally:
        await engine.dispose()


async def _restore_file(
    file: Path, revision: str, lines: Iterator[Any], path: Path
) -> dict[str, int]:
    """SQLite changes tables outside of transactions: so a new file takes the place of the old."""
    if file.exists():
        await _refuse_full_file(file)
    partial = file.with_name(f"{file.name}.part")
    try:
        for old in (partial, *beside(partial)):
            old.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL, 0o600))
        engine = connect(f"sqlite:///{partial}")
        try:
            counts = await _refill(engine, revision, lines, path)
        finally:
            await engine.dispose()  # the last connection: all is in the one file
        for old in beside(file):
            old.unlink(missing_ok=True)
        partial.replace(file)
    finally:
        for left in (partial, *beside(partial)):
            left.unlink(missing_ok=True)
    return counts


async def _refuse_full_file(file: Path) -> None:
    engine = connect(f"sqlite:///{file}")
    try:
        await reach(engine)
        async with engine.connect() as connection:
            await connection.run_sync(_refuse_full)
    finally:
        await engine.dispose()


async def _refill(
    engine: AsyncEngine, revision: str, lines: Iterator[Any], path: Path
) -> dict[str, int]:
    """On PostgreSQL one transaction, tables included."""
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            await connection.run_sync(_make_empty)
            await connection.run_sync(upgrade, revision)
            metadata = MetaData()
            await connection.run_sync(metadata.reflect)
            counts = await _fill(connection, metadata, lines, path)
            await connection.run_sync(upgrade, HEAD)
    except SQLAlchemyError as error:
        lost = isinstance(error, DBAPIError) and error.connection_invalidated
        if lost or isinstance(error, OperationalError):
            raise errors.unusable(error, engine.url) from None
        raise damaged(path) from None
    return counts


def _make_empty(connection: Connection) -> None:
    """A server that was started once has made tables, and written a secret of its own."""
    _refuse_full(connection)
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in OURS)
    found.drop_all(connection)


def _refuse_full(connection: Connection) -> None:
    if not inspect(connection).has_table(MATCH.name):
        return
    if connection.execute(select(func.count()).select_from(MATCH)).scalar_one():
        raise BackupError(
            "Die Datenbank ist nicht leer. Spiele die Sicherung in eine neue zurück "
            "(--data oder --database).",
            "the database is not empty; restore into a new one (--data or --database)",
        )


async def _fill(
    connection: AsyncConnection, metadata: MetaData, lines: Iterator[Any], path: Path
) -> dict[str, int]:
    counts: dict[str, int] = {table.name: 0 for table in ALL}
    waiting: dict[str, list[dict[str, Any]]] = {table.name: [] for table in ALL}
    columns = {  # an older backup knows fewer tables
        name: set(metadata.tables[name].columns.keys())
        for name in counts
        if name in metadata.tables
    }
    for line in lines:
        name, row = _checked(line, columns, path)
        waiting[name].append(row)
        counts[name] += 1
        if len(waiting[name]) >= GROUP:
            await connection.execute(metadata.tables[name].insert(), waiting[name])
            waiting[name] = []
    for name, rows in waiting.items():
        if rows:
            await connection.execute(metadata.tables[name].insert(), rows)
    return counts


def _checked(line: Any, columns: dict[str, set[str]], path: Path) -> tuple[str, dict[str, Any]]:
    name, row = (line.get("table"), line.get("row")) if isinstance(line, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(row, dict) or set(row) != columns.get(name):
        raise damaged(path)
    return name, row
