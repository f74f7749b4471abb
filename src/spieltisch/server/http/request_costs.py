"""What a request costs: the time that it keeps the tables from going on."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request

T = TypeVar("T")
COST = "spieltisch.cost"  # in the scope of a request


@dataclass
class Cost:
    """Seconds of computing, here and in threads."""

    seconds: float = 0.0


async def metered(work: Coroutine[Any, Any, T], cost: Cost) -> T:
    """Runs it, and counts what it computes from one wait to the next."""
    found: T = await _Steps(work, cost)
    return found


class _Steps:
    def __init__(self, work: Coroutine[Any, Any, T], cost: Cost) -> None:
        self.work, self.cost = work, cost

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Callable[[], Any] = partial(self.work.send, None)
        while True:
            began = time.thread_time()
            try:
                waits_for = step()
            except StopIteration as end:
                return end.value
            finally:
                self.cost.seconds += time.thread_time() - began
            try:
                step = partial(self.work.send, (yield waits_for))
            except BaseException as error:
                step = partial(self.work.throw, error)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What it answers, and the seconds that it took this thread."""
    began = time.thread_time()
    return work(), time.thread_time() - began


def charge(request: Request, seconds: float) -> None:
    """What a thread computed for a request counts, too."""
    cost: Cost | None = request.scope.get(COST)
    if cost is not None:
        cost.seconds += seconds
