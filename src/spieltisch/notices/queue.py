"""The queue in the database: channels to people, what is due there, and who is sending it.

A notice is named after its reason, so that queueing it twice is queueing it once. Whoever sends
takes the channel for a while (`take`), names the message in the rows (`name`), sends, and then
marks them (`finish`). After a crash in between the same message is sent again under the same
name.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, delete, func, or_, select, update

from spieltisch.notices.due import Due
from spieltisch.store.schema import (
    CHANNEL,
    CHOICE,
    EVENT,
    EXAMINED,
    HOLIDAY,
    MATCH,
    NOTICE,
    SEAT,
    SEEN,
)
from spieltisch.store.store import Store

LEASE = 180_000  # ms for which nobody else sends there; longer than any attempt may take
KEPT = 30 * 24 * 60 * 60 * 1000  # ms for which it is remembered what was sent
FIRST, LONGEST = 30_000, 6 * 60 * 60 * 1000  # ms between attempts, doubled each time


@dataclass(frozen=True)
class Channel:
    id: str
    person: str
    kind: str
    address: dict[str, Any]
    label: str
    lang: str
    zone: str
    hour: int
    mode: str
    base: str
    created: int
    confirmed: bool
    fails: int
    trouble: str | None

    @classmethod
    def of(cls, row: Row[Any]) -> Channel:
        known = {name: getattr(row, name) for name in cls.__dataclass_fields__}
        return cls(**{**known, "address": json.loads(row.address)})


@dataclass(frozen=True)
class Notice:
    id: str
    channel: str
    match: str
    kind: str
    n: int
    at: int
    message: str | None


def pause_after(fails: int) -> int:
    """
    >>> [pause_after(fails) // 1000 for fails in (1, 2, 3, 4, 20)]
    [30, 60, 120, 240, 21600]
    """
    return int(min(LONGEST, FIRST * 2 ** (min(fails, 30) - 1)))


class Queue:
    def __init__(self, store: Store) -> None:
        self.store = store

    # Senders

    async def channels(self, people: Iterable[str]) -> list[Channel]:
        wanted = sorted(set(people))
        found: list[Channel] = []
        for start in range(0, len(wanted), 500):
            some = CHANNEL.c.person.in_(wanted[start : start + 500])
            rows = await self.store.fetch(select(CHANNEL).where(some).order_by(CHANNEL.c.created))
            found += [Channel.of(row) for row in rows]
        return found

    async def channel(self, id_: str) -> Row[Any] | None:
        rows = await self.store.fetch(select(CHANNEL).where(CHANNEL.c.id == id_))
        return rows[0] if rows else None

    async def keep(self, row: Mapping[str, Any]) -> str:
        """Adds a channel, or renews the one with the same mark; its id."""
        usual = {"tries": 0, "fails": 0, "retry": None, "busy": None, "trouble": None}
        fresh = {"id": secrets.token_hex(12), **usual, **row}
        insert = self.store.insert(CHANNEL).values(fresh)
        renewed = {key: value for key, value in fresh.items() if key not in {"id", "created"}}
        await self.store.change(insert.on_conflict_do_update(index_elements=["mark"], set_=renewed))
        found = await self.store.fetch(select(CHANNEL.c.id).where(CHANNEL.c.mark == row["mark"]))
        return str(found[0].id)

    async def set(self, id_: str, **values: Any) -> None:
        await self.store.change(update(CHANNEL).where(CHANNEL.c.id == id_).values(values))

    async def count_try(self, id_: str, most: int) -> bool:
        """Counts a code that somebody tries; False where there were as many as may be. Counting
        and looking is one step, so that many tries at once are not one."""
        some = (CHANNEL.c.id == id_) & (CHANNEL.c.tries < most)
        counted = update(CHANNEL).where(some).values(tries=CHANNEL.c.tries + 1)
        return bool(await self.store.change(counted))

    async def drop(self, id_: str) -> None:
        for table in (NOTICE, CHOICE):
            await self.store.change(delete(table).where(table.c.channel == id_))
        await self.store.change(delete(CHANNEL).where(CHANNEL.c.id == id_))

    async def choices(self, channels: Sequence[str]) -> dict[tuple[str, str], str]:
        if not channels:
            return {}
        rows = await self.store.fetch(select(CHOICE).where(CHOICE.c.channel.in_(channels)))
        return {(row.channel, row.match): row.mode for row in rows}

    async def choose(self, channel: str, match: str, mode: str | None) -> None:
        mine = (CHOICE.c.channel == channel) & (CHOICE.c.match == match)
        await self.store.change(delete(CHOICE).where(mine))
        if mode is not None:
            row = {"channel": channel, "match": match, "mode": mode}
            await self.store.change(self.store.insert(CHOICE).values(row))

    # What is due

    async def add(self, match: str, n: int, dues: Sequence[tuple[str, Due, int]]) -> None:
        """Queues what is due at a table (channel, what, when), and notes that event n was examined;
        both or neither."""
        rows = [
            {
                "id": f"{channel}/{match}/{due.kind}/{due.n}",
                "channel": channel,
                "match": match,
                "kind": due.kind,
                "n": due.n,
                "at": at,
                "state": "due",
                "message": None,
            }
            for channel, due, at in dues
        ]
        note = self.store.insert(EXAMINED).values(match=match, n=n)
        async with self.store.together() as connection:
            if rows:
                insert = self.store.insert(NOTICE)
                sooner = (NOTICE.c.state == "due") & (NOTICE.c.at > insert.excluded.at)
                await connection.execute(
                    insert.on_conflict_do_update(
                        index_elements=["id"], set_={"at": insert.excluded.at}, where=sooner
                    ),
                    rows,
                )
            await connection.execute(
                note.on_conflict_do_update(
                    index_elements=["match"], set_={"n": n}, where=EXAMINED.c.n < n
                )
            )

    async def unexamined(self, since: int) -> list[str]:
        """Tables with people who want to be told, where something happened that nobody looked at:
        a server was killed in between."""
        last = select(func.max(EVENT.c.n)).where(EVENT.c.match == MATCH.c.id).scalar_subquery()
        known = select(EXAMINED.c.n).where(EXAMINED.c.match == MATCH.c.id).scalar_subquery()
        wanted = (
            select(MATCH.c.id)
            .distinct()
            .join(SEAT, SEAT.c.match == MATCH.c.id)
            .join(CHANNEL, CHANNEL.c.person == SEAT.c.person)
            .where(MATCH.c.updated > since, MATCH.c.status.in_(["playing", "over"]))
            .where(last > func.coalesce(known, 0))
        )
        return [row.id for row in await self.store.fetch(wanted)]

    async def due(self, now: int, limit: int, sending: Sequence[str] = ()) -> list[tuple[str, str]]:
        """Channels (and whose they are) for which something is due and nobody sends; those that
        failed least come first."""
        free = or_(CHANNEL.c.busy.is_(None), CHANNEL.c.busy < now)
        ready = or_(CHANNEL.c.retry.is_(None), CHANNEL.c.retry <= now)
        query = (
            select(CHANNEL.c.id, CHANNEL.c.person, CHANNEL.c.fails)
            .distinct()
            .join(NOTICE, CHANNEL.c.id == NOTICE.c.channel)
            .where(NOTICE.c.state == "due", NOTICE.c.at <= now, free, ready)
            .where(CHANNEL.c.id.not_in(sending))
            .order_by(CHANNEL.c.fails)
            .limit(limit)
        )
        return [(row.id, row.person) for row in await self.store.fetch(query)]

    async def take(self, channel: str, now: int) -> bool:
        """Whether this server sends there now; another one may have been faster."""
        free = or_(CHANNEL.c.busy.is_(None), CHANNEL.c.busy < now)
        wanted = and_(CHANNEL.c.id == channel, free)
        taken = update(CHANNEL).where(wanted).values(busy=now + LEASE)
        return bool(await self.store.change(taken))

    async def of(self, channel: str, now: int) -> list[Notice]:
        wanted = (NOTICE.c.channel == channel) & (NOTICE.c.state == "due") & (NOTICE.c.at <= now)
        rows = await self.store.fetch(select(NOTICE).where(wanted).order_by(NOTICE.c.at))
        return [
            Notice(row.id, row.channel, row.match, row.kind, row.n, row.at, row.message)
            for row in rows
        ]

    async def told(self, channel: str, kind: str) -> list[Notice]:
        """What was sent there lately."""
        wanted = (NOTICE.c.channel == channel) & (NOTICE.c.state == "sent")
        query = select(NOTICE).where(wanted, NOTICE.c.kind == kind)
        rows = await self.store.fetch(query.order_by(NOTICE.c.at.desc()).limit(20))
        return [
            Notice(row.id, row.channel, row.match, row.kind, row.n, row.at, row.message)
            for row in rows
        ]

    async def name(self, notices: Sequence[Notice], message: str) -> None:
        """From now on these go in this message, however often it has to be sent."""
        await self._update(notices, message=message)

    async def postpone(self, notice: Notice, at: int) -> None:
        await self._update([notice], at=at)

    async def put_off(self, channel: str, until: int, match: str | None = None) -> None:
        """What has not gone out waits for the digest."""
        waiting = (NOTICE.c.channel == channel) & (NOTICE.c.state == "due")
        early = waiting & (NOTICE.c.at < until) & NOTICE.c.message.is_(None)
        some = early if match is None else early & (NOTICE.c.match == match)
        await self.store.change(update(NOTICE).where(some).values(at=until))

    async def mark(self, notices: Sequence[Notice], state: str) -> None:
        await self._update(notices, state=state)

    async def _update(self, notices: Sequence[Notice], **values: Any) -> None:
        if notices:
            ids = [notice.id for notice in notices]
            await self.store.change(update(NOTICE).where(NOTICE.c.id.in_(ids)).values(values))

    async def finish(self, channel: str, sent: Sequence[Notice]) -> None:
        """All of it arrived: both or neither is noted."""
        ids = [notice.id for notice in sent]
        well = {"fails": 0, "retry": None, "busy": None, "trouble": None}
        async with self.store.together() as connection:
            if ids:
                done = update(NOTICE).where(NOTICE.c.id.in_(ids)).values(state="sent")
                await connection.execute(done)
            await connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel).values(well))

    async def failed(self, channel: Channel, why: str, now: int) -> None:
        fails = channel.fails + 1
        retry = now + pause_after(fails)
        await self.set(channel.id, fails=fails, retry=retry, busy=None, trouble=why[:64])

    async def set_aside(self, channel: str, now: int) -> None:
        """A message that cannot even be written: others go out before it is tried again."""
        fails = CHANNEL.c.fails + 1
        values = {"fails": fails, "retry": now + LONGEST, "busy": None, "trouble": "?"}
        await self.set(channel, **values)

    async def release(self, channel: str) -> None:
        await self.set(channel, busy=None)

    async def release_all(self) -> None:
        """Whoever was sending is dead: a database of one server, which has just started."""
        await self.store.change(update(CHANNEL).values(busy=None))

    async def tidy(self, now: int) -> None:
        old = (NOTICE.c.state != "due") & (NOTICE.c.at < now - KEPT)
        await self.store.change(delete(NOTICE).where(old))

    # What people saw, and when they are away

    async def note_seen(self, seen: Mapping[tuple[str, str], int]) -> None:
        for (person, match), n in seen.items():
            insert = self.store.insert(SEEN).values(match=match, person=person, n=n)
            newer = insert.on_conflict_do_update(
                index_elements=["match", "person"], set_={"n": n}, where=SEEN.c.n < n
            )
            await self.store.change(newer)

    async def seen(self, match: str) -> dict[str, int]:
        rows = await self.store.fetch(select(SEEN).where(SEEN.c.match == match))
        return {row.person: row.n for row in rows}

    async def holidays(self, people: Iterable[str]) -> dict[str, list[tuple[str, int, int]]]:
        found: dict[str, list[tuple[str, int, int]]] = {person: [] for person in people}
        query = select(HOLIDAY).where(HOLIDAY.c.person.in_(sorted(found)))
        for row in await self.store.fetch(query.order_by(HOLIDAY.c.begins)):
            found[row.person].append((row.id, row.begins, row.ends))
        return found

    async def add_holiday(self, person: str, begins: int, ends: int) -> str:
        row = {"id": secrets.token_hex(8), "person": person, "begins": begins, "ends": ends}
        await self.store.change(self.store.insert(HOLIDAY).values(row))
        return str(row["id"])

    async def end_holiday(self, person: str, id_: str, now: int) -> None:
        """What is over stays, so that nobody has more days than everybody."""
        mine = (HOLIDAY.c.person == person) & (HOLIDAY.c.id == id_)
        await self.store.change(delete(HOLIDAY).where(mine, HOLIDAY.c.begins >= now))
        begun = update(HOLIDAY).where(mine, HOLIDAY.c.ends > now)
        await self.store.change(begun.values(ends=now))

    # Of one person (a keeper, see people/personal_data.py)

    async def export(self, person: str) -> dict[str, Any]:
        """Everything that is kept here about somebody."""
        holidays = (await self.holidays([person]))[person]
        seen = await self.store.fetch(select(SEEN).where(SEEN.c.person == person))
        return {
            "channels": [vars(channel) for channel in await self.channels([person])],
            "holidays": [{"begins": begins, "ends": ends} for _, begins, ends in holidays],
            "seen": [{"table": row.match, "event": row.n} for row in seen],
        }

    async def forget(self, person: str) -> None:
        for channel in await self.channels([person]):
            await self.drop(channel.id)
        for table in (SEEN, HOLIDAY):
            await self.store.change(delete(table).where(table.c.person == person))
