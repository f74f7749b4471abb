"""A transport that writes once per tick of the loop what was written to it meanwhile.

Each write is a system call, and several messages often go to the same client at the same time: an
answer, an event, presence. What is written stays in order, whoever writes it.
"""

from __future__ import annotations

import asyncio
from typing import Any


class Gathering:
    """As much of a transport as is used; all else is the transport's own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(data)

    def flush(self) -> None:
        data, self._waiting = b"".join(self._waiting), []
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        self._waiting = []
        self._transport.abort()
