"""Everything in one plain file that either kind of database can be filled from.

An old backup is replaced by a new one without asking, as jobs that run every night expect; but only
when the new one is whole, on disk and not empty, and only if the old file was a backup at all.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.core.errors import BadOption
from spieltisch.store.engine import migrate, reach, revision_of
from spieltisch.store.schema import ALL

VERSION = 1
NAME = "spieltisch-backup"


class BackupError(BadOption):
    """The file or the database cannot be used for this; the sentences say why."""

    code = "backup"


async def write(engine: AsyncEngine, path: Path) -> dict[str, int]:
    """Writes a backup, also while the server runs; returns the number of rows per table."""
    _refuse_other_file(path)
    await reach(engine, empty=False)
    await migrate(engine)
    partial = path.with_name(path.name + ".part")
    try:
        counts = await _write(engine, partial)
        if not counts["match"] and path.exists():
            raise BackupError(
                f"In dieser Datenbank ist kein Tisch; {path} bleibt, wie es ist. "
                "Prüfe --database und --data, oder wähle einen anderen Namen.",
                f"this database holds no table, so {path} is left as it is; "
                "check --database and --data, or choose another name",
            )
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return counts


def _refuse_other_file(path: Path) -> None:
    """A database, or whatever else was named by mistake, is not overwritten."""
    if not path.parent.is_dir():
        raise BackupError(
            f"Es gibt keinen Ordner {path.parent}. Lege ihn an, oder wähle einen anderen Namen.",
            f"there is no folder {path.parent}; create it, or choose another name",
        )
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        return
    with contextlib.suppress(BackupError):
        read_head(lines_of(path), path)
        return
    raise BackupError(
        f"{path} ist keine Sicherung und wird nicht überschrieben. Wähle einen anderen Namen.",
        f"{path} is no backup and is not overwritten; choose another name",
    )


async def _write(engine: AsyncEngine, partial: Path) -> dict[str, int]:
    counts = {}
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level=level)
        with _private(partial) as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file:
                revision = await connection.run_sync(revision_of)
                file.write(json.dumps({NAME: VERSION, "revision": revision}) + "\n")
                if engine.dialect.name == "sqlite":
                    await connection.exec_driver_sql("BEGIN")  # one moment for all tables
                for table in ALL:
                    counts[table.name] = await _write_table(connection, table, file)
            raw.flush()
            os.fsync(raw.fileno())
    return counts


async def _write_table(connection: AsyncConnection, table: Any, file: Any) -> int:
    count = 0
    async for row in await connection.stream(select(table)):
        line = {"table": table.name, "row": row._asdict()}
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
        count += 1
    return count


def _private(path: Path) -> Any:
    """Seeds of unfinished matches are in it: only the owner may read the file."""
    path.unlink(missing_ok=True)  # what an earlier attempt left may be open to others
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


# Reading


def lines_of(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, ValueError, RecursionError, zlib.error):
        raise damaged(path) from None


def read_head(lines: Iterator[Any], path: Path) -> str:
    """The revision of the tables in a backup."""
    head = next(lines, None)
    revision = head.get("revision") if isinstance(head, dict) else None
    if not isinstance(head, dict) or head.get(NAME) != VERSION or not isinstance(revision, str):
        raise BackupError(
            f"{path} ist keine Sicherung, die diese Version lesen kann.",
            f"{path} is no backup that this version can read",
        )
    return revision


def damaged(path: Path) -> BackupError:
    return BackupError(
        f"{path} ist beschädigt oder keine Sicherung. Nimm eine andere.",
        f"{path} is damaged or no backup; take another one",
    )
