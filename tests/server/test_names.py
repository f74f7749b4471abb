"""Nobody passes for another at a table."""

from __future__ import annotations

from spieltisch.tables.names import look_of
from tests.server.client import Client
from tests.server.processes import ServerProcess


async def test_nobody_sits_down_or_talks_by_the_look_of_another(
    server: ServerProcess, game: str
) -> None:
    async with Client(server.base, "Ada") as ada, Client(server.base, "Ad\u200ba\u00ad") as eve:
        table = await ada.open(game, "me", "open")
        seated = await eve.post(f"/api/tables/{table['id']}/join", {"name": eve.name})
        assert [seat["name"] for seat in seated["seats"]] == ["Ada", "Ada 2"]
        async with Client(server.base, "Ad\u200da") as bo:
            await bo.post("/api/me", {"name": bo.name})
            async with bo.sit(table["id"]) as talk:
                await talk.send(kind="chat", id="c", text="hello")
                said = (await talk.event("chat"))["chat"]["name"]
        assert look_of(said) == "Ada 3"
