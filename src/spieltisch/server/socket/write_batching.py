"""Transports that write once per tick of the loop what was written to them meanwhile, all together.

Each write is a system call, and several messages often go to the same client at the same time: an
answer, an event, presence. And many clients are told after one commit: written in one go, they are
woken up fewer times, which costs more than the writing. What is written stays in order, whoever
writes it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from weakref import WeakKeyDictionary

log = logging.getLogger("spieltisch.socket")


class Burst:
    """The transports of a loop that have something to write."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[Gathering] = []

    def add(self, one: Gathering) -> None:
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(one)

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            try:
                one.flush()
            except Exception:  # the others must hear all the same
                log.exception("a connection could not be written to")


_bursts: WeakKeyDictionary[asyncio.AbstractEventLoop, Burst] = WeakKeyDictionary()


class Gathering:
    """As much of a transport as is used; all else is the transport's own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []
        burst = _bursts.get(loop)
        if burst is None:
            burst = _bursts[loop] = Burst(loop)
        self._burst = burst
        self.is_closing = transport.is_closing  # asked for every message

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._burst.add(self)
        self._waiting.append(data)

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(waiting[0] if len(waiting) == 1 else b"".join(waiting))

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        self._waiting = []
        self._transport.abort()
