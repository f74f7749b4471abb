"""Questions that take long: in slices, fair, counted by cost, and never about two moments."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch import games
from spieltisch.server.metrics import Metrics
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.server.threads import Threads
from spieltisch.store.engine import connect
from spieltisch.store.store import Store
from spieltisch.tables import messages, questions
from spieltisch.tables.bots import Bots
from spieltisch.tables.commands import answer
from spieltisch.tables.origins import Origins
from spieltisch.tables.problems import Problem
from spieltisch.tables.questions import Questions
from spieltisch.tables.room import Room
from spieltisch.tables.storage import Alone
from spieltisch.tables.thinking import Thinking
from tests.tables.test_table import begun, take


def work(seconds: float, order: list[str] | None = None, name: str = "") -> Iterator[None]:
    """Steps of a millisecond."""
    until = round(seconds * 1000)
    for _ in range(until):
        began = time.perf_counter()
        while time.perf_counter() - began < 0.001:
            pass
        yield
    if order is not None:
        order.append(name)


async def test_others_act_between_two_slices_of_a_long_question() -> None:
    asked, beats = asyncio.create_task(Questions().ask("ada", work(0.1))), 0
    while not asked.done():
        await asyncio.sleep(0)
        beats += 1
    assert beats >= 0.1 / questions.SLICE / 3


async def test_who_has_asked_for_least_is_next_however_many_questions_another_has() -> None:
    desk, order = Questions(), list[str]()
    many = [asyncio.create_task(desk.ask("eve", work(0.03, order, "eve"))) for _ in range(10)]
    await asyncio.sleep(0.01)
    await asyncio.gather(desk.ask("ada", work(0.01, order, "ada")), *many)
    assert "ada" in order[:3]


async def test_questions_are_counted_by_what_they_cost() -> None:
    at = 100.0
    desk = Questions(clock=lambda: at)
    for _ in range(1000):
        desk.charge("ada", 0.0001)
    await asyncio.wait_for(desk.afford("ada"), 1)  # many that cost little are free
    desk.charge("ada", questions.MOST)
    waiting = asyncio.create_task(desk.afford("ada"))
    await desk.afford("bo")
    assert desk.debt("bo") == 0.0 < desk.debt("ada")
    assert not (await asyncio.wait([waiting], timeout=0.05))[0]
    waiting.cancel()
    at += questions.MOST
    await asyncio.wait_for(desk.afford("ada"), 1)
    await Questions(limited=False).afford("ada")


async def test_all_guests_of_an_address_have_an_allowance_together() -> None:
    """Being a guest costs nothing; two people who ask without a pause are let alone."""
    at, origins = 100.0, Origins()
    desk = Questions(clock=lambda: at, origins=origins)
    guests = [f"guest{n}" for n in range(30)]
    for guest in guests:
        origins.note(guest, "192.0.2.1")
    for guest in guests[: questions.TOGETHER]:
        desk.charge(guest, 0.9 * questions.MOST)
    await asyncio.wait_for(desk.afford("guest5"), 1)
    for guest in guests:
        desk.charge(guest, 0.1 * questions.MOST)
    waiting = asyncio.create_task(desk.afford("guest29"))
    await desk.afford("ada")
    assert not (await asyncio.wait([waiting], timeout=0.05))[0]
    waiting.cancel()


async def test_guests_of_one_address_are_not_served_before_somebody_else() -> None:
    origins, order = Origins(), list[str]()
    desk = Questions(limited=False, origins=origins)
    for n in range(20):
        origins.note(f"guest{n}", "192.0.2.1")
    many = [
        asyncio.create_task(desk.ask(f"guest{n}", work(0.01, order, "guest"))) for n in range(20)
    ]
    await asyncio.sleep(0.01)
    await asyncio.gather(desk.ask("ada", work(0.01, order, "ada")), *many)
    assert "ada" in order[:4], order


async def test_everything_listed_is_of_one_moment_and_nobody_is_locked_out() -> None:
    n = 1

    def listed() -> Iterator[int]:
        nonlocal n
        mine = n
        for number in range(3):
            if mine == 1 and number == 1:
                n = 2  # somebody plays meanwhile
            yield 10 * mine + number

    assert await Questions().all_of("ada", listed, lambda: n) == [20, 21, 22]


async def test_a_table_that_moves_on_makes_the_question_a_new_one() -> None:
    n = 1

    def listed() -> Iterator[str]:
        nonlocal n
        mine = n
        for count in range(5):
            if mine == 1 and count == 3:
                n = 2
            yield f"{mine}-{count}"

    found = await Questions().turns("ada", listed, lambda: n, 3)
    assert found == (["2-0", "2-1", "2-2"], True, 2)
    assert await Questions().turns("ada", listed, lambda: n, 9) == (
        [f"2-{count}" for count in range(5)],
        False,
        2,
    )


async def test_a_fault_in_a_question_is_its_askers_alone() -> None:
    def fail() -> Iterator[None]:
        yield
        raise ValueError("no")

    desk, order = Questions(), list[str]()
    failing = asyncio.create_task(desk.ask("eve", fail()))
    await desk.ask("ada", work(0.01, order, "ada"))
    with pytest.raises(ValueError, match="no"):
        await failing
    gone = asyncio.create_task(desk.ask("eve", work(5.0)))
    await asyncio.sleep(0.01)
    gone.cancel()
    await desk.ask("ada", work(0.005, order, "ada"))
    assert order == ["ada", "ada"]


@pytest.mark.parametrize("key", list(games.cards()))
async def test_the_tables_go_on_while_every_turn_is_listed_or_checked(
    folder: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "SLICE", 0.0)  # however quick the machine is
    store = Store(connect(f"sqlite:///{folder}/never-opened.db"))
    rooms = ServerRooms(Settings(), store, Alone(), Bots(Thinking(Threads(1))), Metrics(), "secret")
    room = Room(rooms, begun(key))
    seat = room.table.acting[0]
    socket = SimpleNamespace(person=f"p{seat}")
    listing = messages.Turns(kind="turns", id="a", seat=seat, limit=20)
    listed, beats = await _counted(answer(socket, room, rooms, listing))
    assert beats >= len(listed["turns"]) > 0
    texts = [*listed["turns"], "nonsense"]
    checking = messages.Legal(kind="legal", id="b", seat=seat, texts=texts)
    checked, beats = await _counted(answer(socket, room, rooms, checking))
    assert checked["legal"] == [True] * len(listed["turns"]) + [False]
    assert beats >= len(texts)


@pytest.mark.parametrize("key", list(games.cards()))
async def test_a_hint_is_about_the_match_as_it_stands_once_it_is_written_down(
    folder: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the hint goes to disk, another device of the same person plays the turn."""
    store = Store(connect(f"sqlite:///{folder}/never-opened.db"))
    rooms = ServerRooms(Settings(), store, Alone(), Bots(Thinking(Threads(1))), Metrics(), "secret")
    room = Room(rooms, begun(key))
    table, seat = room.table, room.table.acting[0]

    async def submit(plan: Callable[[], Any]) -> None:
        plan()
        while seat in table.acting:
            text = table.running().random_turn(seat)
            take(table, table.plan_turn(f"p{seat}", seat, f"t{table.n}", text))

    monkeypatch.setattr(room, "submit", submit)
    wanted = messages.Hint(kind="hint", id="a", seat=seat)
    with pytest.raises(Problem, match="hint/not-acting"):
        await answer(SimpleNamespace(person=f"p{seat}"), room, rooms, wanted)


async def _counted(asked: Coroutine[Any, Any, Any]) -> tuple[Any, int]:
    """The answer, and how often others had the loop meanwhile."""
    task, beats = asyncio.create_task(asked), 0
    while not task.done():
        await asyncio.sleep(0)
        beats += 1
    return await task, beats


async def test_legal_is_about_one_moment() -> None:
    n = 1

    def check(value: bool) -> bool:
        nonlocal n
        n = 2
        return value

    checks: list[Any] = [lambda: check(True), lambda: check(False)]
    assert await Questions().each("ada", checks, lambda: n) == ([True, False], 2)
