"""Kills between due and sent: nothing that was due is lost, and whatever comes twice has one id."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from tests.notices.receivers import Browser, Receiver
from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import PATIENCE, ServerProcess

GAME = min(key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1])
SETTINGS = {"webhooks": "any", "sweep": "0.1"}


async def until(there: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := there()):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return found


async def due_for_bo(server: ServerProcess, browser: Browser) -> str:
    """A table at which it becomes the turn of Bo, who is not there and wants to be told."""
    async with Client(server.base, "Ada") as ada, Client(server.base, "Bo") as bo:
        await bo.post("/api/me", {"name": "Bo"})
        await bo.post("/api/notices/push", browser.subscription())
        table = await ada.open(GAME, "me", "open", clock={"kind": "slow", "days": 3})
        await bo.post(f"/api/tables/{table['id']}/join", {"name": "Bo"})
        await ada.post(f"/api/tables/{table['id']}/start", {})
        async with ada.sit(table["id"]) as talk:
            while 0 in await acting(ada, table["id"]):
                await talk.play_first(0)
        return str(table["id"])


async def acting(ada: Client, table: str) -> list[int]:
    async with ada.sit(table) as again:
        return list(again.snapshot["acting"])


def asked(receiver: Receiver, browser: Browser) -> list[str]:
    """The ids of messages that ask Bo to play. On a busy machine one that the match has begun goes
    ahead; else it is the same one."""
    told = [browser.decrypt(posted.body) for posted in receiver.posted]
    return [message["id"] for message in told if "your turn" in message["title"]]


def queued(server: ServerProcess) -> list[Any]:
    return query(server, "SELECT state, message FROM notice WHERE kind = 'turn'")


async def before_it_is_queued(server: ServerProcess, receiver: Receiver) -> None:
    """At once: the event is on disk, and perhaps nobody has looked at it yet."""


async def when_it_is_queued(server: ServerProcess, receiver: Receiver) -> None:
    await until(lambda: queued(server))


async def when_it_is_on_its_way(server: ServerProcess, receiver: Receiver) -> None:
    """The push service has it, and does not answer before the server is dead."""
    await until(lambda: any(row.message for row in queued(server)))
    await until(lambda: receiver.posted)


@pytest.mark.parametrize(
    ("moment", "slow"),
    [(before_it_is_queued, 0.0), (when_it_is_queued, 0.0), (when_it_is_on_its_way, 3.0)],
)
async def test_a_message_survives_a_kill(
    folder: Path,
    moment: Callable[[ServerProcess, Receiver], Awaitable[None]],
    slow: float,
) -> None:
    receiver = Receiver(slow=slow)
    with receiver.running():
        browser = Browser(f"{receiver.base}/bo")
        server = ServerProcess(folder, **SETTINGS).start(wait=False)
        server.wait_ready(GAME)
        await due_for_bo(server, browser)
        await moment(server, receiver)
        server.kill()
        before = len(asked(receiver, browser))
        receiver.slow = 0.0
        # Whoever sends has the way for a while; that it has passed is a matter of the clock.
        query(server, "UPDATE channel SET busy = NULL")
        server.start(wait=False)
        server.wait_ready(GAME)
        await until(lambda: queued(server) and queued(server)[0].state == "sent")
        server.end()
    found = asked(receiver, browser)
    assert len(set(found)) == 1
    assert len(found) == before + 1
    assert "Traceback" not in server.log.read_text()


async def test_two_servers_do_not_both_send(postgres: str, folder: Path) -> None:
    from tests.server.postgres import fresh

    url = await fresh(postgres, "notices")
    receiver = Receiver(slow=0.3)
    with receiver.running():
        browser = Browser(f"{receiver.base}/bo")
        two = [ServerProcess(folder, url, **SETTINGS).start(wait=False) for _ in range(2)]
        for server in two:
            server.wait_ready(GAME)
        await due_for_bo(two[0], browser)
        await until(lambda: queued(two[0]) and queued(two[0])[0].state == "sent")
        await asyncio.sleep(1.0)
        for server in two:
            server.end()
            assert "Traceback" not in server.log.read_text()
    assert len(asked(receiver, browser)) == 1
    ids = [browser.decrypt(posted.body)["id"] for posted in receiver.posted]
    assert len(set(ids)) == len(ids)
