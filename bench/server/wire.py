"""A WebSocket of a client by hand: a load must cost less than the server that it measures.

A client library takes some 0.1 ms for a message, which is more than a good server takes, and then
the load is what is measured. Here a frame is cut off and looked at, nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

TEXT, PING, PONG = 0x81, 0x89, 0x8A
UNMASKED = bytes(4)  # clients must mask; by zeros, a message stays as it is
SHORT, MEDIUM = 126, 65_536


def framed(message: bytes, kind: int = TEXT) -> bytes:
    """A message as a client sends it.

    >>> framed(b"hi")
    b'\\x81\\x82\\x00\\x00\\x00\\x00hi'
    """
    if len(message) < SHORT:
        head = bytes([kind, 0x80 | len(message)])
    elif len(message) < MEDIUM:
        head = struct.pack("!BBH", kind, 0x80 | SHORT, len(message))
    else:
        head = struct.pack("!BBQ", kind, 0x80 | SHORT + 1, len(message))
    return head + UNMASKED + message


def cut(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the next message of a server begins and ends, if all of it has arrived.

    >>> cut(b"\\x81\\x02hi\\x81\\x09half", 0), cut(b"\\x81\\x02hi\\x81\\x09half", 4)
    ((2, 4), None)
    """
    if len(data) < at + 2:
        return None
    length, start = data[at + 1], at + 2
    if length >= SHORT:
        wide = 2 if length == SHORT else 8
        length, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    return (start, start + length) if start + length <= len(data) else None


HELLO = framed(b'{"kind":"hello","after":null,"lang":"en","patches":true}')
STATES = framed(b'{"kind":"hello","after":null}')  # whole states, in both languages


class Wire(asyncio.Protocol):
    """Calls `hear` with each message; the first one is awaited by `open`."""

    def __init__(
        self, path: str, cookie: str, hear: Callable[[bytes], None], hello: bytes = HELLO
    ) -> None:
        self.path, self.cookie, self.hear, self.hello = path, cookie, hear, hello
        self.rest = b""
        self.begun = False
        self.first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    @classmethod
    async def open(
        cls,
        address: tuple[str, int],
        path: str,
        cookie: str,
        hear: Callable[[bytes], None],
        hello: bytes = HELLO,
    ) -> Wire:
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(path, cookie, hear, hello), *address)
        await wire.first
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self.path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Cookie: {self.cookie}",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        data, self.rest = self.rest + data, b""
        if not self.begun:
            head, _, data = data.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.decode())
            self.begun = True
            self.transport.write(self.hello)
        at = 0
        while (place := cut(data, at)) is not None:
            kind, (start, end) = data[at], place
            at = end
            if kind == PING:
                self.transport.write(framed(data[start:end], PONG))
            else:
                self._take(data[start:end])
        self.rest = data[at:]

    def _take(self, message: bytes) -> None:
        if self.first.done():
            self.hear(message)
        else:
            self.first.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.first.done():
            self.first.set_exception(exc or ConnectionError("closed before the first message"))

    def close(self) -> None:
        self.transport.close()
