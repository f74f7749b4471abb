"""Questions that take long to answer: in slices, one at a time, and counted by what they cost.

Everything else that happens at the tables happens between two slices. Whoever has asked for least
is served next, and whoever has used up their allowance waits until it has grown again. All who come
from one address have an allowance together, too: being a guest costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from spieltisch.tables.origins import Origins

SLICE = 0.004  # seconds that the tables may be held up by one slice
PATIENCE = 0.1  # seconds of work for one list of turns
RATE = 0.25  # seconds of work that one person earns in a second
MOST = 3.0  # seconds of work that they can have saved
TOGETHER = 2  # an address earns and saves as much as so many people who ask without a pause
REMEMBERED = 20_000  # people
ATTEMPTS = 4  # a table that moves on meanwhile makes the question a new one

T = TypeVar("T")


@dataclass
class Account:
    people: int = 1  # for whom it earns and saves
    saved: float = MOST
    at: float = 0.0
    used: float = 0.0  # altogether, to tell who is next


class Questions:
    def __init__(
        self,
        limited: bool = True,
        clock: Callable[[], float] = time.monotonic,
        origins: Origins | None = None,
    ) -> None:
        self.limited, self.clock = limited, clock
        self.origins = origins or Origins()
        self.accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: list[tuple[str, Iterator[object], asyncio.Future[None]]] = []
        self._working: asyncio.Task[None] | None = None

    async def afford(self, who: str) -> None:
        """Waits until this person, and all of their address, have something left to spend."""
        while wait := self.debt(who):
            await asyncio.sleep(wait)

    def debt(self, who: str) -> float:
        """The seconds until then: requests that each have a connection of their own had better
        come again than pile up."""
        return max(map(_debt, self._accounts(who))) if self.limited else 0.0

    def charge(self, who: str, seconds: float) -> None:
        for account in self._accounts(who):
            account.saved -= seconds
            account.used += seconds

    async def ask(self, who: str, steps: Iterator[object]) -> None:
        """Goes through all steps, as time allows; their results are the asker's business."""
        await self.afford(who)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._join(who)
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

    async def all_of(
        self, who: str, listed: Callable[[], Iterator[T]], number: Callable[[], int]
    ) -> list[T]:
        """Everything that is listed, after one event; what has been found of it at last, where the
        table never rests."""
        for _ in range(ATTEMPTS):
            moment, found = Moment(number), list[T]()
            await self.ask(who, _take(listed(), found, moment))
            if moment.lasts:
                return found
        return list(listed())

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
                place = min(self._waiting, key=lambda each: self._place(each[0]))
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

    def _place(self, who: str) -> tuple[float, float]:
        """First what their address has used, then they themselves."""
        accounts = self._accounts(who)
        return accounts[-1].used, accounts[0].used

    def _join(self, who: str) -> None:
        """Who comes late is not owed the past."""
        least = min((self._place(other) for other, _, _ in self._waiting), default=(0.0, 0.0))
        for account, at in zip(reversed(self._accounts(who)), least, strict=False):
            account.used = max(account.used, at)

    def _accounts(self, who: str) -> list[Account]:
        origin = self.origins.of(who)
        mine = self._account(who)
        return [mine] if origin == who else [mine, self._account(f"at {origin}", TOGETHER)]

    def _account(self, who: str, people: int = 1) -> Account:
        now = self.clock()
        account = self.accounts.get(who)
        if account is None:
            account = self.accounts[who] = Account(people, MOST * people, now)
            if len(self.accounts) > REMEMBERED:
                self.accounts.popitem(last=False)
        grown = account.saved + (now - account.at) * RATE * account.people
        account.saved, account.at = min(MOST * account.people, grown), now
        return account


def _debt(account: Account) -> float:
    """Seconds until what was spent is earned."""
    return max(0.0, -account.saved / (RATE * account.people))


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


def _take(listed: Iterator[T], found: list[T], moment: Moment) -> Iterator[None]:
    while moment.lasts:
        try:
            found.append(next(listed))
        except StopIteration:
            return
        yield


def _answer(
    checks: Sequence[Callable[[], bool]], found: list[bool], moment: Moment
) -> Iterator[None]:
    for check in checks:
        if not moment.lasts:
            return
        found.append(check())
        yield
