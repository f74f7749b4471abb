"""Every message counts by what it costs: a whole log may be asked for as often as a ping."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.server.socket import connection
from spieltisch.tables import questions
from spieltisch.tables.questions import Questions
from tests.server.client import Client
from tests.server.http.test_request_costs import burn


async def test_whoever_asks_for_what_takes_long_waits_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "MOST", 0.05)
    at = 100.0
    rooms: Any = SimpleNamespace(questions=Questions(clock=lambda: at))

    async def look() -> str:
        burn(0.03)
        await asyncio.sleep(0.01)
        return "shown"

    async def asked(account: str) -> Any:
        return await connection._paid(SimpleNamespace(account=account), rooms, look)  # type: ignore[arg-type]

    for _ in range(2):
        assert await asked("192.0.2.1") == "shown"  # strangers count by their address
    third = asyncio.create_task(asked("192.0.2.1"))
    assert await asked("ada") == "shown"
    assert not third.done()
    at += 1.0
    assert await third == "shown"


async def test_a_look_at_a_table_is_charged(hasty: Any, game: str) -> None:
    """By a real server, on the account of whoever looks, who goes on all the same."""
    async with Client(hasty.base, "Ada") as ada:
        table = await ada.started(game, "me", "local:Bo")
        async with ada.sit(table) as talk:
            for _ in range(5):
                assert (await talk.ask("look", seat=0))["looking"] == 0
