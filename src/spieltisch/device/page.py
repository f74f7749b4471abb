"""What the page of this device asks of its worker, answered by the same code as on a server."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from importlib import import_module
from typing import Any

from spieltisch.device import routes_me as routes_me  # each module adds its answers
from spieltisch.device import routes_review as routes_review
from spieltisch.device import routes_tables as routes_tables
from spieltisch.device.history import History
from spieltisch.device.routing import answer
from spieltisch.device.tables import Tables
from spieltisch.tables import commands, messages
from spieltisch.tables.encoding import dumps
from spieltisch.tables.local import Visitor
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.storage import StoreError

Queue = asyncio.Queue[str | None]  # what a socket says; None: it is closed

log = logging.getLogger("spieltisch.device")


class Page:
    def __init__(self, device: Any) -> None:
        self.device = device
        self.tables = Tables(device)
        self.history = History(self.tables)
        self.sockets: dict[int, Queue] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.tables.start()
        await self.history.start()
        await self.tables.rooms.start()

    # Requests

    async def ask(self, method: str, path: str, body: str, lang: str) -> tuple[int, str, str]:
        """Status, body and type of the answer, as HTTP would carry them."""
        try:
            return await answer(
                self.tables, self.history, method, path, json.loads(body or "{}"), lang
            )
        except Problem as problem:
            return _told(problem)
        except StoreError:
            return _told(Problem("server/store"))
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("a request failed", extra={"incident": incident})
            return _told(Problem("server/error", incident))

    # Sockets

    def open(self, id_: int, table: str) -> None:
        self.sockets[id_] = asyncio.Queue()
        task = asyncio.ensure_future(self._serve(id_, table))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def said(self, id_: int, text: str) -> None:
        if id_ in self.sockets:
            self.sockets[id_].put_nowait(text)

    def close(self, id_: int) -> None:
        if id_ in self.sockets:
            self.sockets[id_].put_nowait(None)

    async def _serve(self, id_: int, table: str) -> None:
        reason = ""
        visitor = Visitor(
            self.tables.person.id, self.tables.person.name, lambda text: self._tell(id_, text)
        )
        try:
            await self.tables.prepare(table)
            async with self.tables.rooms.room(table) as room:
                if room.table.outdated:  # it can be read, not played
                    raise Problem("table/rules-changed")
                await self._converse(visitor, room, self.sockets[id_])
        except Problem as problem:
            visitor.turn_away(problem)
            reason = problem.code
        except StoreError:
            reason = "server/store"
        except Exception:
            log.exception("a socket failed")
            reason = "server/error"
        finally:
            self.sockets.pop(id_, None)
            self.device.closed(id_, reason)

    async def _converse(self, visitor: Visitor, room: Room, queue: Queue) -> None:
        first = await queue.get()
        if first is None:
            return
        hello = messages.read(first)
        if not isinstance(hello, messages.Hello):
            raise Problem("input/invalid", "hello first")
        await commands.hello(visitor, room, hello)
        try:
            while (text := await queue.get()) is not None:
                visitor.push(dumps(await commands.reply(visitor, room, self.tables.rooms, text)))
        finally:
            room.depart(visitor)

    def _tell(self, id_: int, text: bytes) -> None:
        self.device.heard(id_, text.decode())


def _told(problem: Problem) -> tuple[int, str, str]:
    return problem.status, json.dumps(problem.json(), ensure_ascii=False), "application/json"


async def start() -> Page:
    page = Page(import_module("spieltisch_device"))
    await page.start()
    return page
