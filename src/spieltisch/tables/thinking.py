"""Whose bot may think next: fair between addresses, their people, and the tables of each.

Threads (or whatever thinks) are few. Where people wait comes before where nobody looks. Among them,
whoever has used least is next (start-time fair queueing, level by level): fifteen tables of one
person wait for each other and not in front of everybody else. Anybody can be many guests, so an
address counts for as many as think there, but for a household at most. Under load each thought
gets its part of a second, so that all get some.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from spieltisch.tables.origins import Origins

FULL = 1.0  # seconds that the strongest bots think when nobody else waits
LEAST = 0.1  # seconds that each has under any load
LONGEST = 10.0  # seconds after which a thought that counts simulations must end, without any load
GUESS = 0.05  # seconds that count for a thought until it is known how long it took
AGED = 20.0  # seconds after which a table without people waits no longer behind those with people
HOUSEHOLD = 4  # people for whom an address counts: a family has what four strangers have
REMEMBERED = 1000  # addresses, people and tables that are remembered although they want nothing now

T = TypeVar("T")


class Thinker(Protocol):
    """What thinks: threads of a server, or a browser's worker."""

    slots: int  # thoughts at the same time

    def run(self, work: Callable[[], T]) -> Awaitable[T]: ...


@dataclass
class Limit:
    """How long one thought may take; `cancelled` ends it with the best found so far."""

    seconds: float = FULL
    cancelled: threading.Event = field(default_factory=threading.Event)

    @property
    def shortened(self) -> bool:
        return self.seconds < FULL


@dataclass
class Share:
    """What an address, a person or a table has used, in seconds."""

    used: float = 0.0
    begun: float = 0.0  # no part of it counts as less used: who comes late is not owed the past
    wanted: int = 0  # thoughts that wait or run
    parts: dict[str, Share] = field(default_factory=dict)

    @property
    def active(self) -> int:
        return sum(part.wanted > 0 for part in self.parts.values())

    def forget(self) -> None:
        """Parts that want nothing and are owed nothing."""
        if len(self.parts) > REMEMBERED:
            kept = self.parts.items()
            self.parts = {n: part for n, part in kept if part.wanted or part.used > self.begun}


@dataclass(eq=False)
class Job(Generic[T]):
    path: tuple[str, str, str]  # address, person on whose account it goes, table
    urgent: Callable[[], bool]  # whether somebody waits for it
    work: Callable[[Limit], T]
    done: asyncio.Future[tuple[T, Limit]]
    since: float
    limit: Limit = field(default_factory=Limit)
    weights: tuple[float, ...] = (1.0, 1.0, 1.0)  # for how many each of the path counts


class Thinking:
    """Calls of `think` wait in line here; use is counted by address, by person and by table."""

    def __init__(
        self,
        thinker: Thinker,
        clock: Callable[[], float] = time.monotonic,
        origins: Origins | None = None,
    ) -> None:
        self.thinker, self.clock = thinker, clock
        self.origins = origins or Origins()
        self.running: set[Job[Any]] = set()
        self.everybody = Share()
        self.shortened = 0  # thoughts that got less than their time
        self._numbers = itertools.count()
        self._lines: dict[bool, list[tuple[tuple[float, ...], int, Job[Any]]]] = {
            True: [],
            False: [],
        }
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return sum(len(line) for line in self._lines.values())

    async def think(
        self, who: str, table: str, urgent: Callable[[], bool], work: Callable[[Limit], T]
    ) -> tuple[T, Limit]:
        """What `work` answers, and how much time it was given."""
        done: asyncio.Future[tuple[T, Limit]] = asyncio.get_running_loop().create_future()
        job = Job((self.origins.of(who), who, table), urgent, work, done, self.clock())
        done.add_done_callback(lambda _: job.limit.cancelled.set())
        for _, share in self._shares(job):
            share.wanted += 1
        heapq.heappush(self._lines[urgent()], (self._place(job), next(self._numbers), job))
        self._go_on()
        return await done

    def _shares(self, job: Job[Any]) -> list[tuple[Share, Share]]:
        """The address among all, the person in it, and the table of that one."""
        found, whole = [], self.everybody
        for name in job.path:
            part = whole.parts.setdefault(name, Share())
            found.append((whole, part))
            whole = part
        return found

    def _place(self, job: Job[Any]) -> tuple[float, ...]:
        return tuple(max(part.used, whole.begun) for whole, part in self._shares(job))

    def _go_on(self) -> None:
        while len(self.running) < self.thinker.slots:
            job = self._next()
            if job is None:
                return
            self._begin(job)
        if self._lines[True]:
            for job in self.running:
                if not job.urgent():
                    job.limit.cancelled.set()  # it answers with what it has found so far

    def _next(self) -> Job[Any] | None:
        self._promote()
        for urgent in (True, False):
            line = self._lines[urgent]
            while line:
                place, number, job = heapq.heappop(line)
                if job.done.done():  # whoever asked has gone
                    self._leave(job)
                    continue
                now = self._place(job)
                if now > place and line and line[0][0] < now:
                    heapq.heappush(line, (now, number, job))  # they have used more meanwhile
                    continue
                return job
        return None

    def _promote(self) -> None:
        """Somebody has come to a table where nobody looked, or it has waited long enough."""
        line, before = self._lines[False], self.clock() - AGED
        urgent = [entry for entry in line if entry[2].since < before or entry[2].urgent()]
        if urgent:
            self._lines[False] = [entry for entry in line if entry not in urgent]
            heapq.heapify(self._lines[False])
            for entry in urgent:
                heapq.heappush(self._lines[True], entry)

    def _begin(self, job: Job[Any]) -> None:
        shares = self._shares(job)
        job.weights = (float(self._weight(shares[0][1])), 1.0, 1.0)
        for (whole, part), weight in zip(shares, job.weights, strict=True):
            whole.begun = max(whole.begun, part.used)
            part.used = whole.begun + GUESS / weight
        job.limit.seconds = self._seconds(job)
        self.shortened += job.limit.shortened
        self.running.add(job)
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def _weight(address: Share) -> int:
        return max(1, min(address.active, HOUSEHOLD))

    def _seconds(self, job: Job[Any]) -> float:
        """Its part of a second, if all who want something now were to have theirs in it."""
        address, person, _ = (part for _, part in self._shares(job))
        all_ = sum(self._weight(each) for each in self.everybody.parts.values() if each.wanted)
        part = self._weight(address) / all_ / address.active / person.wanted
        return min(FULL, max(LEAST, FULL * self.thinker.slots * part))

    async def _run(self, job: Job[Any]) -> None:
        began = self.clock()
        loop = asyncio.get_running_loop()
        longest = 2 * job.limit.seconds if job.limit.shortened else LONGEST
        timer = loop.call_later(longest, job.limit.cancelled.set)
        try:
            found = await self.thinker.run(lambda: job.work(job.limit))
            if not job.done.done():
                job.done.set_result((found, job.limit))
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            timer.cancel()
            self._end(job, self.clock() - began)

    def _end(self, job: Job[Any], seconds: float) -> None:
        self.running.discard(job)
        for (_, part), weight in zip(self._shares(job), job.weights, strict=True):
            part.used += (seconds - GUESS) / weight
        self._leave(job)
        self._go_on()

    def _leave(self, job: Job[Any]) -> None:
        for whole, part in self._shares(job):
            part.wanted -= 1
            whole.forget()
        if not self.running and not self.waiting:
            self.everybody = Share()  # nobody competes with anybody
