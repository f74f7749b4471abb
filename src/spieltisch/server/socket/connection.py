"""One WebSocket: reads messages within limits, answers each, and sends what the table tells."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from orjson import dumps
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from spieltisch.server import limits
from spieltisch.server.http.identity import People, Person, device_of
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.request_costs import Cost, metered
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.socket.close_codes import NO_HELLO, TOO_SLOW, code_of
from spieltisch.server.socket.direct_turns import hearing
from spieltisch.server.socket.outbox import Outbox
from spieltisch.server.socket.raw_frames import listen_of, put_of
from spieltisch.tables import commands
from spieltisch.tables.audience import Watcher
from spieltisch.tables.messages import Hello, read
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.storage import StoreError

HELLO = 10.0  # seconds
LAST_WORDS = 2.0  # seconds that a client has to take what is left when we close

Limit = Callable[[], float]  # seconds to wait, 0 if none

log = logging.getLogger("spieltisch.socket")


class Socket(Watcher):
    """What a room knows of a connection."""

    def __init__(
        self, socket: WebSocket, person: Person | None, limits_: Sequence[Limit] = ()
    ) -> None:
        super().__init__(*((person.id, person.name) if person is not None else (None, "")))
        self.socket = socket
        self.limits = limits_
        self.account = self.person or address_of(socket.scope)
        self.device: str | None = None  # the SHA-256 of its key
        self.out = Outbox(self._send)
        self.put = put_of(socket.scope)
        self.answering = False  # a message that came before is not answered yet
        self.nonsense = 0
        self.closing = False

    def push(self, message: bytes) -> None:
        if self.closing:
            return
        if self.out.idle and self.put(message):
            return
        if len(self.out) >= limits.UNSENT:
            self.close(TOO_SLOW)
            return
        self.out.put(message)

    def say(self, message: dict[str, Any]) -> None:
        self.push(dumps(message))

    def close(self, reason: str) -> None:
        """For one of the reasons in `close_codes`."""
        if not self.closing:
            self.closing = True
            self.out.put((code_of(reason), reason))

    def turn_away(self, problem: Problem) -> None:
        """Says why, and closes."""
        self.say({"kind": "error", "id": None, **problem.json()})
        self.close(problem.code)

    async def _send(self, message: bytes | tuple[int, str]) -> None:
        """Whoever has gone is not told any more (reading notices that they have); and whatever
        else goes wrong here must not keep the others from hearing."""
        try:
            if isinstance(message, tuple):
                await self.socket.close(*message)
            else:
                await self.socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            pass
        except Exception:
            log.exception("a message could not be sent")

    async def read(self) -> str:
        """The next message; whoever sends too fast is closed, after a word."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        if self.closing:  # what they say after that is not heard any more
            raise WebSocketDisconnect(1000)
        if any(limit() for limit in self.limits):
            self.turn_away(Problem("rate/limited"))
            raise WebSocketDisconnect(4429)
        text = message.get("text")
        if text is None:
            raise Problem("input/invalid", "bytes")
        if len(text.encode()) > limits.MESSAGE:
            raise Problem("input/too-big")
        return str(text)


async def serve(
    socket: WebSocket,
    rooms: ServerRooms,
    people: People,
    person: Person | None,
    table: str,
    together: Limit,
) -> None:
    """Accepts, serves and cleans up one connection; `together`: a limit shared with others."""
    own = limits.Bucket.full(*limits.MESSAGES)
    connection = Socket(socket, person, (own.take, together) if rooms.settings.limits else ())
    connection.device = device_of(socket)
    with people.connection_of(person, connection) if person else contextlib.nullcontext():
        await socket.accept()
        await _serve(connection, rooms, table)


async def _serve(connection: Socket, rooms: ServerRooms, table: str) -> None:
    rooms.metrics.connections.inc()
    try:
        async with rooms.room(table) as room:
            room.table.check_may_see(connection.person)
            if room.table.outdated:  # it can be read, by HTTP, not played
                raise Problem("table/rules-changed")
            await _converse(connection, room, rooms)
    except StoreError:
        connection.close("server/store")
    except Problem as problem:
        connection.turn_away(problem)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        rooms.metrics.connections.dec()
        await _finish(connection)


async def _finish(connection: Socket) -> None:
    """Sends what is left when we are the ones who close."""
    if connection.closing and connection.socket.client_state == WebSocketState.CONNECTED:
        await connection.out.emptied(LAST_WORDS)
    connection.out.drop()


async def _converse(connection: Socket, room: Room, rooms: ServerRooms) -> None:
    try:
        async with asyncio.timeout(HELLO):
            hello = await _read_hello(connection)
    except TimeoutError:
        connection.close(NO_HELLO)
        return
    await _paid(connection, rooms, lambda: commands.hello(connection, room, hello))
    listen_of(connection.socket.scope)(hearing(connection, room, rooms))
    try:
        while not connection.closing:
            await _one(connection, room, rooms)
    finally:
        room.depart(connection)


async def _paid(
    connection: Socket, rooms: ServerRooms, work: Callable[[], Coroutine[Any, Any, Any]]
) -> Any:
    """Whatever is answered at once counts by what it costs, too: a whole log may be asked for as
    often as a ping."""
    await rooms.questions.afford(connection.account)
    cost = Cost()
    try:
        return await metered(work(), cost)
    finally:
        rooms.questions.charge(connection.account, cost.seconds)


async def _read_hello(connection: Socket) -> Hello:
    message = read(await connection.read())
    if not isinstance(message, Hello):
        raise Problem("input/invalid", "hello first")
    return message


async def _one(connection: Socket, room: Room, rooms: ServerRooms) -> None:
    try:
        text = await connection.read()
        connection.answering = True
        told = await _paid(connection, rooms, lambda: commands.reply(connection, room, rooms, text))
    except Problem as problem:  # too big, or no text
        told = commands.error(rooms, problem)
    finally:
        connection.answering = False
    connection.say(told)
    if told["kind"] == "error" and told["code"].startswith("input/"):
        connection.nonsense += 1
        if connection.nonsense >= limits.NONSENSE:
            connection.close(told["code"])
