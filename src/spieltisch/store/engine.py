"""Connecting to the database that an address names, and bringing it up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from spieltisch.store import faults

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


def complete_url(url: str) -> str:
    """The address with the driver that we use: `postgres://…` and `sqlite:///…` are enough."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number
        raise faults.no_address() from None
    driver = DRIVERS.get(found.drivername.partition("+")[0])
    if driver is None:
        raise faults.no_address()
    return found.set(drivername=driver).render_as_string(hide_password=False)


def is_sqlite(url: str) -> bool:
    return make_url(url).get_backend_name() == "sqlite"


def connect(url: str) -> AsyncEngine:
    """Errors of an engine do not repeat what it was given: seeds would be in the log."""
    url = complete_url(url)
    if is_sqlite(url):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", harden)
        return engine
    try:
        return create_async_engine(
            url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True
        )
    except ModuleNotFoundError:
        raise faults.no_driver() from None


def harden(connection: Any, _record: Any = None) -> None:
    """Readers do not wait for the writer (WAL), and a commit is on disk (FULL).

    What a statement of many rows needs to be undone stays in memory: else each makes a file.
    """
    cursor = connection.cursor()
    lasting = "journal_mode=WAL", "synchronous=FULL"
    for pragma in (*lasting, "busy_timeout=10000", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine, revision: str = HEAD) -> None:
    """Brings the database up to date; once, before any worker starts."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        current = await connection.run_sync(revision_of)
        if current is not None and current not in revisions():
            raise faults.too_new()
        if revision != HEAD or current != revisions()[-1]:
            await connection.run_sync(upgrade, revision)


async def reach(engine: AsyncEngine, empty: bool = True) -> None:
    """Refuses, with a sentence for the host, a database that cannot be used.

    `empty`: whether one will do that holds nothing of ours yet.
    """
    try:
        async with engine.connect() as connection:
            current = await connection.run_sync(revision_of)
    except Exception as error:  # drivers raise errors of their own, and the system's
        raise faults.unusable(error, engine.url) from None
    if current is None and not empty:
        raise faults.no_tables()
    if current is not None and current not in revisions():
        raise faults.too_new()


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
