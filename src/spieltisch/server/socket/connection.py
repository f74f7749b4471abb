"""One WebSocket: reads messages within limits, answers each, and sends what the table tells."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from orjson import dumps, loads
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from spieltisch.server import limits
from spieltisch.server.http.people import Person
from spieltisch.server.http.validation import told
from spieltisch.server.models import ID, MESSAGE, Hello
from spieltisch.server.socket.commands import answer
from spieltisch.server.socket.endings import NO_HELLO, TOO_SLOW, code_of
from spieltisch.server.socket.outbox import Outbox
from spieltisch.server.socket.raw_frames import put_of
from spieltisch.store.store import StoreError, now
from spieltisch.tables import views
from spieltisch.tables.problems import Problem

if TYPE_CHECKING:
    from spieltisch.server.hall import Hall
    from spieltisch.tables.room import Room

HELLO = 10.0  # seconds
LAST_WORDS = 2.0  # seconds that a client has to take what is left when we close

Limit = Callable[[], float]  # seconds to wait, 0 if none

log = logging.getLogger("spieltisch.socket")


class Socket:
    """What a room knows of a connection."""

    def __init__(
        self, socket: WebSocket, person: Person | None, limits_: Sequence[Limit] = ()
    ) -> None:
        self.socket = socket
        self.limits = limits_
        self.who = person
        self.person = person.id if person is not None else None
        self.looking: int | None = None
        self.chose_look = False
        self.out = Outbox(self._send)
        self.put = put_of(socket.scope)
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
        """For one of the reasons in `endings`."""
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
    socket: WebSocket, hall: Hall, person: Person | None, table: str, together: Limit
) -> None:
    """Accepts, serves and cleans up one connection; `together`: a limit shared with others."""
    await socket.accept()
    own = limits.Bucket.full(*limits.MESSAGES)
    connection = Socket(socket, person, (own.take, together) if hall.settings.limits else ())
    hall.metrics.connections.inc()
    try:
        async with hall.room(table) as room:
            room.table.check_may_see(connection.person)
            if room.table.outdated:  # it can be read, by HTTP, not played
                raise Problem("table/rules-changed")
            await _converse(connection, room, hall)
    except StoreError:
        connection.close("server/store")
    except Problem as problem:
        connection.turn_away(problem)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hall.metrics.connections.dec()
        await _finish(connection)


async def _finish(connection: Socket) -> None:
    """Sends what is left when we are the ones who close."""
    if connection.closing and connection.socket.client_state == WebSocketState.CONNECTED:
        await connection.out.emptied(LAST_WORDS)
    connection.out.drop()


async def _converse(connection: Socket, room: Room, hall: Hall) -> None:
    try:
        async with asyncio.timeout(HELLO):
            hello = await _read_hello(connection)
    except TimeoutError:
        connection.close(NO_HELLO)
        return
    async with room.lock:
        if room.stale:
            raise Problem("server/store")
        room.table.check_may_see(connection.person)  # the match may have begun since
        viewer = room.viewer(connection)
        told = views.snapshot(room.table, viewer, hello.after, now())
        connection.say({**told, "table": room.info(connection.person)})
        room.arrive(connection)
    try:
        while not connection.closing:
            await _one(connection, room, hall)
    finally:
        room.depart(connection)


async def _read_hello(connection: Socket) -> Hello:
    try:
        message = MESSAGE.validate_json(await connection.read())
    except ValidationError as error:
        raise Problem("input/invalid", told(error)) from None
    if not isinstance(message, Hello):
        raise Problem("input/invalid", "hello first")
    return message


async def _one(connection: Socket, room: Room, hall: Hall) -> None:
    """One message and its answer; whatever happens, the client is told."""
    text, id_ = "", None
    try:
        text = await connection.read()
        message = MESSAGE.validate_json(text)
        id_ = getattr(message, "id", None)
        reply = await answer(connection, room, hall, message)
        if reply is not None:
            connection.say(reply)
        return
    except ValidationError as error:
        problem, id_ = Problem("input/invalid", told(error)), id_of(text)
    except Problem as found:
        problem = found
    except StoreError:
        problem = Problem("server/store")
    except (WebSocketDisconnect, RuntimeError):
        raise
    except Exception:
        incident = secrets.token_hex(4)
        log.exception("a message failed", extra={"incident": incident})
        problem = Problem("server/error", incident)
    hall.metrics.refused.labels(problem.code).inc()
    connection.say({"kind": "error", "id": id_, **problem.json()})
    if problem.code.startswith("input/"):
        connection.nonsense += 1
        if connection.nonsense >= limits.NONSENSE:
            connection.close(problem.code)


def id_of(text: str) -> str | None:
    """The id of a message that is not understood otherwise, so that its sender knows which it was.

    >>> id_of('{"kind": "dance", "id": "d1"}'), id_of('{"id": 5}'), id_of("{")
    ('d1', None, None)
    """
    try:
        return ID.validate_python(loads(text)["id"])
    except (ValueError, TypeError, LookupError):
        return None
