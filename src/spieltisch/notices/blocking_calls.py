"""Calls that may hang: looking up names, and talking to mail servers.

They run in threads of their own, so that neither the tables nor `/healthz` wait for a place among
those that everybody uses, nor the end of the process for an answer. There are few of them; where
all are taken, whoever comes is told so and tries again later.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Crowded(Exception):
    """All places are taken."""


class BlockingCalls:
    def __init__(self, places: int) -> None:
        self.free = threading.Semaphore(places)

    async def call(self, work: Callable[[], T]) -> T:
        """What `work` answers; whoever stops waiting leaves it to its end."""
        if not self.free.acquire(blocking=False):
            raise Crowded
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        threading.Thread(target=self._run, args=(work, loop, done), daemon=True).start()
        return await done

    def _run(
        self, work: Callable[[], T], loop: asyncio.AbstractEventLoop, done: asyncio.Future[T]
    ) -> None:
        try:
            tell, found = done.set_result, work()
        except BaseException as error:
            tell, found = done.set_exception, error  # type: ignore[assignment]
        finally:
            self.free.release()

        def told(tell: Callable[[Any], None] = tell, found: Any = found) -> None:
            if not done.done():
                tell(found)

        with contextlib.suppress(RuntimeError):  # nobody is there any more
            loop.call_soon_threadsafe(told)
