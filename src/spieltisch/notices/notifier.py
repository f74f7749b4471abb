"""Looks at tables where something happened, queues what is due, and sends it.

Beside the game, never in its way: tables only note that something happened (`took`). What is due
is worked out from a table as it stands, so a crash loses nothing: what was not examined is examined
after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from spieltisch.notices import sentences
from spieltisch.notices.due import Due, standing
from spieltisch.notices.queue import Channel, Notice, Queue
from spieltisch.notices.senders import Dead, NotNow, Senders
from spieltisch.notices.sending_slots import SendingSlots
from spieltisch.notices.sentences import Item, Message, Reader, zone_of
from spieltisch.store.store import Store
from spieltisch.tables import break_plans, breaks
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.storage import StoreError, now
from spieltisch.tables.table import Table

SETTLE = 5_000  # ms: what becomes due in the meantime goes into the same message
BATCH = 50
ALSO = 5  # further tables that a message names
LOOK_BACK = 60 * breaks.DAY
HEARING = 0.5  # seconds that other servers have to say who looks at a table

log = logging.getLogger("spieltisch.notices")


def send_at(due: Due, mode: str, channel: Channel, at: int) -> int:
    """When something that is due goes out by this channel."""
    if mode == "daily":
        return next_digest(max(due.at, at), channel)
    return due.at if due.at > at else at + SETTLE


def next_digest(after: int, channel: Channel) -> int:
    zone = zone_of(channel.zone)
    then = datetime.fromtimestamp(after / 1000, zone)
    found = then.replace(hour=channel.hour, minute=0, second=0, microsecond=0)
    if found < then:
        found = (found.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return int(found.timestamp() * 1000)


def of_one_message(notices: list[Notice]) -> list[Notice]:
    """Those that go out together. A message that may have arrived keeps its id and gets nothing
    new: whoever has seen that id would not look at it again. The rest follows by itself."""
    begun = next((notice.message for notice in notices if notice.message), None)
    return [notice for notice in notices if begun is None or notice.message == begun]


class Notifier:
    """The observer of all tables, and the worker of the queue."""

    def __init__(self, rooms: Rooms, store: Store, senders: Senders, secret: str) -> None:
        self.rooms = rooms
        self.queue = Queue(store)
        self.senders = senders
        self.secret = secret
        self.dirty: dict[str, None] = {}  # tables where something happened, in order
        self.seen: dict[tuple[str, str], int] = {}  # person, table -> event; to be written
        self.looked_back: set[str] = set()  # games whose tables were searched after the start
        self.slots = SendingSlots()
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    # What tables tell

    def took(self, table: Table) -> None:
        if any(seat.kind == "person" for seat in table.seats):
            self.dirty[table.id] = None

    def looked_away(self, person: str, table: Table) -> None:
        self.seen[person, table.id] = table.n

    # Life

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        working = [*self._sending, *([self._task] if self._task else [])]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        with contextlib.suppress(StoreError):
            await self._write_seen()

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(self.rooms.habits.sweep)
            try:
                await self._look()
                await self._send_due()
            except StoreError as error:
                log.warning("the database keeps messages waiting", extra={"reason": str(error)})
            except Exception:
                log.exception("looking after messages failed")

    async def step(self) -> None:
        """Everything that is to be done now, to its end."""
        await self._look()
        tried: set[str] = set()
        while begun := await self._send_due(tried):
            tried |= begun
            await asyncio.gather(*self._sending)

    async def _look(self) -> None:
        await self._write_seen()
        await self._look_back()
        await self._examine_all()

    async def _send_due(self, tried: Iterable[str] = ()) -> set[str]:
        """Begins to send what is due and has a place; the next look finds the rest. By which ways
        something was begun."""
        begun = set[str]()
        for way in await self.queue.due(now(), BATCH, [*self.slots.sending, *tried]):
            if self.slots.has_room(way):
                task = asyncio.create_task(self.slots.send(way, self._deliver))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
                await asyncio.sleep(0)  # it takes its place
                begun.add(way[0])
        return begun

    async def _deliver(self, channel: str) -> bool:
        """Whether a message arrived. What goes wrong with one is the business of no other."""
        try:
            return await self.deliver(channel)
        except StoreError as error:
            log.warning("the database keeps a message waiting", extra={"reason": str(error)})
        except Exception:
            log.exception("a message failed", extra={"channel": channel})
            with contextlib.suppress(StoreError):
                await self.queue.set_aside(channel, now())
        return False

    async def _write_seen(self) -> None:
        seen, self.seen = self.seen, {}
        try:
            await self.queue.note_seen(seen)
        except StoreError:
            self.seen = seen | self.seen
            raise

    async def _look_back(self) -> None:
        """What happened before this server started, and nobody examined."""
        fresh = set(self.rooms.ready) - self.looked_back
        if fresh:
            for table in await self.queue.unexamined(now() - LOOK_BACK):
                self.dirty[table] = None
            await self.queue.tidy(now())
            self.looked_back |= fresh

    # What is due

    async def _examine_all(self) -> None:
        quiet = await self._nobody_to_tell(list(self.dirty))
        for table in list(self.dirty):
            del self.dirty[table]
            if table in quiet:
                continue
            try:
                await self.examine(table)
            except Problem as problem:
                if problem.code != "game/compiling":  # then it is looked for again
                    log.info("a table is not examined", extra={"code": problem.code})
            except StoreError:
                self.dirty[table] = None
                raise
            except Exception:  # the others go on; its next event has it examined again
                log.exception("a table cannot be examined", extra={"table": table})

    async def _nobody_to_tell(self, tables: Sequence[str]) -> set[str]:
        """Of tables in memory, those where nobody wants messages: asked for all of them at once,
        since on a busy server most are such, and each question is a query."""
        people: dict[str, set[str]] = {}
        for id_ in tables:
            room = self.rooms.rooms.get(id_)
            slow = room is not None and (room.table.clock or {}).get("kind") == "slow"
            if room is not None and not slow:
                people[id_] = {who for place in room.table.seats for who in place.holders}
        everyone = {who for some in people.values() for who in some}
        told = {channel.person for channel in await self.queue.channels(everyone)}
        return {id_ for id_, some in people.items() if not some & told}

    async def examine(self, id_: str) -> None:
        async with self.rooms.room(id_) as room:
            people = sorted({who for place in room.table.seats for who in place.holders})
            await self.send_away(room, people)
            channels = [c for c in await self.queue.channels(people) if c.confirmed]
            if not channels:
                return
            table, at = room.table, now()
            choices = await self.queue.choices([channel.id for channel in channels])
            seen = await self._seen(room, people)
            found: list[tuple[str, Due, int]] = []
            for channel in channels:
                mode = choices.get((channel.id, id_), channel.mode)
                for due in standing(table, channel.person, seen[channel.person], at):
                    if mode != "never":
                        found.append((channel.id, due, send_at(due, mode, channel, at)))
            await self.queue.add(id_, table.n, found)

    async def _seen(self, room: Room, people: Sequence[str]) -> dict[str, int]:
        """The last event that each of them saw: what one did oneself one has seen."""
        kept, table = await self.queue.seen(room.table.id), room.table
        found = {}
        for person in people:
            lately = self.seen.get((person, table.id), 0)
            own = table.milestones.own.get(person, 0)
            here = table.n if room.looks(person) else 0
            found[person] = max(kept.get(person, 0), lately, own, here)
        return found

    async def send_away(self, room: Room, people: Sequence[str]) -> None:
        """Holidays are of a person; the clocks that they stop are of tables."""
        table = room.table
        if table.status != "playing" or not table.clock or table.clock["kind"] != "slow":
            return
        for person, days in (await self.queue.holidays(people)).items():
            spans = [(begins, ends) for _, begins, ends in days]
            if days or table.breaks.away:
                await room.submit(
                    lambda who=person, off=spans: break_plans.plan_away(table, who, off, now())  # type: ignore[misc]
                )

    # Sending

    async def deliver(self, id_: str) -> bool:
        """One message by one channel, if there is still something to say; whether it arrived."""
        if not await self.queue.take(id_, now()):
            return False
        row = await self.queue.channel(id_)
        if row is None:
            return False
        channel = Channel.of(row)
        try:
            message, notices = await self.compose(channel)
            if message is not None:
                await self.queue.name(notices, message.id)
                await self.senders.send(channel, message, now())
            await self.queue.finish(id_, notices)
            return message is not None
        except Dead as error:
            log.info(
                "a notification channel is dropped", extra={"kind": channel.kind, "why": str(error)}
            )
            await self.queue.drop(id_)
        except NotNow as error:
            told = {"kind": channel.kind, "why": str(error), "fails": channel.fails + 1}
            log.warning("a message waits", extra=told)
            await self.queue.failed(channel, str(error), now())
        except Problem:
            await self.queue.release(id_)  # a game is being compiled
        return False

    async def compose(self, channel: Channel) -> tuple[Message | None, list[Notice]]:
        """What is still worth saying. The rest is moot, or waits until its new time."""
        notices = of_one_message(await self.queue.of(channel.id, now()))
        choices = await self.queue.choices([channel.id])
        by_table: dict[str, list[Notice]] = {}
        for notice in notices:
            by_table.setdefault(notice.match, []).append(notice)
        items: list[Item] = []
        kept: list[Notice] = []
        for table, some in by_table.items():
            mode = choices.get((channel.id, table), channel.mode)
            item, valid = await self._item(channel, table, some, mode)
            if item is not None:
                items.append(item)
                kept += valid
        if not items:
            return None, []
        also = await self._also(channel, {item.table for item in items})
        id_ = next((n.message for n in kept if n.message), None) or secrets.token_hex(12)
        return self.message(channel, id_, items, also), kept

    def message(self, channel: Channel, id_: str, items: list[Item], also: list[Item]) -> Message:
        return Message(id_, channel.lang, items, also, channel.base, self.stop_key(channel.id))

    async def try_out(self, channel: Channel) -> None:
        """A message that says what messages look like."""
        texts = sentences.TEXTS[channel.lang]
        item = Item("", "Spieltisch", texts["test"], [texts["test.text"]], "", f"{channel.base}/")
        message = self.message(channel, secrets.token_hex(12), [item], [])
        await self.senders.send(channel, message, now())

    async def _item(
        self, channel: Channel, id_: str, notices: list[Notice], mode: str
    ) -> tuple[Item | None, list[Notice]]:
        known = id_ in self.rooms.rooms
        async with self.rooms.room(id_) as room:
            if self.rooms.bus.shared and not known:
                await asyncio.sleep(HEARING)
            seen = (await self._seen(room, [channel.person]))[channel.person]
            at = now()
            dues = {(d.kind, d.n): d for d in standing(room.table, channel.person, seen, at)}
            valid, moot = [], []
            for notice in notices:
                due = dues.get((notice.kind, notice.n))
                if due is None or mode == "never" or room.looks(channel.person):
                    moot.append(notice)
                elif due.at > at:
                    await self.queue.postpone(notice, send_at(due, mode, channel, at))
                else:
                    valid.append(notice)
            await self.queue.mark(moot, "moot")
            if not valid:
                return None, []
            said = [dues[notice.kind, notice.n] for notice in valid]
            reader = self.reader(channel)
            return sentences.item(room.table, channel.person, said, seen, at, reader), valid

    async def _also(self, channel: Channel, named: set[str]) -> list[Item]:
        """Tables of which this channel told before, and where it is still this person's turn."""
        found: list[Item] = []
        for notice in await self.queue.told(channel.id, "turn"):
            if notice.match in named or len(found) == ALSO:
                continue
            with contextlib.suppress(Problem):
                async with self.rooms.room(notice.match) as room:
                    dues = standing(room.table, channel.person, 0, now())
                    due = Due("turn", notice.n, now())
                    if due in dues and not room.looks(channel.person):
                        named.add(notice.match)
                        reader = self.reader(channel)
                        args = (room.table, channel.person, [due], room.table.n, now(), reader)
                        found.append(sentences.item(*args))
        return found

    def reader(self, channel: Channel) -> Reader:
        """A letter opens my seat on any device; a webhook's channel may be read by others, so its
        links carry no key unless its owner asks for that; a push is shown where I am known."""
        keyed = channel.kind == "mail" or bool(channel.address.get("keyed"))
        key = self._seat_key if keyed else None
        return Reader(channel.lang, zone_of(channel.zone), channel.base, key)

    def _seat_key(self, table: Table, seat: int) -> str:
        return Room(self.rooms, table).seat_key(seat)

    # Stopping

    def stop_key(self, channel: str) -> str:
        digest = hmac.new(self.secret.encode(), f"stop:{channel}".encode(), hashlib.sha256)
        return f"{channel}-{digest.hexdigest()[:32]}"

    def channel_of(self, key: str) -> str | None:
        """The channel that a link from a message belongs to."""
        channel = key.partition("-")[0]
        right = hmac.compare_digest(self.stop_key(channel).encode(), key.encode())
        return channel if right else None
