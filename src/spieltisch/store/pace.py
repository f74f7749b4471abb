"""When the next group of events is written: as late as it pays, as soon as nobody else comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

APART = 0.005  # seconds between two transactions under load: fewer of them cost all tables less
LULL = 0.001  # seconds without another event after which those that wait are written
SEVERAL = 2  # so many wait before "as many as half of the last group" says anything


class Pace:
    """While the loop has something else to do, transactions are `APART`, since a shared commit is
    cheaper for every table than many single ones. As soon as it has not, whoever waits, waits for
    the disk alone: then half as many as last time, or a short silence, are reason enough.

    `waiting` says how many events wait now.
    """

    def __init__(self, waiting: Callable[[], int]) -> None:
        self._waiting = waiting
        self._began = 0.0
        self._last = 0  # events in the last group

    def begin(self, events: int) -> None:
        """A transaction begins, with so many events."""
        self._began, self._last = time.monotonic(), events

    async def gather(self) -> None:
        """Until the next transaction may begin."""
        while (left := self._began + APART - time.monotonic()) > 0:
            many = self._waiting()
            await _all_heard()
            if self._waiting() > many:
                continue  # more may be on their way
            if many >= max(SEVERAL, self._last / 2):
                return
            await asyncio.sleep(min(left, LULL))
            if many == self._waiting():
                return


async def _all_heard() -> None:
    """Until the loop has read what had arrived: it polls once between two rounds of callbacks."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)
