"""The tables of this device: answers what the page asks, by the same code as a server does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from importlib import import_module
from typing import Any

from spieltisch.device import learning as learning  # each module adds its answers
from spieltisch.device import mine as mine
from spieltisch.device import requests as requests
from spieltisch.device.history import History
from spieltisch.device.loaded_games import GamesAtHand
from spieltisch.device.routing import Person, answer
from spieltisch.device.storage import Shelf
from spieltisch.device.thinker import FarBots, FarReviews
from spieltisch.tables import commands, messages
from spieltisch.tables.encoding import dumps
from spieltisch.tables.offline_matches import OFFLINE
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.solo import Visitor, solo
from spieltisch.tables.storage import StoreError

Queue = asyncio.Queue[str | None]  # what a socket says; None: it is closed

log = logging.getLogger("spieltisch.device")


class Tables:
    """Everything that one page asks for; one person, whoever holds the device."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.shelf = Shelf(device)
        self.games = GamesAtHand(device)
        self.rooms: Rooms = solo(self.shelf)
        self.rooms.bots = FarBots(self.rooms.bots, device)
        self.rooms.reviews = FarReviews(self.shelf, self.rooms, device)
        self.rooms.ready = self.games.ready
        self.rooms.stamp = {OFFLINE: True}
        self.history = History(self)
        self.person = Person("", "")
        self.sockets: dict[int, Queue] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.shelf.read_rows()
        kept = await self.device.value("person")
        if kept:
            self.person = Person(**json.loads(kept))
        else:
            await self.rename("")
        await self.history.start()
        await self.rooms.start()

    async def rename(self, name: str) -> None:
        self.person = Person(self.person.id or secrets.token_hex(8), name)
        await self.remember("person", vars(self.person))

    async def remember(self, key: str, value: Any) -> None:
        """What can be found out again; where storage is full, it lasts as long as the page."""
        with contextlib.suppress(Exception):
            await self.device.setValue(key, json.dumps(value))

    async def prepare(self, table: str) -> None:
        """The kernels of a table's game must be there before its events can be replayed."""
        kept = self.shelf.tables.get(table)
        if kept is None:
            raise Problem("table/unknown")
        await self.games.find(kept.game)

    # Requests

    async def ask(self, method: str, path: str, body: str, lang: str) -> tuple[int, str, str]:
        """Status, body and type of the answer, as HTTP would carry them."""
        try:
            return await answer(self, method, path, json.loads(body or "{}"), lang)
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
        visitor = Visitor(self.person.id, self.person.name, lambda text: self._tell(id_, text))
        try:
            await self.prepare(table)
            async with self.rooms.room(table) as room:
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
                visitor.push(dumps(await commands.reply(visitor, room, self.rooms, text)))
        finally:
            room.depart(visitor)

    def _tell(self, id_: int, text: bytes) -> None:
        self.device.heard(id_, text.decode())


def _told(problem: Problem) -> tuple[int, str, str]:
    return problem.status, json.dumps(problem.json(), ensure_ascii=False), "application/json"


async def start() -> Tables:
    tables = Tables(import_module("spieltisch_device"))
    await tables.start()
    return tables
