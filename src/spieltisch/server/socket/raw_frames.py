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
from websockets.utils import apply_mask

from spieltisch.server import limits
from spieltisch.server.socket.bounded import BoundedSocket
from spieltisch.server.socket.write_batching import Gathering

TEXT = 0x81  # a whole message in one frame
MASK, MASKED = 0x80, 6  # clients mask what they send; such a frame has so many bytes at least
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

    def data_received(self, data: bytes) -> None:
        """A turn mostly comes as one frame by itself: its text is heard without the parser, which
        takes as long as reading the turn."""
        if self.hear is not None and self._is_between_messages():
            text = alone(data)
            if text is not None and self.hear(text):
                return
        super().data_received(data)

    def _is_between_messages(self) -> bool:
        """Nothing is left of what came before: no part of a frame, no fragment, nobody waiting."""
        conn = self.conn
        if conn.current_size is not None or conn.state is not State.OPEN or self.held:
            return False
        parsing = conn.parser
        while (inner := parsing.gi_yieldfrom) is not None:  # type: ignore[attr-defined]
            parsing = inner
        between = parsing.gi_code.co_name == "at_eof"  # type: ignore[attr-defined]
        return between and not self.close_sent and self.queue.empty()

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


def alone(data: bytes) -> bytes | None:
    """The text of a client's frame, if `data` is one short text and nothing else.

    >>> (
    ...     alone(b"\\x81\\x82\\x01\\x02\\x03\\x04ik"),
    ...     alone(b"\\x81\\x02hi"),
    ...     alone(b"\\x81\\x83\\x01\\x02"),
    ... )
    (b'hi', None, None)
    """
    if len(data) < MASKED or data[0] != TEXT or not data[1] & MASK:
        return None
    length, start = data[1] ^ MASK, 2
    if length == SHORT:
        length, start = int.from_bytes(data[2:4], "big"), 4
        if length < SHORT:
            return None  # to be refused by the parser
    if (length > SHORT and start == 2) or len(data) != start + 4 + length or length > limits.SLICE:
        return None
    return bytes(apply_mask(data[start + 4 :], data[start : start + 4]))


def listen_of(scope: Scope) -> Callable[[Hear], None]:
    """Where texts are heard first; with another server than uvicorn, nowhere."""
    listen: Callable[[Hear], None] = scope.get("extensions", {}).get(LISTEN, lambda _: None)
    return listen


def put_of(scope: Scope) -> Put:
    """Raw frames of a connection; with another server than uvicorn, always through ASGI."""
    put: Put = scope.get("extensions", {}).get(NAME, lambda _: False)
    return put
