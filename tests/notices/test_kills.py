"""Kills between due and sent: nothing that was due is lost, and whatever comes twice has one id."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from tests.notices.inbox import WAYS, Inbox
from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import PATIENCE, ServerProcess

GAME = min(key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1])
Moment = Callable[[ServerProcess, Inbox], Awaitable[None]]


async def until(there: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := there()):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return found


async def due_for_bo(server: ServerProcess, inbox: Inbox) -> str:
    """A table at which it becomes the turn of Bo, who is not there and wants to be told."""
    async with Client(server.base, "Ada") as ada, Client(server.base, "Bo") as bo:
        await bo.post("/api/me", {"name": "Bo"})
        await inbox.subscribe(bo)
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


def asked(inbox: Inbox) -> dict[str, list[str]]:
    """By way, the ids of messages that ask Bo to play. On a busy machine one that the match has
    begun goes ahead; else it is the same one."""
    return {
        way: [id_ for id_, text in told if "your turn" in text]
        for way, told in inbox.arrived().items()
    }


def queued(server: ServerProcess) -> list[Any]:
    """What asks Bo to play, by way (`kind`)."""
    return query(
        server,
        "SELECT notice.state, channel.kind FROM notice JOIN channel ON channel.id = notice.channel"
        " WHERE notice.kind = 'turn'",
    )


def all_sent(server: ServerProcess) -> bool:
    return [row.state for row in queued(server)] == ["sent"] * len(WAYS)


async def before_it_is_queued(server: ServerProcess, inbox: Inbox) -> None:
    """At once: the event is on disk, and perhaps nobody has looked at it yet."""


async def when_it_is_queued(server: ServerProcess, inbox: Inbox) -> None:
    await until(lambda: queued(server))


def when_it_is_on_its_way(way: str) -> Moment:
    """It has arrived, and nobody says so before the server is dead. (A person's ways are used one
    after the other, so the others may not have begun, or be done.) Where a message that the match
    has begun goes ahead, it is answered at once: nobody would get past one that is never done."""

    async def moment(server: ServerProcess, inbox: Inbox) -> None:
        await until(lambda: queued(server))
        inbox.way(way).slow = 30.0
        await until(lambda: asked(inbox)[way])

    return moment


@pytest.mark.parametrize(
    "moment",
    [
        before_it_is_queued,
        when_it_is_queued,
        when_it_is_on_its_way("push"),
        pytest.param(when_it_is_on_its_way("mail"), marks=pytest.mark.long),
        pytest.param(when_it_is_on_its_way("hook"), marks=pytest.mark.long),
    ],
)
async def test_a_message_survives_a_kill(folder: Path, moment: Moment) -> None:
    inbox = Inbox()
    with inbox.running():
        server = ServerProcess(folder, **inbox.settings).start(wait=False)
        server.wait_ready(GAME)
        await due_for_bo(server, inbox)
        await moment(server, inbox)
        server.kill()
        before = {way: len(ids) for way, ids in asked(inbox).items()}
        done = {row.kind for row in queued(server) if row.state == "sent"}
        for way in WAYS:
            inbox.way(way).slow = 0.0
        server.start(wait=False)
        server.wait_ready(GAME)
        await until(lambda: all_sent(server))
        server.end()
        found = asked(inbox)
    wanted = {way: before[way] + (way not in done) for way in WAYS}
    assert {way: len(ids) for way, ids in found.items()} == wanted
    assert all(len(set(ids)) == 1 for ids in found.values())
    assert "Traceback" not in server.log.read_text()


async def test_two_servers_do_not_both_send(postgres: str, folder: Path) -> None:
    from tests.server.postgres import fresh

    url = await fresh(postgres, "notices")
    inbox = Inbox()
    with inbox.running():
        two = [ServerProcess(folder, url, **inbox.settings).start(wait=False) for _ in range(2)]
        for server in two:
            server.wait_ready(GAME)
        await due_for_bo(two[0], inbox)
        for way in WAYS:
            inbox.way(way).slow = 0.3
        await until(lambda: all_sent(two[0]))
        await asyncio.sleep(1.0)
        for server in two:
            server.end()
            assert "Traceback" not in server.log.read_text()
        assert [len(ids) for ids in asked(inbox).values()] == [1] * len(WAYS)
        for told in inbox.arrived().values():
            assert len({id_ for id_, _ in told}) == len(told)
