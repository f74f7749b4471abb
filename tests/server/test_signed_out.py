"""Devices that were signed out or forgotten: what they have open is closed, and says why."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed

from spieltisch.server.socket.close_codes import ENDINGS, SIGNED_OUT
from tests.server.client import Client, Talk
from tests.server.postgres import fresh
from tests.server.processes import ServerProcess


async def ended(talk: Talk) -> tuple[int, str]:
    """How the connection is closed, by the other end."""
    async with asyncio.timeout(20):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await talk.socket.recv()
    return talk.socket.close_code or 0, talk.socket.close_reason or ""


async def same(base: str, code: str) -> Client:
    """Another device of whoever has the code."""
    client = Client(base, "")
    await client.post("/api/me/recover", {"code": code})
    return client


@pytest.fixture
async def phone(ada: Client) -> AsyncIterator[Client]:
    await ada.post("/api/me", {"name": "Ada"})
    code = (await ada.post("/api/me/code"))["code"]
    async with await same(ada.base, code) as found:
        yield found


async def test_a_device_that_was_signed_out_is_told_nothing_more(
    ada: Client, phone: Client, game: str
) -> None:
    table = await ada.started(game, "me", "local:Bo")
    async with ada.sit(table) as mine, phone.sit(table) as theirs:
        await ada.post("/api/me/devices")
        assert await ended(theirs) == (4401, SIGNED_OUT)
        assert await mine.ask("ping")  # this device stays
        await mine.play_first((await mine.ask("look", seat=None))["view"]["acting"][0])
    assert not ENDINGS[SIGNED_OUT].passes


async def test_whoever_is_forgotten_watches_nobody_any_more(
    ada: Client, bo: Client, game: str
) -> None:
    table = await bo.started(game, "me", "local:Cy")
    await ada.post("/api/me", {"name": "Ada"})
    async with ada.sit(table) as watching, bo.sit(table) as sitting:
        await ada.post("/api/me/forget")
        assert await ended(watching) == (4401, SIGNED_OUT)
        assert await sitting.ask("ping")


async def test_a_guest_who_turns_out_to_be_somebody_comes_back_as_that(
    ada: Client, bo: Client, game: str
) -> None:
    await ada.post("/api/me", {"name": "Ada"})
    code = (await ada.post("/api/me/code"))["code"]
    table = await bo.open(game, "me", "open")
    async with bo.sit(table["id"]) as before:
        await bo.post("/api/me/recover", {"code": code, "take_along": True})
        code_, reason = await ended(before)
    assert ENDINGS[reason].passes, (code_, reason)
    async with bo.sit(table["id"]) as after:
        assert after.snapshot["table"]["you"]["seats"] == [0]


async def test_other_servers_close_them_too(
    postgres: str, tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    folder, url = tmp_path_factory.mktemp("two"), await fresh(postgres, "signed_out")
    servers = [ServerProcess(folder, url).start(wait=False) for _ in range(2)]
    for each in servers:
        await asyncio.to_thread(each.wait_ready, game)
    async with Client(servers[0].base, "Ada") as ada:
        table = await ada.started(game, "me", "local:Bo")
        code = (await ada.post("/api/me/code"))["code"]
        async with await same(servers[1].base, code) as phone, phone.sit(table) as theirs:
            await ada.post("/api/me/devices")
            assert await ended(theirs) == (4401, SIGNED_OUT)
            assert (await phone.get("/api/me"))["id"] is None  # and this one knows it, too
    for each in servers:
        assert each.stop() == 0
