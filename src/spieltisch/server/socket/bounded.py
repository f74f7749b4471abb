"""uvicorn's WebSocket with limits on frames: on what costs work or memory before the server's own
limits on messages can see anything.

Bounded are pings and pongs, the fragments of a message, the time until it is complete, the messages
read ahead of the one that is being answered, and what waits for a client that does not read. Large
amounts of data are parsed in slices, between which others have their turn.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.server import ServerProtocol

from spieltisch.server import limits
from spieltisch.server.http.bounded import settings

LAST_WORDS = 2.0  # seconds that a client has to take what is left when we close
CONTROL = (Opcode.PING, Opcode.PONG)


class Frames(ServerProtocol):
    """Refuses frames as soon as they are too many."""

    fragments = 0  # of the message that is coming in
    completed = False  # a message became complete since somebody looked
    control: limits.Bucket | None = None

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode in CONTROL:
            if self.control is not None and self.control.take():
                raise ProtocolError("too many control frames")
        elif frame.fin:
            self.fragments, self.completed = 0, True
        else:
            self.fragments += 1
            if self.fragments > limits.FRAGMENTS:
                raise ProtocolError("too many fragments")
        super().recv_frame(frame)


class BoundedSocket(WebSocketsSansIOProtocol):
    late: asyncio.TimerHandle | None = None
    stalled: asyncio.TimerHandle | None = None
    going_on: asyncio.Handle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn: Frames = Frames(  # without compression: see `ws_per_message_deflate`
            max_size=self.config.ws_max_size, logger=self.logger
        )
        if settings().limits:
            self.conn.control = limits.Bucket.full(*limits.CONTROL)
        self.held = bytearray()  # received, not parsed yet

    # What comes in

    def data_received(self, data: bytes) -> None:
        if self.held or len(data) > limits.SLICE:
            self.held += data
            self._go_on_soon()
        else:
            super().data_received(data)
            self._mind_time()

    def _go_on(self) -> None:
        """Parses a slice of what was received, unless somebody has to be waited for."""
        self.going_on = None
        if self.transport.is_closing() or self.conn.parser_exc is not None:
            self.held.clear()
            return
        if not self.close_sent and (
            self.queue.qsize() >= limits.QUEUED or not self.writable.is_set()
        ):
            return
        part = bytes(self.held[: limits.SLICE])
        del self.held[: limits.SLICE]
        super().data_received(part)
        self._mind_time()
        self._read_on()

    def _go_on_soon(self) -> None:
        self.transport.pause_reading()
        self.read_paused = True
        if self.going_on is None:
            self.going_on = self.loop.call_soon(self._go_on)

    def _read_on(self) -> None:
        """What is left first, and then from the network, unless somebody has to be waited for."""
        if self.transport.is_closing():
            return
        if self.held:
            self._go_on_soon()
        elif self.read_paused and self.queue.empty() and self.writable.is_set():
            self.read_paused = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self._read_on()
        return message

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA, "not UTF-8")
                return
        super().send_receive_event_to_app()

    # What does not come, or does not go

    def _mind_time(self) -> None:
        unfinished = self.conn.fragments or self.conn.reader.buffer
        if self.late is not None and (self.conn.completed or not unfinished):
            self.late.cancel()
            self.late = None
        self.conn.completed = False
        if unfinished and self.late is None:
            self.late = self.loop.call_later(settings().patience, self._give_up)

    def _give_up(self) -> None:
        self.late = None
        if self.read_paused:  # it is we who are slow
            self._mind_time()
        elif not self.close_sent and not self.transport.is_closing():
            self._fail(CloseCode.POLICY_VIOLATION, "input/slow")

    def _fail(self, code: CloseCode, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        """Whoever does not read is not read from either: pongs would pile up."""
        super().pause_writing()
        self.transport.pause_reading()
        self.read_paused = True
        self._abort_in(settings().patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None
        self._read_on()

    def _abort_in(self, seconds: float) -> None:
        if self.stalled is None:
            self.stalled = self.loop.call_later(seconds, self.transport.abort)

    # The end

    async def run_asgi(self) -> None:
        """A transport that closes waits for a client that may never read."""
        await super().run_asgi()
        if not self.disconnected:
            self._abort_in(self.close_timeout + LAST_WORDS)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self.late, self.stalled, self.going_on):
            if timer is not None:
                timer.cancel()
        self.late = self.stalled = self.going_on = None
        self.held.clear()
        super().connection_lost(exc)
