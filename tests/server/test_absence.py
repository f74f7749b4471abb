"""Someone vanishes, leaves or thinks for too long: the others wait, then a bot sits in."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

import pytest

from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess


@pytest.fixture
async def hasty(brief: ServerProcess) -> AsyncIterator[tuple[Client, Client]]:
    """Ada and Bo where nobody waits long for anybody."""
    async with Client(brief.base, "Ada") as ada, Client(brief.base, "Bo") as bo:
        yield ada, bo


async def test_someone_who_vanishes_is_missed_then_a_bot_sits_in(
    hasty: tuple[Client, Client], game: str
) -> None:
    ada, bo = hasty
    table = await ada.open(game, "me", "open")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    async with ada.sit(table["id"]) as talk:
        async with bo.sit(table["id"]) as gone:
            await ada.post(f"{path}/start")
            await gone.event("start")
        while True:
            here = await talk.next("presence")
            if here["seats"][1]["grace"]:
                break
        assert here["seats"][1]["grace"] > here["now"]
        assert not here["seats"][1]["connected"]
        event = await asyncio.wait_for(talk.event("bot"), 30)
        assert event["seat"] == 1
        assert event["table"]["seats"][1]["warm"]
        async with bo.sit(table["id"]) as returned:
            refused = await returned.ask("turn", seat=1, text="x")
            assert refused["code"] == "seat/warm"
            await bo.post(f"{path}/seats/1/back")
            back = await talk.event("back")
            assert not back["table"]["seats"][1]["warm"]


async def test_who_says_that_they_leave_is_waited_for_then_a_bot_sits_in(
    hasty: tuple[Client, Client], brief: ServerProcess, game: str
) -> None:
    """Also where nobody looks, after the table has left memory or the server has died."""
    ada, bo = hasty
    table = await ada.open(game, "me", "open")
    path = f"/api/tables/{table['id']}"
    await bo.post(f"{path}/join", {"name": "Bo"})
    await ada.post(f"{path}/start")
    async with ada.sit(table["id"]) as talk:
        left = await bo.post(f"{path}/leave")
        told = await talk.event("leave")
        assert told["table"]["seats"][1]["left"]
        assert told["table"]["seats"][1]["grace"] == left["seats"][1]["grace"] > told["at"]
        event = await talk.event("bot")
        assert event["at"] >= left["seats"][1]["grace"]
        assert event["table"]["seats"][1]["warm"]
        assert not event["table"]["seats"][1]["left"]
        assert not (await bo.post(f"{path}/seats/1/back"))["seats"][1]["warm"]
    await ada.post(f"{path}/leave")
    brief.kill()
    brief.start()
    async with asyncio.timeout(20):
        while not (await ada.get(path))["seats"][0]["warm"]:
            await asyncio.sleep(0.05)


async def test_nobody_is_missed_by_bots(hasty: tuple[Client, Client], game: str) -> None:
    ada, _ = hasty
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_):
        pass
    await asyncio.sleep(1)
    assert not (await ada.get(f"/api/tables/{id_}"))["seats"][0]["warm"]


async def test_a_clock_that_runs_out_lets_a_bot_sit_in(
    hasty: tuple[Client, Client], brief: ServerProcess, game: str
) -> None:
    ada, _ = hasty
    refused = await ada.post("/api/tables", _with_clock(game, 9), 422)
    assert refused["code"] == "input/invalid"
    table = await ada.post("/api/tables", _with_clock(game, 10), 201)
    shorten_clock(brief, table["id"], 4)  # on a busy machine a shorter grace might be missed
    await ada.post(f"/api/tables/{table['id']}/start")
    async with ada.sit(table["id"]) as talk:
        late, (seat, *_) = talk.snapshot["deadline"], talk.snapshot["acting"]
        assert late - talk.snapshot["now"] <= 4000
        while not (here := await talk.next("presence"))["seats"][seat]["grace"]:
            assert here["now"] <= late
        assert here["now"] >= late
        assert here["seats"][seat]["grace"] == late + 1000
        event = await talk.event("bot")
        assert event["seat"] in talk.snapshot["acting"]
        assert event["at"] >= late + 1000


def _with_clock(game: str, seconds: int) -> dict[str, object]:
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bo"}]
    return {"game": game, "seats": seats, "clock": {"kind": "live", "seconds": seconds}}


def shorten_clock(server: ServerProcess, table: str, seconds: int) -> None:
    """Nobody may open a table with such a short clock, but tests should not wait for a long one."""
    while "spieltisch_tables 0.0" in server.metrics():
        time.sleep(0.02)  # not counted yet
    while "spieltisch_tables 0.0" not in server.metrics():
        time.sleep(0.02)  # it is in memory still
    where = "WHERE match = :match AND n = 1"
    ((text,),) = query(server, f"SELECT body FROM event {where}", match=table)
    body = json.dumps(json.loads(text) | {"clock": {"kind": "live", "seconds": seconds}})
    query(server, f"UPDATE event SET body = :body {where}", match=table, body=body)
