"""Games whose kernels are loaded; the others are fetched when somebody first wants them."""

from __future__ import annotations

from typing import Any

from spieltisch import games
from spieltisch.core.game import Game


class GamesAtHand:
    """`device` fetches a game's module of kernels and puts it where `core.browser` looks."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.ready: set[str] = set()

    async def find(self, key: str) -> Game:
        folder = games.card(key).folder  # an unknown game raises
        if key not in self.ready:
            await self.device.kernels(folder)
        found = games.find(key)
        self.ready.add(key)
        return found
