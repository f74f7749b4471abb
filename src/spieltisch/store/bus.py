"""How server processes tell each other that something happened: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from sqlalchemy.engine import make_url

CHANNEL = "spieltisch"
RETRY = 1.0  # seconds between attempts to connect again

Listener = Callable[[dict[str, Any]], Awaitable[None]]
log = logging.getLogger("spieltisch.bus")


class Bus(Protocol):
    shared: bool  # whether other processes may be listening

    async def start(self, listener: Listener) -> None: ...
    async def publish(self, note: dict[str, Any]) -> None: ...
    async def stop(self) -> None: ...


class Alone:
    """One process on SQLite: there is nobody to tell."""

    shared = False

    async def start(self, listener: Listener) -> None:
        """Nobody will ever call."""

    async def publish(self, note: dict[str, Any]) -> None:
        """Nobody listens."""

    async def stop(self) -> None:
        """Nothing was opened."""


class Postgres:
    """A connection of its own that listens; notes of events are sent inside their transaction."""

    shared = True

    def __init__(self, url: str) -> None:
        self.dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.connection: Any = None
        self.notes: asyncio.Queue[str] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []
        self.speaking = asyncio.Lock()  # one statement at a time

    async def start(self, listener: Listener) -> None:
        await self._connect()
        self.tasks = [
            asyncio.create_task(self._deliver(listener)),
            asyncio.create_task(self._stay_connected(listener)),
        ]

    async def _connect(self) -> None:
        import asyncpg

        self.connection = await asyncpg.connect(self.dsn)
        await self.connection.add_listener(CHANNEL, self._heard)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        self.notes.put_nowait(payload)

    async def _deliver(self, listener: Listener) -> None:
        while True:
            payload = await self.notes.get()
            try:
                await listener(json.loads(payload))
            except Exception:
                log.exception("a note of another server could not be handled")

    async def _stay_connected(self, listener: Listener) -> None:
        while True:
            await asyncio.sleep(RETRY)
            if self.connection.is_closed():
                with contextlib.suppress(OSError, Exception):
                    await self._connect()
                    await listener({"again": True})  # what was said meanwhile is lost: look anew

    async def publish(self, note: dict[str, Any]) -> None:
        """Presence and signs of life; what is lost while the connection is down is told again."""
        async with self.speaking:
            if self.connection.is_closed():
                return
            try:
                await self.connection.execute("SELECT pg_notify($1, $2)", CHANNEL, json.dumps(note))
            except Exception as error:
                log.warning("the other servers were not told", extra={"reason": str(error)})

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.connection is not None and not self.connection.is_closed():
            await self.connection.close()
