"""The writer of a SQLite file: one connection in one thread, so that a commit costs one hop.

SQLAlchemy does the same through a thread per connection, one hop per statement; that took longer
than the rest of a turn.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Table

from spieltisch.store.engine import harden
from spieltisch.store.schema import EVENT, MATCH, PERSON, SEAT

SUMMARISE = """UPDATE "match" SET status = :status, n = :n, updated = :updated, acting = :acting,
due = :due WHERE id = :of AND n <= :at_most"""

Row = dict[str, Any]


def _insert(table: Table, otherwise: str = "") -> str:
    names = [column.name for column in table.columns]
    values = ", ".join(f":{name}" for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    return f'INSERT {otherwise} INTO "{table.name}" ({columns}) VALUES ({values})'


ADD_EVENT = _insert(EVENT, "OR IGNORE")
ADD_SEAT = _insert(SEAT, "OR IGNORE")
ADD_MATCH, ADD_PERSON = _insert(MATCH), _insert(PERSON)


class Writer:
    def __init__(self, path: str) -> None:
        self.path = path
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.connection: sqlite3.Connection | None = None

    async def write(
        self,
        events: Sequence[tuple[Row, Row | None, Iterable[Row]]],
        summaries: Sequence[Row],
        people: Sequence[Row],
    ) -> list[bool]:
        """Whether each event (with the row of a new table and its people) was written."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, self._write, events, summaries, people)

    def _write(
        self,
        events: Sequence[tuple[Row, Row | None, Iterable[Row]]],
        summaries: Sequence[Row],
        people: Sequence[Row],
    ) -> list[bool]:
        connection = self._connected()
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(ADD_PERSON, people)
            written = [self._add(connection, *each) for each in events]
            connection.executemany(SUMMARISE, summaries)
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
        return written

    def _add(
        self, connection: sqlite3.Connection, event: Row, opens: Row | None, seats: Iterable[Row]
    ) -> bool:
        if connection.execute(ADD_EVENT, event).rowcount != 1:
            return False
        if opens is not None:
            connection.execute(ADD_MATCH, opens)
        connection.executemany(ADD_SEAT, seats)
        return True

    def _connected(self) -> sqlite3.Connection:
        if self.connection is None:
            self.connection = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False
            )
            harden(self.connection)
        return self.connection

    def stop(self) -> None:
        self.thread.shutdown()
        if self.connection is not None:
            self.connection.close()
