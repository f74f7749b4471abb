"""What a client is still to be sent: at once while it keeps up, else in the order of saying."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

Send = Callable[[bytes | tuple[int, str]], Coroutine[Any, Any, None]]


class Outbox:
    """A client that keeps up takes a message without anybody waiting, which needs no task: a
    queue with a task that empties it cost a tenth of a busy server's time.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[bytes | tuple[int, str]] = deque()
        self._sender: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        """Nothing waits, and nothing is on its way."""
        return self._sender is None

    def put(self, message: bytes | tuple[int, str]) -> None:
        self._waiting.append(message)
        if self._sender is not None:
            return
        sending = self._send_all()
        try:
            obstacle = sending.send(None)
        except StopIteration:
            return
        self._sender = asyncio.ensure_future(_go_on(sending, obstacle))

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        finally:
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


@types.coroutine
def _go_on(begun: Coroutine[Any, Any, None], obstacle: Any) -> Generator[Any, Any, None]:
    """What a coroutine does that was begun outside of a task and met something to wait for."""
    while True:
        try:
            answer = yield obstacle
        except BaseException as error:
            step, given = begun.throw, error
        else:
            step, given = begun.send, answer  # type: ignore[assignment]
        try:
            obstacle = step(given)
        except StopIteration:
            return
