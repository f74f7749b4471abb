"""Questions that take long to answer: in slices, one at a time, and counted by what they cost.

Everything else that happens at the tables happens between two slices. Whoever has asked for least
is served next, and whoever has used up their allowance waits until it has grown again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

SLICE = 0.004  # seconds that the tables may be held up by one slice
PATIENCE = 0.1  # seconds of work for one list of turns
RATE = 0.25  # seconds of work that one person earns in a second
MOST = 3.0  # seconds of work that they can have saved
REMEMBERED = 20_000  # people
ATTEMPTS = 4  # a table that moves on meanwhile makes the question a new one


@dataclass
class Account:
    saved: float = MOST
    at: float = 0.0
    used: float = 0.0  # altogether, to tell who is next


class Questions:
    def __init__(self, limited: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.limited, self.clock = limited, clock
        self.accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: list[tuple[str, Iterator[object], asyncio.Future[None]]] = []
        self._working: asyncio.Task[None] | None = None

    async def afford(self, who: str) -> None:
        """Waits until this person has something left to spend."""
        while self.limited and (debt := -self._account(who).saved) > 0.0:
            await asyncio.sleep(debt / RATE)

    def charge(self, who: str, seconds: float) -> None:
        account = self._account(who)
        account.saved -= seconds
        account.used += seconds

    async def ask(self, who: str, steps: Iterator[object]) -> None:
        """Goes through all steps, as time allows; their results are the asker's business."""
        await self.afford(who)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._account(who).used = max(self._account(who).used, self._least())
        self._waiting.append((who, steps, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        await done

    async def turns(
        self, who: str, listed: Callable[[], Iterator[str]], number: Callable[[], int], limit: int
    ) -> tuple[list[str], bool, int]:
        """At most `limit` texts, whether there are more, and the event after which that holds."""
        for _ in range(ATTEMPTS):
            moment, found, cost = Moment(number), list[str](), Cost(PATIENCE)
            await self.ask(who, _collect(listed(), found, limit + 1, moment, cost))
            if moment.lasts:
                return found[:limit], len(found) > limit or cost.spent, moment.n
        return [], True, number()

    async def each(
        self, who: str, checks: Sequence[Callable[[], bool]], number: Callable[[], int]
    ) -> tuple[list[bool], int]:
        """What each of the checks says, all of them after the same event."""
        for _ in range(ATTEMPTS):
            moment, found = Moment(number), list[bool]()
            await self.ask(who, _answer(checks, found, moment))
            if len(found) == len(checks):
                return found, moment.n
        return [check() for check in checks], number()

    # One slice after the other

    async def _work(self) -> None:
        try:
            while self._waiting:
                place = min(self._waiting, key=lambda each: self._account(each[0]).used)
                spent = self._slice(*place)
                if place[2].done():
                    self._waiting.remove(place)
                await asyncio.sleep(min(spent, SLICE))  # as long again for everybody else
        finally:
            self._working = None

    def _slice(self, who: str, steps: Iterator[object], done: asyncio.Future[None]) -> float:
        began = time.perf_counter()
        try:
            while not done.done():
                next(steps)
                if time.perf_counter() - began >= SLICE:
                    break
        except StopIteration:
            done.set_result(None)
        except Exception as error:
            done.set_exception(error)
        spent = time.perf_counter() - began
        self.charge(who, spent)
        return spent

    def _least(self) -> float:
        return min((self._account(who).used for who, _, _ in self._waiting), default=0.0)

    def _account(self, who: str) -> Account:
        now = self.clock()
        account = self.accounts.get(who)
        if account is None:
            account = self.accounts[who] = Account(at=now)
            if len(self.accounts) > REMEMBERED:
                self.accounts.popitem(last=False)
        account.saved = min(MOST, account.saved + (now - account.at) * RATE)
        account.at = now
        return account


class Moment:
    """After one event of a table and before the next: what is found out holds only so long."""

    def __init__(self, number: Callable[[], int]) -> None:
        self.number, self.n = number, number()

    @property
    def lasts(self) -> bool:
        return self.number() == self.n


class Cost:
    """Seconds of work, without the time between two slices."""

    def __init__(self, most: float) -> None:
        self.left = most

    @property
    def spent(self) -> bool:
        return self.left <= 0.0


def _collect(
    listed: Iterator[str], found: list[str], many: int, moment: Moment, cost: Cost
) -> Iterator[None]:
    while len(found) < many and moment.lasts and not cost.spent:
        began = time.perf_counter()
        text = next(listed, None)
        cost.left -= time.perf_counter() - began
        if text is None:
            return
        found.append(text)
        yield


def _answer(
    checks: Sequence[Callable[[], bool]], found: list[bool], moment: Moment
) -> Iterator[None]:
    for check in checks:
        if not moment.lasts:
            return
        found.append(check())
        yield
