"""How server processes tell each other that something happened: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from sqlalchemy.engine import make_url

from spieltisch.tables.storage import Listener

CHANNEL = "spieltisch"
RETRY = 1.0  # seconds between attempts to connect again, and between signs of life
PATIENCE = 4.0  # seconds without an answer after which the connection counts as dead

log = logging.getLogger("spieltisch.bus")


class Postgres:
    """A connection of its own that listens; notes of events are sent inside their transaction."""

    shared = True

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.connection: Any = None
        self.behind = False  # something may have been said that was not heard
        self.notes: asyncio.Queue[str] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []
        self.speaking = asyncio.Lock()  # one statement at a time

    async def start(self, listener: Listener) -> None:
        """A database that is slow, or away for a moment, is listened to as soon as it answers."""
        try:
            await self._connect()
        except Exception as error:  # of the driver, or the system's
            reason = str(error) or type(error).__name__
            log.warning("the other servers are not heard yet", extra={"reason": reason})
        self.tasks = [
            asyncio.create_task(self._deliver(listener)),
            asyncio.create_task(self._stay_connected(listener)),
        ]

    @property
    def well(self) -> bool:
        return self.connection is not None and not self.connection.is_closed()

    async def _connect(self) -> None:
        import asyncpg

        patience = self.patience
        fresh = await asyncpg.connect(self.dsn, timeout=patience, command_timeout=patience)
        try:
            await fresh.add_listener(CHANNEL, self._heard)
        except BaseException:
            fresh.terminate()
            raise
        self.connection = fresh

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
        """A connection that only listens would never notice that its other end is gone."""
        while True:
            await asyncio.sleep(RETRY)
            if self.well:
                await self._say("SELECT 1")
            with contextlib.suppress(OSError, Exception):
                if not self.well:
                    self.behind = True  # what was said meanwhile is lost
                    await self._connect()
                if self.behind:
                    await listener({"again": True})  # where that fails it is done again
                    self.behind = False

    async def publish(self, note: dict[str, Any]) -> None:
        """Presence and signs of life; what is lost while the connection is down is told again."""
        await self._say("SELECT pg_notify($1, $2)", CHANNEL, json.dumps(note))

    async def _say(self, statement: str, *values: str) -> None:
        async with self.speaking:
            if not self.well:
                return
            speaking = self.connection
            timer = asyncio.get_running_loop().call_later(self.patience, speaking.terminate)
            try:
                await speaking.execute(statement, *values)
            except Exception as error:
                speaking.terminate()
                log.warning("the other servers were not told", extra={"reason": str(error)})
            finally:
                timer.cancel()

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.well:
            with contextlib.suppress(TimeoutError):
                await self.connection.close(timeout=self.patience)
