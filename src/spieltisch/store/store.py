"""Reading and writing: events are appended in groups, so that many tables share one disk write."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

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
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.store import sqlite
from spieltisch.store.batches import Answers, Append, Batch
from spieltisch.store.bus import CHANNEL
from spieltisch.store.engine import PATIENCE
from spieltisch.store.pace import Pace
from spieltisch.store.schema import DEVICE, EVENT, MATCH, PERSON, REVIEW, SEAT, SETTING
from spieltisch.store.timeouts import Watch
from spieltisch.tables.storage import ASIDE, Event, Opening, StoreError, Summary, TableRow, now

NOTE = 7_900  # bytes, of the 8,000 that PostgreSQL passes on (JSON is ASCII here)
GROUP = 500  # events in one transaction
LAG = 0.5  # seconds that summaries may wait
HEALTH = "health"  # the setting that is written to see whether writing is possible

log = logging.getLogger("spieltisch.store")


_PUT_SETTING = postgresql.insert(SETTING)
_KEEP_SETTING = _PUT_SETTING.on_conflict_do_update(
    index_elements=["name"], set_={"value": _PUT_SETTING.excluded.value}
)
SUMMARISE = update(MATCH).where(
    MATCH.c.id == bindparam("of"), MATCH.c.n <= bindparam("at_most")
)  # a process that lags behind must not undo what another one has summed up


@dataclass
class Store:
    engine: AsyncEngine
    server: str = ""  # this process, in notes to others
    lag: float = LAG
    patience: float = PATIENCE  # seconds that a silent database is waited for
    waiting: list[Append] = field(default_factory=list)
    newcomers: list[tuple[dict[str, Any], asyncio.Future[bool]]] = field(default_factory=list)
    probes: list[asyncio.Future[bool]] = field(default_factory=list)
    summaries: dict[str, Summary] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _writer: asyncio.Task[None] | None = None
    _sqlite: sqlite.Writer | None = None
    _summed_up: float = 0.0  # when summaries were written last
    _late: bool = False  # summaries have waited long enough
    _stopping: bool = False

    def __post_init__(self) -> None:
        self._watch = Watch(self.engine, self.patience)
        self._answers = Answers()

    @property
    def _postgres(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    def insert(self, table: Any) -> Any:
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
        await self._answers.given()
        if self._sqlite is not None:
            self._sqlite.stop()
        await self.engine.dispose()

    async def append(
        self, match: str, event: Event, people: Sequence[str] = (), opens: Opening | None = None
    ) -> bool:
        """True when the event is on disk; False when another writer has taken its number."""
        return await self.enqueue(match, event, people, opens)

    def enqueue(
        self,
        match: str,
        event: Event,
        people: Sequence[str] = (),
        opens: dict[str, Any] | None = None,
    ) -> asyncio.Future[bool]:
        """The same for whoever does not wait."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append(Append(match, event, done, people, opens))
        self._wake.set()
        return done

    async def add_person(self, person: dict[str, Any]) -> None:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.newcomers.append((person, done))
        self._wake.set()
        await done

    async def probe(self) -> None:
        """Writes something small in the way that events go; StoreError if that is impossible."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.probes.append(done)
        self._wake.set()
        await done

    def summarise(self, summary: Summary) -> None:
        """Notes what lists show of a table; written soon, for many events at once. One that is
        older than the one that waits comes too late."""
        if not self.summaries:
            self._remind()
        waiting = self.summaries.get(summary.match)
        if waiting is None or waiting.n <= summary.n:
            self.summaries[summary.match] = summary

    def _remind(self) -> None:
        """Wakes the writer when summaries are due; one timer costs less than one per event."""
        wait = max(0.0, self._summed_up + self.lag - time.monotonic())
        asyncio.get_running_loop().call_later(wait, self._hurry)

    def _hurry(self) -> None:
        self._late = True
        self._wake.set()

    async def _write_forever(self) -> None:
        pace = Pace(lambda: len(self.waiting))
        while not self._stopping or self._something_waits() or self.summaries:
            await self._until_something_waits()
            await pace.gather()
            batch = self._next_batch()
            pace.begin(len(batch.group))
            try:
                await self._write(batch)
            except Exception as error:
                _tell(error)
                if _is_about_rows(error) and batch.waiting > 1:
                    await self._write_apart(batch)
                else:
                    batch.fail(StoreError(_said(error)))
                if not self._stopping:  # else it would never end; `mark_stale` mends it later
                    self.summaries = batch.summaries | self.summaries
                    self._remind()
                await asyncio.sleep(0.05)

    def _next_batch(self) -> Batch:
        batch = Batch(self.waiting[:GROUP], self.newcomers, self.probes)
        self.waiting, self.newcomers, self.probes = self.waiting[GROUP:], [], []
        if self._stopping or self._late:
            batch.summaries, self.summaries = self.summaries, {}
            self._summed_up, self._late = time.monotonic(), False
        return batch

    async def _write_apart(self, batch: Batch) -> None:
        """One row that the database cannot take must not keep the others from being written."""
        batch.summaries, lost = {}, batch.summaries
        for each in batch.apart():
            try:
                await self._write(each)
            except Exception as error:
                each.fail(StoreError(_said(error)))
        batch.summaries = lost

    def _something_waits(self) -> bool:
        return bool(self.waiting or self.newcomers or self.probes)

    async def _until_something_waits(self) -> None:
        while not (self._stopping or self._something_waits()):
            if self.summaries and self._late:
                return
            self._wake.clear()
            await self._wake.wait()

    async def _write(self, batch: Batch) -> None:
        """Writes all of the batch in one transaction, and tells each event whether it was new."""
        people = [row for row, _ in batch.people]
        settings = [{"name": HEALTH, "value": str(now())}] if batch.probes else []
        summaries = [summary.row() for summary in batch.summaries.values()]
        if self._sqlite is not None:
            events = [(append.row(), append.opens, append.seats()) for append in batch.group]
            found = await self._sqlite.write(events, summaries, people, settings)
            batch.succeed(found, self._answers)
            return
        with self._watch.within():
            async with self.engine.begin() as connection:
                if settings:
                    await connection.execute(_KEEP_SETTING, settings)
                if people:
                    await connection.execute(self.insert(PERSON), people)
                written = await self._write_events(connection, batch.group) if batch.group else ()
                if summaries:
                    await connection.execute(SUMMARISE, summaries)
        new = [(append.match, append.event.n) in written for append in batch.group]
        batch.succeed(new, self._answers)

    async def _write_events(
        self, connection: AsyncConnection, group: Sequence[Append]
    ) -> set[tuple[str, int]]:
        insert = self.insert(EVENT).on_conflict_do_nothing().returning(EVENT.c.match, EVENT.c.n)
        result = await connection.execute(insert, [append.row() for append in group])
        written = {(match, n) for match, n in result}
        fresh = [append for append in group if (append.match, append.event.n) in written]
        opened = [append.opens for append in fresh if append.opens is not None]
        if opened:
            await connection.execute(self.insert(MATCH), opened)
        people = [seat for append in fresh for seat in append.seats()]
        if people:
            await connection.execute(self.insert(SEAT).on_conflict_do_nothing(), people)
        if fresh:
            await self._notify(connection, fresh)
        return written

    async def _notify(self, connection: AsyncConnection, fresh: Sequence[Append]) -> None:
        """Sent by PostgreSQL when the transaction is committed, to all servers."""
        notes = [{"note": self._note(append)} for append in fresh]
        await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :note)"), notes)

    def _note(self, append: Append) -> str:
        """With the event itself, so that nobody has to read it, as far as NOTIFY takes it."""
        event = append.event
        note: dict[str, Any] = {"match": append.match, "n": event.n, "from": self.server}
        whole = json.dumps({**note, "at": event.at, "body": event.body})
        return whole if len(whole) <= NOTE else json.dumps(note)

    # Reading

    async def events(self, match: str, after: int = 0) -> list[Event]:
        found = await self.fetch(
            select(EVENT.c.n, EVENT.c.at, EVENT.c.body)
            .where(EVENT.c.match == match, EVENT.c.n > after)
            .order_by(EVENT.c.n)
        )
        return [Event(row.n, row.at, loads(row.body)) for row in found]

    async def match(self, match: str) -> TableRow | None:
        found = await self.fetch(select(MATCH).where(MATCH.c.id == match))
        return cast(TableRow, found[0]) if found else None

    async def lobby(self, limit: int) -> list[str]:
        """Public tables that wait for people or are being played, the newest first."""
        wanted = MATCH.c.public & MATCH.c.status.in_(["open", "playing"])
        query = select(MATCH.c.id).where(wanted)
        found = await self.fetch(
            query.order_by(MATCH.c.status, MATCH.c.created.desc()).limit(limit)
        )
        return [row.id for row in found]

    async def tables_of(self, person: str, limit: int) -> list[str]:
        joined = select(MATCH.c.id).join(SEAT, SEAT.c.match == MATCH.c.id)
        found = await self.fetch(
            joined.where(SEAT.c.person == person).order_by(MATCH.c.updated.desc()).limit(limit)
        )
        return [row.id for row in found]

    async def due(
        self, at: int, games: Iterable[str], limit: int | None = None
    ) -> list[tuple[str, int]]:
        """Tables of these games that somebody must look after by then."""
        wanted = (MATCH.c.due <= at) & MATCH.c.game.in_(sorted(games))
        found = await self.fetch(
            select(MATCH.c.id, MATCH.c.due).where(wanted).order_by(MATCH.c.due).limit(limit)
        )
        return [(row.id, row.due) for row in found]

    async def claim(self, match: str, due: int, until: int) -> bool:
        """Whether this process looks after the table now; another may have been faster."""
        wanted = (MATCH.c.id == match) & (MATCH.c.due == due)
        return bool(await self.change(update(MATCH).where(wanted).values(due=until)))

    async def mark_stale(self) -> int:
        """After a crash summaries may lag behind the events: have those tables looked at."""
        last = select(func.max(EVENT.c.n)).where(EVENT.c.match == MATCH.c.id).scalar_subquery()
        stale = MATCH.c.status.not_in(["over", ASIDE]) & (MATCH.c.n < last)
        return await self.change(update(MATCH).where(stale).values(due=0))

    async def set_aside(self, match: str) -> None:
        """Nobody looks after a table that cannot be read, until `look_again`."""
        wanted = (MATCH.c.id == match) & (MATCH.c.status != "over")
        await self.change(update(MATCH).where(wanted).values(status=ASIDE, due=None))

    async def look_again(self, games: Iterable[str]) -> int:
        """What could not be read may be read by this version."""
        wanted = (MATCH.c.status == ASIDE) & MATCH.c.game.in_(sorted(games))
        return await self.change(update(MATCH).where(wanted).values(due=0))

    async def played(self) -> list[str]:
        """Matches that are, or (since a summary may lag behind a quick match) may be, over."""
        kept = MATCH.c.status != "closed"
        found = await self.fetch(select(MATCH.c.id).where(kept).order_by(MATCH.c.created))
        return [row.id for row in found]

    async def review(self, match: str, version: int) -> dict[str, Any] | None:
        """What is kept of a review, if it was made by this version."""
        wanted = (REVIEW.c.match == match) & (REVIEW.c.version == version)
        found = await self.fetch(select(REVIEW.c.body).where(wanted))
        return loads(found[0].body) if found else None

    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None:
        row = {"match": match, "version": version, "body": dumps(body).decode()}
        put = self.insert(REVIEW).values(row)
        kept = put.on_conflict_do_update(index_elements=["match"], set_=row)
        await self.change(kept)

    async def reviewed(self, person: str, version: int, limit: int) -> list[str]:
        """The matches of a person of which reviews are kept, the latest first."""
        joined = select(MATCH.c.id).join(SEAT, SEAT.c.match == MATCH.c.id)
        joined = joined.join(REVIEW, REVIEW.c.match == MATCH.c.id)
        wanted = (SEAT.c.person == person) & (REVIEW.c.version == version)
        found = await self.fetch(joined.where(wanted).order_by(MATCH.c.updated.desc()).limit(limit))
        return [row.id for row in found]

    async def read(self) -> None:
        """StoreError where nothing can be read."""
        await self.fetch(select(SETTING.c.name).limit(1))

    async def fetch(self, query: Select[Any]) -> list[Row[Any]]:
        with _in_our_words(), self._watch.within():
            async with self.engine.connect() as connection:
                try:
                    return list((await connection.execute(query)).all())
                except DBAPIError:
                    await connection.invalidate()  # a reader that met a full disk stays broken
                    raise

    async def change(self, statement: Executable) -> int:
        """Runs one statement at once; returns the number of rows changed."""
        with _in_our_words(), self._watch.within():
            async with self.engine.begin() as connection:
                result: CursorResult[Any] = await connection.execute(statement)
                return int(result.rowcount)

    async def change_together(self, statements: Iterable[Executable]) -> None:
        """Runs several statements in one transaction."""
        async with self.together() as connection:
            for statement in statements:
                await connection.execute(statement)

    @contextlib.asynccontextmanager
    async def together(self) -> AsyncIterator[AsyncConnection]:
        """One transaction. What goes wrong in it is the database's: StoreError."""
        with _in_our_words(), self._watch.within():
            async with self.engine.begin() as connection:
                yield connection

    # People and settings

    async def person(self, token: str) -> Row[Any] | None:
        """By the key of the first device, or of one that was added by a recovery code."""
        added = select(DEVICE.c.person).where(DEVICE.c.token == token)
        wanted = (PERSON.c.token == token) | PERSON.c.id.in_(added)
        found = await self.fetch(select(PERSON).where(wanted))
        return found[0] if found else None

    async def rename(self, person: str, name: str) -> None:
        await self.change(update(PERSON).where(PERSON.c.id == person).values(name=name))

    async def secret(self, name: str, made: str = "") -> str:
        """A value, random unless one is handed in, that all servers of this database share."""
        fresh = {"name": name, "value": made or secrets.token_hex(32)}
        await self.change(self.insert(SETTING).values(fresh).on_conflict_do_nothing())
        found = await self.fetch(select(SETTING.c.value).where(SETTING.c.name == name))
        return str(found[0].value)


@contextlib.contextmanager
def _in_our_words() -> Iterator[None]:
    """Any error, since drivers have errors of their own while they connect."""
    try:
        yield
    except Exception as error:
        raise StoreError(_said(error)) from error


def _said(error: Exception) -> str:
    """What a database says, without the statement and what SQLAlchemy adds."""
    return str(error).partition("\n")[0] or type(error).__name__


def _tell(error: Exception) -> None:
    """What a database says is a sentence for the host; anything else is a fault of ours."""
    ours = not isinstance(error, SQLAlchemyError | sqlite3.Error | OSError)
    if ours and not type(error).__module__.startswith("asyncpg"):
        log.exception("a group of events could not be written")
    else:
        log.error("the database refused a group of events", extra={"reason": _said(error)})


def _is_about_rows(error: Exception) -> bool:
    """Whether what was to be written is at fault, rather than the database."""
    rows = DataError | IntegrityError | sqlite3.IntegrityError | TypeError | ValueError
    return isinstance(error, rows)
