"""Connecting to the database that an address names, and bringing it up to date."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from spieltisch.store import errors

MIGRATIONS = Path(__file__).with_name("migrations")
HEAD = "head"
DRIVERS = {
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "sqlite": "sqlite+aiosqlite",
}
LOCK = (
    7_215_713  # of PostgreSQL, so that two servers that start together migrate one after the other
)
PATIENCE = 4.0  # seconds; a database that says nothing for longer counts as silent
IDLING = 15.0  # seconds after which PostgreSQL ends a transaction that its server has forgotten
BUSY = 5_000  # ms that SQLite waits for another program's lock
PAGES = 4000  # of 4 KiB in the log before they are copied into the file: most are written again
CHECKING = 2.0  # seconds for which a file is looked through at the start
STEPS = 10_000  # of SQLite, between two looks at the clock


def complete_url(url: str) -> str:
    """The address with the driver that we use: `postgres://…` and `sqlite:///…` are enough."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number
        raise errors.no_address() from None
    driver = DRIVERS.get(found.drivername.partition("+")[0])
    if driver is None:
        raise errors.no_address()
    return found.set(drivername=driver).render_as_string(hide_password=False)


def is_sqlite(url: str) -> bool:
    return make_url(url).get_backend_name() == "sqlite"


def connect(url: str, patience: float | None = None) -> AsyncEngine:
    """Errors of an engine do not repeat what it was given: seeds would be in the log.

    `patience`: seconds for one statement; migrations and backups take as long as they like. For a
    server a connection whose other end is gone without a word would keep every table waiting.
    """
    url = complete_url(url)
    if is_sqlite(url):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", harden)
        return engine
    try:
        return create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_timeout=patience or PATIENCE,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=deadlines(patience),
        )
    except ModuleNotFoundError:
        raise errors.no_driver() from None


def deadlines(patience: float | None) -> dict[str, Any]:
    """Of a connection to PostgreSQL: on this side in seconds, and on the other in ms."""
    if patience is None:
        return {"timeout": PATIENCE}
    told = {
        "statement_timeout": patience,
        "lock_timeout": patience,
        "idle_in_transaction_session_timeout": IDLING,
    }
    settings = {name: str(int(seconds * 1000)) for name, seconds in told.items()}
    return {"timeout": patience, "command_timeout": patience, "server_settings": settings}


def harden(connection: Any, _record: Any = None) -> None:
    """Readers do not wait for the writer (WAL), and a commit is on disk (FULL).

    What a statement of many rows needs to be undone stays in memory: else each makes a file.
    """
    cursor = connection.cursor()
    lasting = "journal_mode=WAL", "synchronous=FULL", f"wal_autocheckpoint={PAGES}"
    for pragma in (f"busy_timeout={BUSY}", *lasting, "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine, revision: str = HEAD) -> None:
    """Brings the database up to date; once, before any worker starts."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        current = await connection.run_sync(revision_of)
        if current is not None and current not in revisions():
            raise errors.too_new()
        if revision != HEAD or current != revisions()[-1]:
            await connection.run_sync(upgrade, revision)


async def reach(engine: AsyncEngine, empty: bool = True, writing: bool = False) -> None:
    """Refuses, with a sentence for the host, a database that cannot be used.

    `empty`: whether one will do that holds nothing of ours yet. `writing`: whether it must be
    possible to write, and the whole file is looked through, since a server finds damage later.
    """
    try:
        async with engine.connect() as connection:
            current = await connection.run_sync(revision_of)
            if writing and engine.dialect.name == "sqlite":
                await _try_out(connection)
    except Exception as error:  # drivers raise errors of their own, and the system's
        raise errors.unusable(error, engine.url) from None
    if current is None and not empty:
        raise errors.no_tables()
    if current is not None and current not in revisions():
        raise errors.too_new()


async def _try_out(connection: AsyncConnection) -> None:
    """Writes something and takes it back; then reads as much as time allows."""
    raw = await connection.get_raw_connection()
    driver: Any = raw.driver_connection  # of aiosqlite
    await connection.rollback()
    await driver.execute("BEGIN IMMEDIATE")
    await driver.execute("CREATE TABLE tried_out (n)")  # a lock alone is given to readers too
    await driver.execute("ROLLBACK")
    until = time.monotonic() + CHECKING
    await driver.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    try:
        found = await (await driver.execute("PRAGMA quick_check(1)")).fetchone()
    except sqlite3.OperationalError as error:
        if "interrupt" not in str(error):  # there was more than time allows; so far it was sound
            raise
    else:
        if found[0] != "ok":
            raise sqlite3.DatabaseError("malformed")
    finally:
        await driver.set_progress_handler(None, STEPS)


def revisions() -> list[str]:
    """All that this version knows, the oldest first."""
    return sorted(path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/0*.py"))


def revision_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, revision: str) -> None:
    from alembic import command  # takes long to import, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
