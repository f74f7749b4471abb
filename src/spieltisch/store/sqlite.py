"""The writer of a SQLite file: one connection in one thread, so that a commit costs one hop.

SQLAlchemy does the same through a thread per connection, one hop per statement; that took longer
than the rest of a turn. Each row that is stepped through gives the interpreter's lock away, and the
busy thread of the tables gives it back only after a while: so many rows go into one statement.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Table

from spieltisch.store.engine import harden
from spieltisch.store.schema import EVENT, MATCH, PERSON, SEAT, SETTING

SUMMARISE = """UPDATE "match" SET status = new.status, n = new.n, updated = new.updated,
acting = new.acting, due = new.due
FROM (SELECT column1 AS of, column2 AS status, column3 AS n, column4 AS updated, column5 AS acting,
column6 AS due FROM (VALUES {})) AS new WHERE "match".id = new.of AND "match".n <= new.n"""
SUMMARY = ("of", "status", "n", "updated", "acting", "due")
AT_ONCE = 500  # rows in one statement

Row = dict[str, Any]


def _insert(table: Table, otherwise: str = "") -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'INSERT {otherwise} INTO "{table.name}" ({columns}) VALUES {{}}'


def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns)


ADD_EVENT = _insert(EVENT, "OR IGNORE")
ADD_EVENTS = _insert(EVENT)
ADD_SEAT = _insert(SEAT, "OR IGNORE")
KEEP_SETTING = _insert(SETTING, "OR REPLACE")
ADD_MATCH, ADD_PERSON = _insert(MATCH), _insert(PERSON)


def _run(
    connection: sqlite3.Connection, statement: str, names: Sequence[str], rows: Sequence[Row]
) -> int:
    """Runs a statement over all rows; returns the number of rows changed."""
    changed = 0
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        place = f"({', '.join('?' * len(names))})"
        values = [row[name] for row in some for name in names]
        changed += connection.execute(
            statement.format(", ".join([place] * len(some))), values
        ).rowcount
    return changed


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
        settings: Sequence[Row] = (),
    ) -> list[bool]:
        """Whether each event (with the row of a new table and its people) was written."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self.thread, self._write, events, summaries, people, settings
        )

    def _write(
        self,
        events: Sequence[tuple[Row, Row | None, Iterable[Row]]],
        summaries: Sequence[Row],
        people: Sequence[Row],
        settings: Sequence[Row],
    ) -> list[bool]:
        connection = self._connected()
        more = summaries or people or settings or any(opens or seats for _, opens, seats in events)
        rows = [event for event, _, _ in events]
        if not more and len(rows) <= AT_ONCE and self._add_at_once(connection, rows):
            return [True] * len(rows)
        try:
            connection.execute("BEGIN IMMEDIATE")
            _run(connection, KEEP_SETTING, _names(SETTING), settings)
            _run(connection, ADD_PERSON, _names(PERSON), people)
            written = self._add(connection, rows)
            fresh = [each for each, new in zip(events, written, strict=True) if new]
            opened = [opens for _, opens, _ in fresh if opens is not None]
            _run(connection, ADD_MATCH, _names(MATCH), opened)
            seats = [seat for _, _, seated in fresh for seat in seated]
            _run(connection, ADD_SEAT, _names(SEAT), seats)
            _run(connection, SUMMARISE, SUMMARY, summaries)
            connection.execute("COMMIT")
        except BaseException:
            self._drop(connection)
            raise
        return written

    def _add_at_once(self, connection: sqlite3.Connection, events: Sequence[Row]) -> bool:
        """Events alone, as most are written: one statement is a transaction of its own, and the
        interpreter's lock is waited for once in place of six times. False where a number was taken:
        then nothing was written."""
        try:
            _run(connection, ADD_EVENTS, _names(EVENT), events)
        except sqlite3.IntegrityError:
            return False
        except BaseException:
            self._drop(connection)
            raise
        return True

    def _drop(self, connection: sqlite3.Connection) -> None:
        """What could not be written may not be taken back either (a full disk): a new connection
        begins where the file is, and cannot be caught in an old transaction."""
        self.connection = None
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()
        with contextlib.suppress(sqlite3.Error):
            connection.close()

    def _add(self, connection: sqlite3.Connection, events: Sequence[Row]) -> list[bool]:
        """Whether each was new: together, and only where a number was taken one by one."""
        names = _names(EVENT)
        if len(events) == 1:
            return [_run(connection, ADD_EVENT, names, events) == 1]
        connection.execute("SAVEPOINT together")
        if _run(connection, ADD_EVENT, names, events) == len(events):
            connection.execute("RELEASE together")
            return [True] * len(events)
        connection.execute("ROLLBACK TO together")
        return [_run(connection, ADD_EVENT, names, [event]) == 1 for event in events]

    def _connected(self) -> sqlite3.Connection:
        if self.connection is None:
            fresh = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            try:
                harden(fresh)
            except BaseException:
                fresh.close()
                raise
            self.connection = fresh
        return self.connection

    def stop(self) -> None:
        self.thread.shutdown()
        if self.connection is not None:
            self.connection.close()
