"""The tables of a server process, with the settings and figures that its transports use."""

from __future__ import annotations

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
