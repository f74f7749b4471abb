"""Connections to PostgreSQL whose other end says nothing any more: nobody waits for them.

A machine that vanished, a cable that was pulled or a firewall that forgot leave a connection half
open: what is sent is swallowed, and nothing ever comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from collections.abc import Iterator
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger("spieltisch.store")


class Watch:
    """Where one statement got no answer in time, all connections are ended, not only its own: they
    lead to the same place. Whoever waits is told at once, and the next statement connects anew."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self.engine, self.patience = engine, patience
        self.enabled = engine.dialect.name == "postgresql"
        self.open: weakref.WeakSet[Any] = weakref.WeakSet()
        if self.enabled:
            event.listen(engine.sync_engine, "connect", self._connected)

    def _connected(self, connection: Any, _record: Any) -> None:
        self.open.add(connection.driver_connection)

    @contextlib.contextmanager
    def within(self) -> Iterator[None]:
        """The statements of this block share one deadline."""
        if not self.enabled:  # a file answers, or its lock has a deadline of its own
            yield
            return
        waiting = asyncio.create_task(self._wait())
        try:
            yield
        finally:
            waiting.cancel()

    async def _wait(self) -> None:
        """In two steps: on a busy machine an answer may be here, and only wait to be read. Again
        and again: the block may have connected anew meanwhile, and met the next silence."""
        while True:
            await asyncio.sleep(self.patience * 0.8)
            await asyncio.sleep(self.patience * 0.2)
            self._silent()

    def _silent(self) -> None:
        log.warning("the database is silent: connecting anew")
        self.engine.sync_engine.dispose(close=False)
        for connection in list(self.open):
            connection.terminate()
