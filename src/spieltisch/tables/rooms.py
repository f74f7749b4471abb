"""All tables that this process has in memory: opens, finds, wakes and forgets them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from spieltisch import games
from spieltisch.tables.bots import Bots
from spieltisch.tables.interfaces import Observer, Occupied, TableMetrics, TableSettings, Unseen
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.questions import Questions
from spieltisch.tables.rebuild import rebuild
from spieltisch.tables.reviews import Reviews
from spieltisch.tables.room import Room
from spieltisch.tables.storage import ASIDE, Bus, Event, Storage, StoreError, now

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"  # nothing that one mixes up when reading it out
ID = 14  # letters of a table's id: 70 bits, so that nobody guesses a private table
SWEPT = 50
CLAIMED = 30_000  # ms for which nobody else looks after a table that is due
STALE = 60.0
BEAT = 5.0  # seconds between signs of life to other servers
SILENT = 15_000  # ms without one after which a server counts as gone

log = logging.getLogger("spieltisch.rooms")


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(ID))


def _who(room: Occupied) -> dict[str, Any]:
    """Which seats are connected here, and who is looking."""
    return {"here": room.local_seats(), "eyes": room.lookers()}


class Rooms:
    def __init__(
        self,
        habits: TableSettings,
        store: Storage,
        bus: Bus,
        bots: Bots,
        figures: TableMetrics,
        secret: str,
    ) -> None:
        self.habits = habits
        self.store = store
        self.bus = bus
        self.bots = bots
        self.figures = figures
        self.secret = secret
        self.origins = bots.thinking.origins
        self.questions = Questions(habits.limits, origins=self.origins)
        self.reviews = Reviews(store, bots.thinking, self.spawn)
        self.base = habits.url.rstrip("/")
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.heard: dict[str, int] = {}  # other server -> when
        self.ready: set[str] = set()  # games that can be played
        self.woken: set[str] = set()  # games whose tables go on where the last server stopped
        self.last_event = 0.0  # when somebody played or came, by the monotonic clock
        self.stopping = False
        self.judging = Counter[str]()  # judgements that people wait for
        self.observer: Observer = Unseen()
        self.stamp: Body = {}  # what every table opened here says of itself

    # Finding and opening

    def link(self, table: str) -> str:
        return f"{self.base}/table/{table}"

    @contextlib.asynccontextmanager
    async def room(self, table: str) -> AsyncIterator[Room]:
        """The table, from memory or by replay; it stays in memory as long as somebody uses it."""
        room = self.rooms.get(table) or await self._load(table)
        room.busy += 1
        try:
            if room.stale:
                await room.catch_up()
            yield room
        finally:
            room.busy -= 1
            room.touched = now()

    async def _load(self, table: str) -> Room:
        """Two who ask at once get the same room."""
        if table not in self.loading:
            task = asyncio.create_task(self._open_room(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(self.loading[table])

    async def _open_room(self, id_: str) -> Room:
        row = await self.store.match(id_) if id_.isalnum() else None  # PostgreSQL refuses a NUL
        if row is None:
            raise Problem("table/unknown")
        if row.game not in games.cards():
            raise Problem("table/rules-changed")
        self.check_ready(row.game)
        try:
            table = await rebuild(self.store, id_, row.seed, row.status)
        except (Problem, StoreError):
            raise
        except Exception as error:
            await self.set_aside(id_, error)
            raise Problem("table/damaged") from None
        room = Room(self, table)
        self.rooms[id_] = room
        try:
            await room.catch_up()  # what was written while we were reading
        except StoreError:
            room.distrust()  # others may have found it here already, so it stays and is mended
        if row.status == ASIDE:
            room.summarise()
        self.announce(room, ask=True)
        alone = not self.bus.shared
        room.tick(0.0 if alone or row.due is None or row.due <= now() else 3.0)
        return room

    async def set_aside(self, id_: str, error: Exception) -> None:
        """A table that cannot be read: the others go on, and whoever sits there is told."""
        told = {"table": id_, "reason": f"{type(error).__name__}: {error}"}
        log.error("a table cannot be read and is set aside", extra=told)
        room = self.rooms.pop(id_, None)
        if room is not None:
            room.close()
            for connection in list(room.connections):
                connection.turn_away(Problem("table/damaged"))
        with contextlib.suppress(StoreError):  # else it is found and set aside once more
            await self.store.set_aside(id_)

    async def drop(self, id_: str) -> None:
        """What is written of a table was changed: whoever has it in memory, here or on another
        server, reads it again; whoever is connected comes back."""
        self._drop(id_)
        if self.bus.shared:
            await self.bus.publish({"match": id_, "from": self.store.server, "drop": True})

    def _drop(self, id_: str) -> None:
        room = self.rooms.pop(id_, None)
        if room is not None:
            room.close()
            for connection in list(room.connections):
                connection.turn_away(Problem("table/changed", wait=1))

    def check_ready(self, game: str) -> None:
        if game not in self.ready:
            raise Problem("game/compiling", wait=5)

    async def open(self, id_: str, body: Body, people: list[str], seed: str | None = None) -> None:
        """Writes a new table; the seed (of its deal, or its own) never leaves the database before
        the match is over."""
        at = now()
        row = {
            "id": id_,
            "game": body["game"],
            "seed": seed or secrets.token_hex(32),
            "public": body["public"],
            "created": at,
            "status": "over" if "record" in body else "open",
            "n": 1,
            "updated": at,
            "acting": 0,
            "due": None,
        }
        await self.store.append(
            id_, Event(1, at, {"what": "create", **body, **self.stamp}), people, row
        )

    # Other servers

    async def hear(self, note: dict[str, Any]) -> None:
        server = note.get("from", "")
        if server == self.store.server and "n" not in note:
            return  # an event of ours may have reached the disk after it was given up for lost
        if server and server != self.store.server:
            self.heard[server] = now()
        if note.get("again"):
            for room in list(self.rooms.values()):
                with contextlib.suppress(Problem):  # it was set aside; the others go on
                    await room.catch_up()
        concerned = self.rooms.get(note.get("match", ""))
        if note.get("drop"):
            self._drop(note["match"])
        elif concerned is not None:
            await self._hear_of(concerned, note, server)

    async def _hear_of(self, room: Room, note: dict[str, Any], server: str) -> None:
        if note.get("n", 0) > room.table.n:
            event = Event(note["n"], note["at"], note["body"]) if "body" in note else None
            try:
                await room.catch_up(event)
            except StoreError:
                room.distrust()  # nobody tells it again
        if "here" in note:
            room.remote[server], room.eyes[server] = note["here"], note.get("eyes", [])
            room.presence_changed(announce=False)
        if note.get("ask"):
            self.announce(room)

    def announce(self, room: Occupied, ask: bool = False) -> None:
        """Tells other servers which seats are connected here."""
        if self.bus.shared and not self.stopping:
            note: dict[str, Any] = {"match": room.table.id, "from": self.store.server}
            self.spawn(self.bus.publish(note | _who(room) | {"ask": ask}))

    async def _beat(self) -> None:
        while True:
            await self.bus.publish({"from": self.store.server})
            await asyncio.sleep(BEAT)
            gone = {server for server, at in self.heard.items() if at < now() - SILENT}
            for server in gone:
                del self.heard[server]
            for room in list(self.rooms.values()):
                if gone & set(room.remote):
                    room.remote = {k: v for k, v in room.remote.items() if k not in gone}
                    room.eyes = {k: v for k, v in room.eyes.items() if k not in gone}
                    room.presence_changed(announce=False)

    # What is due

    async def _sweep(self) -> None:
        """Wakes tables whose bots or clocks must act, and lets idle ones leave memory."""
        checked = 0
        while True:
            try:
                if now() - checked > STALE * 1000:
                    checked = now()
                    await self.store.mark_stale()
                await self._wake_due()
                self._forget_idle()
                self.figures.tables.set(len(self.rooms))
                self.figures.waiting.set(self.bots.thinking.waiting)
            except StoreError as error:
                told = {"reason": str(error)}
                log.warning("the database does not let the tables be looked after", extra=told)
            except Exception:
                log.exception("looking after the tables failed")
            await asyncio.sleep(self.habits.sweep)

    async def _wake_due(self) -> None:
        """Only games that can be played: a claim keeps everybody from looking for a while."""
        ready = set(self.ready)
        fresh = ready - self.woken
        if fresh:
            await self.store.look_again(fresh)
            if not self.bus.shared:
                await self._wake_after_start(fresh)
        self.woken |= ready
        await self._wake(await self.store.due(now(), ready, SWEPT))

    async def _wake_after_start(self, fresh: set[str]) -> None:
        """What was due soon is due now: its previous owner was this server before its restart."""
        await self._wake(await self.store.due(now() + CLAIMED, fresh))

    async def _wake(self, tables: list[tuple[str, int]]) -> None:
        for table, due in tables:
            if not await self.store.claim(table, due, now() + CLAIMED):
                continue
            try:
                async with self.room(table) as room:
                    await room.catch_up()
                    room.tick()
                    room.summarise()
            except Problem as problem:
                log.info("a table that is due waits", extra={"table": table, "code": problem.code})

    def _forget_idle(self) -> None:
        since = now() - int(self.habits.idle * 1000)
        for id_, room in list(self.rooms.items()):
            if room.is_idle(since):
                room.close()
                del self.rooms[id_]

    # Life

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something in the background failed", exc_info=task.exception())

    async def start(self) -> None:
        await self.bus.start(self.hear)
        self.spawn(self._sweep())
        if self.bus.shared:
            self.spawn(self._beat())

    async def stop(self) -> None:
        """Finishes what was accepted; bots that think now will think again after the restart."""
        self.stopping = True
        for room in list(self.rooms.values()):
            async with room.lock:  # a turn on its way to the disk arrives there
                room.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bus.stop()
        await self.store.stop()
