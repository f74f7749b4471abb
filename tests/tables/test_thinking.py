"""Whose bot may think next, with real threads and, at the end, with a real server."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from spieltisch.server.threads import Threads
from spieltisch.tables import thinking
from spieltisch.tables.thinking import Limit, Share, Thinking
from tests.server.client import Client
from tests.server.database import query
from tests.server.processes import ServerProcess


class Line:
    """One thread that is held until all have lined up; remembers who thought, in which order."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.order: list[str] = []
        self.limits: list[float] = []
        self.gate = threading.Event()

    def ask(self, who: str, table: str, urgent: bool = True) -> asyncio.Task[Any]:
        def work(limit: Limit) -> None:
            self.gate.wait(20)
            self.order.append(table)
            self.limits.append(limit.seconds)

        return asyncio.create_task(self.thinking.think(who, table, lambda: urgent, work))

    async def all(self, *asked: asyncio.Task[Any]) -> list[str]:
        await asyncio.sleep(0)
        self.gate.set()
        await asyncio.gather(*asked)
        return self.order


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    threads = Threads(1)
    yield Line(Thinking(threads))
    threads.stop()


@pytest.fixture
async def alike(line: Line) -> Line:
    """Every thought takes a second, by a clock that goes on only when it is looked at."""
    line.thinking.clock = itertools.count().__next__
    return line


async def test_people_take_turns_however_many_tables_one_of_them_has(line: Line) -> None:
    first = line.ask("eve", "e0")  # is thinking when the others come
    await asyncio.sleep(0)
    many = [line.ask("eve", f"e{n}") for n in range(1, 15)]
    order = await line.all(first, *many, line.ask("ada", "a0"), line.ask("bo", "b0"))
    assert set(order[1:3]) == {"a0", "b0"}


async def test_tables_of_one_person_take_turns_too(line: Line) -> None:
    first = line.ask("eve", "e0")
    await asyncio.sleep(0)
    asked = [line.ask("eve", "e0"), line.ask("eve", "e0"), line.ask("eve", "e1")]
    order = await line.all(first, *asked)
    assert order[1] == "e1"


async def test_tables_where_people_wait_come_before_those_where_nobody_looks(line: Line) -> None:
    first = line.ask("eve", "e0")
    await asyncio.sleep(0)
    unseen = [line.ask(f"p{n}", f"u{n}", urgent=False) for n in range(3)]
    order = await line.all(first, *unseen, line.ask("eve", "seen"))
    assert order[1] == "seen"


async def test_a_thought_that_nobody_waits_for_ends_when_somebody_does(line: Line) -> None:
    def until_cancelled(limit: Limit) -> bool:
        return limit.cancelled.wait(20)

    unseen = asyncio.create_task(line.thinking.think("eve", "e", lambda: False, until_cancelled))
    await asyncio.sleep(0.01)
    await line.all(line.ask("ada", "a"))
    assert (await unseen)[0]


async def test_under_load_each_has_less_time_and_alone_all_of_it(line: Line) -> None:
    first = line.ask("eve", "e0")
    await asyncio.sleep(0)
    await line.all(first, *(line.ask(f"p{n}", f"t{n}") for n in range(20)))
    assert line.limits[0] == thinking.FULL
    assert line.limits[1] == thinking.LEAST
    assert line.limits[-1] == thinking.FULL
    assert line.limits == sorted(line.limits[:1]) + sorted(line.limits[1:])


async def test_whoever_has_gone_is_not_thought_for_and_a_failure_is_told(line: Line) -> None:
    def fail(_: Limit) -> None:
        raise ValueError("no")

    first, gone = line.ask("eve", "e0"), line.ask("ada", "a0")
    failing = asyncio.create_task(line.thinking.think("bo", "b0", lambda: True, fail))
    await asyncio.sleep(0)
    gone.cancel()
    assert await line.all(first) == ["e0"]
    with pytest.raises(ValueError, match="no"):
        await failing
    await line.all(line.ask("cy", "c0"))
    assert "a0" not in line.order


async def test_what_was_used_is_forgotten_when_nobody_competes(line: Line) -> None:
    first = line.ask("eve", "e0")
    await asyncio.sleep(0)
    await line.all(first, line.ask("ada", "a0"))
    assert (line.thinking.everybody, line.thinking.waiting) == (Share(), 0)


async def test_an_address_has_the_shares_of_a_household_however_many_guests_it_is(
    alike: Line,
) -> None:
    """Being a guest costs nothing, so forty of them would be forty people."""
    for n in range(40):
        alike.thinking.origins.note(f"guest{n}", "192.0.2.1")
    first = alike.ask("guest0", "g0")
    await asyncio.sleep(0)
    many = [alike.ask(f"guest{n}", f"g{n}") for n in range(40)]
    others = [alike.ask(who, f"{who}{n}") for n in range(4) for who in ("ada", "bo")]
    order = await alike.all(first, *many, *others)
    last = max(order.index(f"{who}3") for who in ("ada", "bo"))
    guests = sum(name.startswith("g") for name in order[:last])
    assert guests <= 4 * thinking.HOUSEHOLD + 2, order
    assert order[1:3] == ["ada0", "bo0"]


async def test_a_family_behind_one_router_has_what_as_many_strangers_have(alike: Line) -> None:
    family = ("mum", "dad", "kim")
    for who in family:
        alike.thinking.origins.note(who, "192.0.2.1")
    first = alike.ask("cy", "c0")
    await asyncio.sleep(0)
    asked = [alike.ask(who, f"{who}{n}") for n in range(4) for who in (*family, "ada")]
    order = await alike.all(first, *asked)
    when = order.index("ada3")
    had = [sum(name.startswith(who) for name in order[:when]) for who in family]
    assert min(had) >= 2, order


async def test_a_load_of_ones_own_shortens_ones_own_thoughts_most(line: Line) -> None:
    first = line.ask("eve", "e0")
    await asyncio.sleep(0)
    many = [line.ask("eve", f"e{n}") for n in range(1, 20)]
    order = await line.all(first, *many, line.ask("ada", "a0"))
    limits = dict(zip(order, line.limits, strict=True))
    assert limits["a0"] == thinking.FULL / 2
    assert limits["e1"] == thinking.LEAST


@pytest.fixture
def busy(folder: Path) -> Iterator[ServerProcess]:
    """One thread, and tables without people that do not wait."""
    process = ServerProcess(folder, threads="1").start(wait=False)
    yield process
    assert process.stop() == 0


async def test_fifteen_tables_of_masters_do_not_keep_a_bot_elsewhere_waiting(
    busy: ServerProcess, game: str
) -> None:
    """Counted in turns of the others that were written between mine and the bot's answer, since
    every machine has its own speed."""
    busy.wait_ready(game)
    async with Client(busy.base, "Eve") as eve, Client(busy.base, "Bo") as bo:
        for _ in range(15):
            id_ = await eve.started(game, "me", "master")
            await eve.post(f"/api/tables/{id_}/seats/0/bot", {"level": "master"})
        mine = await bo.started(game, "me", "medium")
        async with bo.sit(mine) as talk:
            await _until_mine(talk, talk.snapshot)
            ack = await talk.play_first(0)
            event = await talk.next("event", n=ack["n"])
            answered = await _until_mine(talk, event)
    row = "(SELECT rowid FROM event WHERE match = :id AND n = {})"
    between = f"rowid BETWEEN {row.format(ack['n'])} AND {row.format(answered['n'])}"
    others = (
        f"SELECT count(*) FROM event WHERE match != :id AND body LIKE '%\"turn\"%' AND {between}"
    )
    ((waited,),) = query(busy, others, id=mine)
    assert waited <= 6


async def _until_mine(talk: Any, message: dict[str, Any]) -> dict[str, Any]:
    while 0 not in message["acting"]:
        message = await talk.event()
    return message


async def test_people_are_told_when_a_bot_had_less_time(busy: ServerProcess, game: str) -> None:
    busy.wait_ready(game)
    async with Client(busy.base, "Eve") as eve, Client(busy.base, "Bo") as bo:
        for _ in range(15):
            id_ = await eve.started(game, "me", "master")
            await eve.post(f"/api/tables/{id_}/seats/0/bot", {"level": "master"})
        mine = await bo.started(game, "me", "master")
        async with bo.sit(mine) as talk:
            await _until_mine(talk, talk.snapshot)
            await talk.play_first(0)
            while not (told := await talk.next("presence"))["seats"][1]["hurried"]:
                pass
            assert 0 < told["seats"][1]["hurried"] < thinking.FULL
