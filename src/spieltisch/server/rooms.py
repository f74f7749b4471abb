"""The tables of a server process, with the settings and figures that its transports use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings
from spieltisch.store.store import Store
from spieltisch.tables.bots import Bots
from spieltisch.tables.rooms import Rooms
from spieltisch.tables.storage import Bus


class ServerRooms(Rooms):
    store: Store

    def __init__(
        self, settings: Settings, store: Store, bus: Bus, bots: Bots, metrics: Metrics, secret: str
    ) -> None:
        super().__init__(settings, store, bus, bots, metrics, secret)
        self.settings = settings
        self.metrics = metrics
        self.heard_of: Callable[[dict[str, Any]], Awaitable[None]] = _nothing

    async def hear(self, note: dict[str, Any]) -> None:
        """Of tables, and of people who were signed out somewhere else."""
        if "person" in note or note.get("again"):
            await self.heard_of(note)
        await super().hear(note)


async def _nothing(note: dict[str, Any]) -> None: ...
