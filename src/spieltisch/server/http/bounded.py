"""uvicorn's HTTP with limits: httptools has none.

Bounded are the address, the number and size of headers, what surrounds a body, the time until a
request is complete, the time that an answer may wait for its reader, and the connections on which
the server waits for a client. Whoever exceeds them is told so and closed.
"""

from __future__ import annotations

import asyncio
import functools
from enum import Enum

from orjson import dumps
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from spieltisch.server import limits
from spieltisch.server.http.idle_connections import Waiting
from spieltisch.server.http.middleware import HEADERS
from spieltisch.server.settings import Settings
from spieltisch.tables.problems import Problem

LAST_WORDS = 2.0  # seconds that a client has to take the answer when we close
TOO_LARGE_HEAD, TOO_LONG_URL = 431, 414

waiting = Waiting(limits.WAITING, limits.WAITING_TOGETHER)


@functools.cache
def settings() -> Settings:
    """The environment has them: uvicorn makes a protocol without asking anybody."""
    return Settings.read()


class Stage(Enum):
    IDLE = 0  # between two requests
    HEAD = 1
    BODY = 2


class BoundedHttp(HttpToolsProtocol):
    stage = Stage.IDLE
    received = 0  # bytes of the request that is coming in
    head = 0  # bytes of its headers
    fault: tuple[int, Problem] | None = None
    upgraded = False  # the connection is somebody else's
    completed = False  # a request became complete within the data that is being read
    deadline: asyncio.TimerHandle | None = None
    stalled: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = limits.network_of(self.client[0] if self.client else "local")
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_stalling()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_in_line()
        self.stalled = self.loop.call_later(settings().patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_stalling()

    def give_up(self) -> None:
        """Others need the place."""
        self._close()

    # Waiting for a complete request

    def _expect(self) -> None:
        self._wait_in_line()
        if self.deadline is None:
            self.deadline = self.loop.call_later(settings().patience, self._late)

    def _wait_in_line(self) -> None:
        if settings().limits:
            waiting.add(self, self.network)

    def _stop_waiting(self) -> None:
        waiting.discard(self)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _stop_stalling(self) -> None:
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None

    def _late(self) -> None:
        self.deadline = None
        if self.transport.is_closing():
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.flow.read_paused or (answering and self.stage is Stage.IDLE):
            self._expect()  # it is we who are slow
        elif self.stage is Stage.IDLE:
            self._close()
        else:
            self._refuse(408, Problem("input/slow"))

    # What comes in

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.completed = False
        if self.deadline is None:
            self._expect()
        super().data_received(data)
        if self.upgraded:
            return
        self.received = 0 if self.completed else self.received + len(data)
        if self.stage is not Stage.IDLE and self.deadline is None:
            self._expect()  # the next request has begun in the same data
        fault = self.fault or self._excess()
        if fault is not None and not self.transport.is_closing():
            self._refuse(*fault)

    def _excess(self) -> tuple[int, Problem] | None:
        most = limits.HEAD + (limits.FRAMING if self.stage is Stage.BODY else 0)
        if self.received <= most:
            return None
        status = 413 if self.stage is Stage.BODY else TOO_LARGE_HEAD
        return status, Problem("input/too-big")

    def handle_websocket_upgrade(self) -> None:
        if self.fault is None:
            self.upgraded = True
            self._stop_waiting()
            super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.stage, self.head = Stage.HEAD, 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > limits.URL:
            self.fault = self.fault or (TOO_LONG_URL, Problem("input/too-big"))
        else:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Also of trailers, which come after a body."""
        self.head += len(name) + len(value)
        if len(self.headers) >= limits.HEADERS or self.head > limits.HEAD:
            self.fault = self.fault or (TOO_LARGE_HEAD, Problem("input/too-big"))
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.stage = Stage.BODY
        if len(self.pipeline) >= limits.PIPELINED:
            self.fault = self.fault or (429, Problem("rate/limited"))
        if self.fault is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.fault is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.stage, self.completed = Stage.IDLE, True
        self._stop_waiting()
        if self.fault is None:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.stage is Stage.IDLE and not self.pipeline and not self.transport.is_closing():
            self._wait_in_line()  # for the next request; uvicorn sees to the time

    # Ending it

    def _refuse(self, status: int, problem: Problem) -> None:
        """Tells why and closes; where an answer is half sent already, only the latter."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            if self.cycle is not None:
                self.cycle.disconnected = True  # nothing else is written into it
                self.cycle.message_event.set()
            self.transport.write(_answer(status, problem))
        self._close()

    def _close(self) -> None:
        self._stop_waiting()
        self.pipeline.clear()
        if not self.transport.is_closing():
            self.transport.close()
            self.loop.call_later(LAST_WORDS, self.transport.abort)


def _answer(status: int, problem: Problem) -> bytes:
    body = dumps(problem.json())
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        **HEADERS,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[status] + lines.encode() + b"\r\n" + body
