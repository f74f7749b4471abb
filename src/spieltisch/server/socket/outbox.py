"""What a client is still to be sent that does not keep up, in the order of saying."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

Send = Callable[[bytes | tuple[int, str]], Coroutine[Any, Any, None]]


class Outbox:
    """A queue, and a task that empties it while there is something in it.

    Whoever keeps up never comes here: texts are written at once (`raw_frames`).
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[bytes | tuple[int, str]] = deque()
        self._sender: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        """Nothing waits, and nothing is on its way."""
        return self._sender is None

    def put(self, message: bytes | tuple[int, str]) -> None:
        self._waiting.append(message)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        finally:
            if self._sender is asyncio.current_task():
                self._sender = None

    async def emptied(self, seconds: float) -> None:
        """Until all is sent, at most so long; what is left then is given up."""
        if self._sender is not None:
            await asyncio.wait([self._sender], timeout=seconds)
        self.drop()

    def drop(self) -> None:
        self._waiting.clear()
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None
