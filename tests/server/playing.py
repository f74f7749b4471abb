"""Whole matches, played quickly: somebody comes, a bot plays their seat, and it is over."""

from __future__ import annotations

import asyncio
from typing import Any

from spieltisch import games
from tests.server.client import Client

PATIENCE = 60.0


def shortest() -> str:
    """A game that can be played alone if there is one, else the quickest."""
    cards = games.cards()
    return min(cards, key=lambda key: (cards[key].players[0], cards[key].minutes))


async def play_out(client: Client, table: str, seat: int = 0) -> None:
    """A bot that does not think takes over until the end."""
    await client.post(f"/api/tables/{table}/seats/{seat}/bot", {"level": "random"})
    await wait_for_end(client, table)


async def wait_for_end(client: Client, table: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await client.get(f"/api/tables/{table}")
            if found["status"] == "over":
                return dict(found)
            await asyncio.sleep(0.05)


async def finished(client: Client, game: str | None = None, *others: str, **more: Any) -> str:
    """A match of mine that is over; with bots as the game needs them."""
    key = game or shortest()
    bots = others or ["random"] * (games.card(key).players[0] - 1)
    table = await client.started(key, "me", *bots, **more)
    await play_out(client, table)
    return table
