"""Whose bot may think next: fair between people, then between their tables.

Threads (or whatever thinks) are few. Where people wait comes before where nobody looks. Among them,
whoever has used least is next (start-time fair queueing): fifteen tables of one person wait for
each other and not in front of everybody else. Under load each thought gets less time, so that
all get some.
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

FULL = 1.0  # seconds that the strongest bots think when nobody else waits
LEAST = 0.1  # seconds that each has under any load
LONGEST = 10.0  # seconds after which a thought that counts simulations must end, without any load
GUESS = 0.05  # seconds that count for a thought until it is known how long it took
AGED = 20.0  # seconds after which a table without people waits no longer behind those with people
REMEMBERED = 1000  # people and tables whose use is remembered although they want nothing now

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


@dataclass(eq=False)
class Job(Generic[T]):
    who: str  # the person on whose account it goes
    table: str
    urgent: Callable[[], bool]  # whether somebody waits for it
    work: Callable[[Limit], T]
    done: asyncio.Future[tuple[T, Limit]]
    since: float
    limit: Limit = field(default_factory=Limit)


class Thinking:
    """Calls of `think` wait in line here; use is counted in seconds, by person and by table."""

    def __init__(self, thinker: Thinker, clock: Callable[[], float] = time.monotonic) -> None:
        self.thinker, self.clock = thinker, clock
        self.running: set[Job[Any]] = set()
        self.used: dict[str, float] = {}
        self.shortened = 0  # thoughts that got less than their time
        self._virtual = 0.0  # nobody's use counts as less: who comes late is not owed the past
        self._numbers = itertools.count()
        self._lines: dict[bool, list[tuple[tuple[float, float], int, Job[Any]]]] = {
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
        job = Job(who, table, urgent, work, done, self.clock())
        done.add_done_callback(lambda _: job.limit.cancelled.set())
        heapq.heappush(self._lines[urgent()], (self._place(job), next(self._numbers), job))
        self._go_on()
        return await done

    def _place(self, job: Job[Any]) -> tuple[float, float]:
        person, table = self.used.get(job.who, 0.0), self.used.get(job.table, 0.0)
        return max(person, self._virtual), max(table, self._virtual)

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
        person, table = self._place(job)
        self._virtual = max(self._virtual, person)
        self.used[job.who], self.used[job.table] = person + GUESS, table + GUESS
        job.limit.seconds = self._share()
        self.shortened += job.limit.shortened
        self.running.add(job)
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _share(self) -> float:
        """Everybody's part of a second, if all who wait now were to have their turn in it."""
        slots = self.thinker.slots
        return max(LEAST, FULL * slots / max(slots, 1 + len(self.running) + self.waiting))

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
        for name in (job.who, job.table):
            self.used[name] = self.used.get(name, 0.0) + seconds - GUESS
        if not self.running and not self.waiting:
            self.used, self._virtual = {}, 0.0  # nobody competes with anybody
        elif len(self.used) > REMEMBERED:
            self.used = {name: at for name, at in self.used.items() if at > self._virtual}
        self._go_on()
