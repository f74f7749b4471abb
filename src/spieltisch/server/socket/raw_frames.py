"""uvicorn's WebSocket with a shorter way out for texts, and a shorter way in for turns.

An event goes to every viewer of a table, so a server sends several texts for each that it reads.
The usual way leads through ASGI, a coroutine and a frame object that copies and checks what is
known to be right; this one writes the frame's few bytes and the text to the socket.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from starlette.types import Scope
from websockets.http11 import Request
from websockets.protocol import State

from spieltisch.server.socket.bounded import BoundedSocket
from spieltisch.server.socket.write_batching import Gathering

TEXT = 0x81  # a whole message in one frame
SHORT, MEDIUM = 126, 65_536  # longer ones say their length in two more bytes, or in eight
NAME = "spieltisch.put"
LISTEN = "spieltisch.listen"

Put = Callable[[bytes], bool]
Hear = Callable[[bytes], bool]  # whether a text is taken care of


class Wire(BoundedSocket):
    hear: Hear | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Gathering(transport, self.loop))  # type: ignore[arg-type]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            ours = {NAME: self.put, LISTEN: self.listen}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **ours}  # type: ignore[dict-item]

    def listen(self, hear: Hear) -> None:
        """Texts are shown to `hear` first; what it leaves goes the usual way, with what follows."""
        self.hear = hear

    def send_receive_event_to_app(self) -> None:
        text = self.curr_msg_data_type == "text" and len(self.frames) == 1
        alone = not self.close_sent and self.queue.empty()
        if text and alone and self.hear is not None and self.hear(bytes(self.frames[0])):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    def put(self, text: bytes) -> bool:
        """Sends a text at once; False where that has to wait, or the connection is not open."""
        open_ = self.handshake_complete and self.conn.state is State.OPEN
        if not open_ or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head(len(text)) + text)
        return True


def head(length: int) -> bytes:
    """What stands before a text of a server.

    >>> head(5), head(300), head(70_000)
    (b'\\x81\\x05', b'\\x81~\\x01,', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x11p')
    """
    if length < SHORT:
        return struct.pack("!BB", TEXT, length)
    if length < MEDIUM:
        return struct.pack("!BBH", TEXT, SHORT, length)
    return struct.pack("!BBQ", TEXT, SHORT + 1, length)


def listen_of(scope: Scope) -> Callable[[Hear], None]:
    """Where texts are heard first; with another server than uvicorn, nowhere."""
    listen: Callable[[Hear], None] = scope.get("extensions", {}).get(LISTEN, lambda _: None)
    return listen


def put_of(scope: Scope) -> Put:
    """Raw frames of a connection; with another server than uvicorn, always through ASGI."""
    put: Put = scope.get("extensions", {}).get(NAME, lambda _: False)
    return put
