"""Reading and writing: events are appended in groups, so that many tables share one disk write."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from orjson import dumps, loads
from sqlalchemy import (
    CursorResult,
    Executable,
    Row,
    Select,
    bindparam,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.store import sqlite
from spieltisch.store.bus import CHANNEL
from spieltisch.store.schema import EVENT, MATCH, PERSON, SEAT, SETTING

GROUP = 500  # events in one transaction
APART = 0.005  # seconds between two transactions under load: fewer of them cost all tables less
LAG = 0.5  # seconds that summaries may wait

log = logging.getLogger("spieltisch.store")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Event:
    n: int
    at: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Append:
    """One event to be written, and the people who are at the table because of it."""

    match: str
    event: Event
    done: asyncio.Future[bool]
    people: Sequence[str] = ()
    opens: dict[str, Any] | None = None  # the row of a new table

    def row(self) -> dict[str, Any]:
        body = dumps(self.event.body).decode()
        return {"match": self.match, "n": self.event.n, "at": self.event.at, "body": body}

    def seats(self) -> list[dict[str, Any]]:
        return [{"match": self.match, "person": person} for person in self.people]


@dataclass
class Summary:
    match: str
    status: str
    n: int
    updated: int
    acting: int
    due: int | None

    def row(self) -> dict[str, Any]:
        row = dict(vars(self))
        return row | {"of": row.pop("match"), "at_most": self.n}


SUMMARISE = update(MATCH).where(
    MATCH.c.id == bindparam("of"), MATCH.c.n <= bindparam("at_most")
)  # a process that lags behind must not undo what another one has summed up


@dataclass
class Store:
    engine: AsyncEngine
    server: str = ""  # this process, in notes to others
    lag: float = LAG
    waiting: list[Append] = field(default_factory=list)
    newcomers: list[tuple[dict[str, Any], asyncio.Future[bool]]] = field(default_factory=list)
    summaries: dict[str, Summary] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _writer: asyncio.Task[None] | None = None
    _sqlite: sqlite.Writer | None = None
    _summed_up: float = 0.0  # when summaries were written last
    _late: bool = False  # summaries have waited long enough
    _stopping: bool = False

    @property
    def _postgres(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    def _insert(self, table: Any) -> Any:
        return (postgresql if self._postgres else sqlite_dialect).insert(table)

    # Writing

    def start(self) -> None:
        if not self._postgres:
            assert self.engine.url.database is not None
            self._sqlite = sqlite.Writer(self.engine.url.database)
        self._writer = asyncio.create_task(self._write_forever())

    async def stop(self) -> None:
        """Writes what was accepted, then closes."""
        self._stopping = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        if self._sqlite is not None:
            self._sqlite.stop()
        await self.engine.dispose()

    async def append(
        self,
        match: str,
        event: Event,
        people: Sequence[str] = (),
        opens: dict[str, Any] | None = None,
    ) -> bool:
        """True when the event is on disk; False when another writer has taken its number."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append(Append(match, event, done, people, opens))
        self._wake.set()
        return await done

    async def add_person(self, person: dict[str, Any]) -> None:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.newcomers.append((person, done))
        self._wake.set()
        await done

    def summarise(self, summary: Summary) -> None:
        """Notes what lists show of a table; written soon, for many events at once."""
        if not self.summaries:
            self._remind()
        self.summaries[summary.match] = summary

    def _remind(self) -> None:
        """Wakes the writer when summaries are due; one timer costs less than one per event."""
        wait = max(0.0, self._summed_up + self.lag - time.monotonic())
        asyncio.get_running_loop().call_later(wait, self._hurry)

    def _hurry(self) -> None:
        self._late = True
        self._wake.set()

    async def _write_forever(self) -> None:
        began = 0.0
        while not self._stopping or self.waiting or self.newcomers or self.summaries:
            await self._until_something_waits()
            await asyncio.sleep(max(0.0, began + APART - time.monotonic()))
            began = time.monotonic()
            group, self.waiting = self.waiting[:GROUP], self.waiting[GROUP:]
            people, self.newcomers = self.newcomers, []
            summaries: dict[str, Summary] = {}
            if self._stopping or self._late:
                summaries, self.summaries = self.summaries, {}
                self._summed_up, self._late = time.monotonic(), False
            waiting = [append.done for append in group] + [done for _, done in people]
            try:
                rows = [row for row, _ in people]
                written = await self._write(group, list(summaries.values()), rows)
            except Exception as error:
                log.exception("the database refused a group of events")
                for done in waiting:
                    if not done.done():
                        done.set_exception(StoreError(str(error)))
                if not self._stopping:  # else it would never end; `mark_stale` mends it later
                    self.summaries = summaries | self.summaries
                    self._remind()
                await asyncio.sleep(0.05)
                continue
            for done, answer in zip(waiting, [*written, *(True for _ in people)], strict=True):
                if not done.done():
                    done.set_result(answer)

    async def _until_something_waits(self) -> None:
        while not (self._stopping or self.waiting or self.newcomers):
            if self.summaries and self._late:
                return
            self._wake.clear()
            await self._wake.wait()

    async def _write(
        self,
        group: Sequence[Append],
        summaries: Sequence[Summary],
        people: Sequence[dict[str, Any]],
    ) -> list[bool]:
        """Whether each event was written: all of the group in one transaction."""
        if self._sqlite is not None:
            events = [(append.row(), append.opens, append.seats()) for append in group]
            rows = [summary.row() for summary in summaries]
            return await self._sqlite.write(events, rows, people)
        async with self.engine.begin() as connection:
            if people:
                await connection.execute(self._insert(PERSON), people)
            written = await self._write_events(connection, group) if group else set()
            if summaries:
                await connection.execute(SUMMARISE, [summary.row() for summary in summaries])
        return [(append.match, append.event.n) in written for append in group]

    async def _write_events(
        self, connection: AsyncConnection, group: Sequence[Append]
    ) -> set[tuple[str, int]]:
        insert = self._insert(EVENT).on_conflict_do_nothing().returning(EVENT.c.match, EVENT.c.n)
        result = await connection.execute(insert, [append.row() for append in group])
        written = {(match, n) for match, n in result}
        fresh = [append for append in group if (append.match, append.event.n) in written]
        opened = [append.opens for append in fresh if append.opens is not None]
        if opened:
            await connection.execute(self._insert(MATCH), opened)
        people = [seat for append in fresh for seat in append.seats()]
        if people:
            await connection.execute(self._insert(SEAT).on_conflict_do_nothing(), people)
        if fresh:
            await self._notify(connection, fresh)
        return written

    async def _notify(self, connection: AsyncConnection, fresh: Sequence[Append]) -> None:
        """Sent by PostgreSQL when the transaction is committed, to all servers."""
        notes = [
            {"note": json.dumps({"match": a.match, "n": a.event.n, "from": self.server})}
            for a in fresh
        ]
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :note)"), notes)

    # Reading

    async def events(self, match: str, after: int = 0) -> list[Event]:
        found = await self._all(
            select(EVENT.c.n, EVENT.c.at, EVENT.c.body)
            .where(EVENT.c.match == match, EVENT.c.n > after)
            .order_by(EVENT.c.n)
        )
        return [Event(row.n, row.at, loads(row.body)) for row in found]

    async def match(self, match: str) -> Row[Any] | None:
        found = await self._all(select(MATCH).where(MATCH.c.id == match))
        return found[0] if found else None

    async def lobby(self, limit: int) -> list[str]:
        """Public tables that wait for people or are being played, the newest first."""
        wanted = MATCH.c.public & MATCH.c.status.in_(["open", "playing"])
        query = select(MATCH.c.id).where(wanted)
        found = await self._all(query.order_by(MATCH.c.status, MATCH.c.created.desc()).limit(limit))
        return [row.id for row in found]

    async def tables_of(self, person: str, limit: int) -> list[str]:
        joined = select(MATCH.c.id).join(SEAT, SEAT.c.match == MATCH.c.id)
        found = await self._all(
            joined.where(SEAT.c.person == person).order_by(MATCH.c.updated.desc()).limit(limit)
        )
        return [row.id for row in found]

    async def due(
        self, at: int, games: Iterable[str], limit: int | None = None
    ) -> list[tuple[str, int]]:
        """Tables of these games that somebody must look after by then."""
        wanted = (MATCH.c.due <= at) & MATCH.c.game.in_(sorted(games))
        found = await self._all(
            select(MATCH.c.id, MATCH.c.due).where(wanted).order_by(MATCH.c.due).limit(limit)
        )
        return [(row.id, row.due) for row in found]

    async def claim(self, match: str, due: int, until: int) -> bool:
        """Whether this process looks after the table now; another may have been faster."""
        wanted = (MATCH.c.id == match) & (MATCH.c.due == due)
        return bool(await self._change(update(MATCH).where(wanted).values(due=until)))

    async def mark_stale(self) -> int:
        """After a crash summaries may lag behind the events: have those tables looked at."""
        last = select(func.max(EVENT.c.n)).where(EVENT.c.match == MATCH.c.id).scalar_subquery()
        stale = (MATCH.c.status != "over") & (MATCH.c.n < last)
        return await self._change(update(MATCH).where(stale).values(due=0))

    async def played(self) -> list[str]:
        """Matches that are, or (since a summary may lag behind a quick match) may be, over."""
        kept = MATCH.c.status != "closed"
        found = await self._all(select(MATCH.c.id).where(kept).order_by(MATCH.c.created))
        return [row.id for row in found]

    async def is_well(self) -> bool:
        return bool((await self._all(select(1)))[0][0] == 1)

    async def _all(self, query: Select[Any]) -> list[Row[Any]]:
        with _in_our_words():
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).all())

    async def _change(self, statement: Executable) -> int:
        """Runs one statement at once; so many rows were changed."""
        with _in_our_words():
            async with self.engine.begin() as connection:
                result: CursorResult[Any] = await connection.execute(statement)
                return int(result.rowcount)

    # People and settings

    async def person(self, token: str) -> Row[Any] | None:
        found = await self._all(select(PERSON).where(PERSON.c.token == token))
        return found[0] if found else None

    async def rename(self, person: str, name: str) -> None:
        await self._change(update(PERSON).where(PERSON.c.id == person).values(name=name))

    async def secret(self, name: str) -> str:
        """A random value that all servers of this database share."""
        fresh = {"name": name, "value": secrets.token_hex(32)}
        await self._change(self._insert(SETTING).values(fresh).on_conflict_do_nothing())
        found = await self._all(select(SETTING.c.value).where(SETTING.c.name == name))
        return str(found[0].value)


class StoreError(Exception):
    """The database does not answer; nothing was acknowledged."""


@contextlib.contextmanager
def _in_our_words() -> Iterator[None]:
    """Any error, since drivers have errors of their own while they connect."""
    try:
        yield
    except Exception as error:
        raise StoreError(str(error)) from error
