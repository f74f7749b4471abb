"""Looking into, and meddling with, the database of a server: SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import text

from spieltisch.store.engine import connect
from tests.server.processes import ServerProcess


def query(server: ServerProcess, statement: str, **values: Any) -> list[Any]:
    """The rows that a statement gives, also from within a test that has a loop of its own."""
    url = server.database or f"sqlite:///{server.folder}/spieltisch.db"

    async def ask() -> list[Any]:
        engine = connect(url)
        async with engine.begin() as connection:
            result = await connection.execute(text(statement), values)
            rows = list(result.all()) if result.returns_rows else []
        await engine.dispose()
        return rows

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()
