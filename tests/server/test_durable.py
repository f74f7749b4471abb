"""Kill −9: what was acknowledged is there, nothing is played twice, bots go on."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess


class Player:
    """Plays at random, keeps what was acknowledged, and sends again what was not."""

    def __init__(self, base: str, seed: int) -> None:
        self.client = Client(base)
        self.luck = random.Random(seed)
        self.acked: dict[str, tuple[int, str]] = {}
        self.pending: tuple[str, str] | None = None
        self.table = ""
        self.over = False

    async def run(self) -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            if self.pending:  # what happened since may have followed from it: look again after it
                async with self.client.sit(self.table) as talk:
                    await self._play(talk)
            async with self.client.sit(self.table) as talk:
                message = talk.snapshot
                while not message["result"]:
                    if 0 in message["acting"]:
                        await self._play(talk)
                    message = await talk.event()
                self.over = True

    async def _play(self, talk: Any) -> None:
        if self.pending is None:
            listed = await talk.ask("turns", seat=0, limit=20)
            if not listed["turns"]:
                return
            self.pending = (f"t{len(self.acked)}", self.luck.choice(listed["turns"]))
        id_, text = self.pending
        answer = await talk.ask("turn", id=id_, seat=0, text=text)
        assert answer["kind"] == "ack", answer
        self.acked[id_] = (answer["n"], answer["text"])
        self.pending = None

    async def check(self) -> None:
        """Every acknowledged turn stands exactly once, in its place."""
        async with self.client.sit(self.table, after=0) as talk:
            mine = {
                event["n"]: event["lines"][0]["text"]
                for event in talk.snapshot["missed"]
                if event["what"] == "turn" and event["seat"] == 0 and event["lines"]
            }
            for id_, (n, text) in self.acked.items():  # whoever asks again gets the first answer
                again = await talk.ask("turn", id=id_, seat=0, text="something else")
                assert (again["kind"], again["n"], again["text"]) == ("ack", n, text)
        for n, text in self.acked.values():
            assert mine.pop(n) == text
        assert len(mine) <= (1 if self.pending else 0)  # the one that was under way


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed_or_stopped(
    brief: ServerProcess, game: str
) -> None:
    server = brief
    players = [Player(server.base, seed) for seed in range(4)]
    for player in players:
        player.table = await player.client.started(game, "me", "greedy")
    quiet = await players[0].client.started(game, "me", "local:Bo")
    refusal = await refused(players[0].client, quiet)
    for round_, end in enumerate((server.kill, server.end)):
        running = [asyncio.create_task(player.run()) for player in players]
        while sum(len(player.acked) for player in players) < 5 * (round_ + 1):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(end)
        await asyncio.gather(*running)
        server.start(wait=False)
        server.wait_ready(game)
        for player in players:
            await player.check()
        assert await refused(players[0].client, quiet) == refusal
    await asyncio.wait_for(asyncio.gather(*(player.run() for player in players)), 120)
    assert all(player.over for player in players)  # bots went on thinking
    for player in players:
        assert (await player.client.get(f"/api/tables/{player.table}/fairness"))["ok"]
        await player.client.http.aclose()


@pytest.fixture
def patient(folder: Path, databases: Callable[[str], str]) -> Iterator[ServerProcess]:
    """One whose bots take their time."""
    process = ServerProcess(folder, databases("patient"), pause="0.4").start(wait=False)
    yield process
    process.end()


async def test_bots_go_on_as_soon_as_their_game_is_ready(patient: ServerProcess, game: str) -> None:
    """Also when nobody comes to look."""
    server = patient
    server.wait_ready(game)
    async with Client(server.base) as ada:
        id_ = await ada.started(game, "me", "greedy")
        await ada.post(f"/api/tables/{id_}/seats/0/bot", {"level": "greedy"})
        seen = await until_later(server, id_, 4)
        await asyncio.sleep(1)  # the summary is written, too
    server.kill()
    server.start(wait=False)
    server.wait_ready(game)
    patience = 25 if server.database else 6  # where other servers may live, they come first
    await asyncio.wait_for(until_later(server, id_, seen + 4), patience)


async def until_later(server: ServerProcess, table: str, n: int) -> int:
    """Waits for an event after number n, without the server's knowing; its number."""
    while True:
        ((last,),) = query(server, "SELECT max(n) FROM event WHERE match = :id", id=table)
        if last > n:
            return int(last)
        await asyncio.sleep(0.1)


async def test_idle_tables_leave_memory_and_come_back(brief: ServerProcess, game: str) -> None:
    async with Client(brief.base) as ada:
        id_ = await ada.started(game, "me", "greedy")
        async with ada.sit(id_) as talk:
            before = talk.snapshot
            while 0 not in before["acting"]:
                before = await talk.event()
        log = [line["text"] for line in (await seen(ada, id_))["log"]]
        for _ in range(100):
            if "spieltisch_tables 0.0" in (await ada.http.get("/metrics")).text:
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError("the table stays in memory")
        async with ada.sit(id_) as talk:
            for key in ("n", "view", "acting"):
                assert talk.snapshot[key] == before[key]
            assert [line["text"] for line in talk.snapshot["log"]] == log


async def refused(client: Client, table: str) -> Any:
    """A turn that is nonsense, always with the same id."""
    async with client.sit(table) as talk:
        seat = talk.snapshot["acting"][0]
        answer = await talk.ask("turn", id="bad", seat=seat, text="nonsense")
        assert answer["kind"] == "refused"
        return answer


async def seen(client: Client, table: str) -> Any:
    async with client.sit(table) as talk:
        return talk.snapshot
