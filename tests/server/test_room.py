"""A table in memory whose database fails now and then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from spieltisch.server.bots import Bots
from spieltisch.server.hall import Hall
from spieltisch.server.metrics import Metrics
from spieltisch.server.room import Room
from spieltisch.server.settings import Settings
from spieltisch.store.bus import Alone
from spieltisch.store.engine import connect
from spieltisch.store.store import Event, Store, StoreError
from tests.server.test_table import LIVE, begun

pytestmark = pytest.mark.server


class Moody(Store):
    """Refuses the first events; keeps the others to itself."""

    refusals = 2

    async def append(self, match: str, event: Event, *_: Any) -> bool:
        self.refusals -= 1
        if self.refusals >= 0:
            raise StoreError("not now")
        return True

    async def events(self, match: str, after: int = 0) -> list[Event]:
        return []


async def test_a_bot_sits_in_as_soon_as_the_database_lets_it(folder: Path, game: str) -> None:
    store = Moody(connect(f"sqlite:///{folder}/never-opened.db"))
    hall = Hall(Settings(), store, Alone(), Bots(1, 100.0), Metrics(), "secret")
    table = begun(game, clock=LIVE)  # long ago
    room = Room(hall, table)
    room.tick()
    late = table.acting[0]
    async with asyncio.timeout(20):
        while not table.seats[late].warm:
            await asyncio.sleep(0.01)
    assert store.refusals == -1
    room.close()
