"""The tables of this device: who plays, where matches are kept, and which games are loaded."""

from __future__ import annotations

import contextlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from spieltisch.device.loaded_games import GamesAtHand
from spieltisch.device.storage import Shelf
from spieltisch.device.thinker import FarBots, FarReviews
from spieltisch.tables.local import local_rooms
from spieltisch.tables.offline_matches import OFFLINE
from spieltisch.tables.problems import Problem
from spieltisch.tables.rooms import Rooms


@dataclass(frozen=True)
class Person:
    id: str
    name: str


class Tables:
    """One person's, whoever holds the device."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.shelf = Shelf(device)
        self.games = GamesAtHand(device)
        self.rooms: Rooms = local_rooms(self.shelf)
        self.rooms.bots = FarBots(self.rooms.bots, device)
        self.rooms.reviews = FarReviews(self.shelf, self.rooms, device)
        self.rooms.ready = self.games.ready
        self.rooms.stamp = {OFFLINE: True}
        self.person = Person("", "")

    async def start(self) -> None:
        await self.shelf.read_rows()
        kept = await self.device.value("person")
        if kept:
            self.person = Person(**json.loads(kept))
        else:
            await self.rename("")

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
