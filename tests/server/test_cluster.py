"""Two server processes on one PostgreSQL serve the same match."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import pytest

from spieltisch import games
from tests.server.client import Client
from tests.server.postgres import fresh
from tests.server.processes import ServerProcess


@pytest.fixture(scope="module")
def two(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    folder = tmp_path_factory.mktemp("cluster")
    url = asyncio.run(fresh(postgres, "cluster"))
    started = [ServerProcess(folder, url, grace="3").start(wait=False) for _ in range(2)]
    for process in started:
        process.wait_ready()
    yield started[0], started[1]
    for process in started:
        assert process.stop() == 0
        assert "Traceback" not in process.log.read_text()


async def test_people_on_different_servers_play_together(
    two: tuple[ServerProcess, ServerProcess], game: str
) -> None:
    async with Client(two[0].base, "Ada") as ada, Client(two[1].base, "Bo") as bo:
        table = await ada.open(game, "me", "open")
        path = f"/api/tables/{table['id']}"
        async with ada.sit(table["id"]) as one:
            await bo.post(f"{path}/join", {"name": "Bo", "nonce": "b0"})
            assert (await one.event("join"))["table"]["seats"][1]["name"] == "Bo"
            async with bo.sit(table["id"]) as other:
                await ada.post(f"{path}/start", {"nonce": "ada0"})
                await other.event("start")
                while not (await one.next("presence"))["seats"][1]["connected"]:
                    pass  # the other server has told
                for _ in range(6):
                    for seat, talk in enumerate((one, other)):
                        listed = await talk.ask("turns", seat=seat, limit=1)
                        if listed["turns"]:
                            ack = await talk.ask("turn", seat=seat, text=listed["turns"][0])
                            assert ack["kind"] == "ack"
                            await asyncio.gather(
                                *(t.next("event", n=ack["n"]) for t in (one, other))
                            )
            await one.event("bot")  # Bo is gone, on the other server; a bot sits in


async def test_the_same_turn_sent_to_both_is_played_once(
    two: tuple[ServerProcess, ServerProcess], game: str
) -> None:
    async with Client(two[0].base, "Ada") as ada, Client(two[1].base) as phone:
        id_ = await ada.started(game, "me", "local:Bo")
        for name, value in ada.http.cookies.items():
            phone.http.cookies.set(name, value)
        async with ada.sit(id_) as one, phone.sit(id_) as other:
            for round_ in range(8):
                acting = (await one.ask("look", seat=None))["view"]["acting"]
                seat = acting[0] if isinstance(acting, list) else acting
                text = await one.first_turn(seat)
                answers = await asyncio.gather(
                    *(t.ask("turn", id=f"r{round_}", seat=seat, text=text) for t in (one, other))
                )
                assert answers[0]["n"] == answers[1]["n"], answers
                for talk in (one, other):
                    await talk.next("event", n=answers[0]["n"])
        async with ada.sit(id_, after=0) as one:
            turns = [e for e in one.snapshot["missed"] if e["what"] == "turn"]
            assert len(turns) == 8


@pytest.mark.parametrize("key", list(games.cards()))
async def test_bots_play_a_match_to_the_end_while_two_servers_watch(
    two: tuple[ServerProcess, ServerProcess], key: str
) -> None:
    async with Client(two[0].base) as ada, Client(two[1].base) as bo:
        count = max(games.card(key).players[0], 2)
        id_ = await ada.started(key, "me", *["greedy"] * (count - 1))
        await ada.post(f"/api/tables/{id_}/seats/0/bot", {"level": "greedy"})
        async with ada.sit(id_) as one, bo.sit(id_) as other:
            results = []
            for talk in (one, other):
                result = talk.snapshot["result"]
                while not result:
                    result = (await talk.event())["result"]
                results.append(result)
        assert results[0] == results[1]
        assert (await bo.get(f"/api/tables/{id_}/fairness"))["ok"]


async def test_the_other_server_takes_over_when_one_is_killed(
    two: tuple[ServerProcess, ServerProcess], game: str
) -> None:
    one, other = two
    async with Client(one.base) as ada, Client(other.base) as phone:
        id_ = await ada.started(game, "me", "greedy")
        async with ada.sit(id_) as talk:
            text = (await talk.ask("turns", seat=0, limit=1))["turns"]
            ack = await talk.ask("turn", seat=0, text=text[0]) if text else None
        one.kill()
        for name, value in ada.http.cookies.items():
            phone.http.cookies.set(name, value)
        async with phone.sit(id_) as talk:
            assert ack is None or talk.snapshot["n"] >= ack["n"]
            message = talk.snapshot
            while 0 not in message["acting"] and not message["result"]:
                message = await talk.event()  # the bot thinks here now
    one.start()


async def test_several_workers_of_one_command_serve_the_same_match(
    postgres: str, tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    folder = tmp_path_factory.mktemp("workers")
    server = ServerProcess(folder, await fresh(postgres, "workers"), workers="2").start(wait=False)
    try:
        for _ in range(20):
            server.wait_ready(game)  # any of them may answer
        people = [Client(server.base, name) for name in ("Ada", "Bo", "Cy", "Di")]
        async with people[0] as ada, people[1], people[2], people[3]:
            id_ = await ada.started(game, "me", "local:Bo")
            # Four connections are with one process only once in eight times, so once in 64.
            for _ in range(2):
                async with ada.sit(id_) as one, contextlib.AsyncExitStack() as stack:
                    watching = [await stack.enter_async_context(who.sit(id_)) for who in people[1:]]
                    seat = (await one.ask("look", seat=None))["view"]["acting"][0]
                    text = await one.first_turn(seat)
                    ack = await one.ask("turn", seat=seat, text=text)
                    for talk in (one, *watching):
                        await talk.next("event", n=ack["n"])
    finally:
        assert server.process is not None
        server.process.terminate()
        assert server.process.wait(40) == 0
    told = server.log.read_text()
    assert told.count("Started server process") == 2
    assert "Traceback" not in told
