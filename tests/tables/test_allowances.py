"""What happens beside the match is bounded, since all of it is kept and read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spieltisch.store.engine import connect
from spieltisch.tables import allowances
from spieltisch.tables.problems import Problem
from spieltisch.tables.room import Room
from tests.tables.test_room import Moody, rooms_with
from tests.tables.test_table import begun, take


@pytest.fixture
def room(folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(allowances, "MOST", dict.fromkeys(allowances.MOST, 3))
    store = Moody(connect(f"sqlite:///{folder}/never-opened.db"))
    store.refusals = 0
    return Room(rooms_with(store), begun(game))


async def chat(room: Room, person: str, n: int) -> None:
    await room.submit(lambda: room.table.plan_chat(person, "Eve", f"{person}{n}", "hello"))


async def test_watchers_cannot_talk_forever_nor_use_up_what_players_say(room: Room) -> None:
    for n in range(3):
        await chat(room, "eve", n)
    with pytest.raises(Problem, match="table/enough"):
        await chat(room, "eve", 3)
    with pytest.raises(Problem, match="table/enough"):
        await chat(room, "mallory", 0)
    for n in range(3):
        await chat(room, "p0", n)
    with pytest.raises(Problem, match="table/enough"):
        await chat(room, "p0", 3)


async def test_turns_are_not_counted_and_taking_back_is(room: Room) -> None:
    table = room.table
    for n in range(8):
        seat = table.acting[0]
        text = table.running().random_turn(seat)
        await room.submit(lambda n=n, s=seat, t=text: table.plan_turn(f"p{s}", s, f"t{n}", t))  # type: ignore[misc]
    for _ in range(4):
        allowances.check(table.counted, {"what": "turn"})
    for _ in range(3):
        allowances.count(table.counted, {"what": "undo"})
    with pytest.raises(Problem, match="table/enough"):
        allowances.check(table.counted, {"what": "undo"})


async def test_what_a_table_needs_to_go_on_is_never_refused(room: Room) -> None:
    table = room.table
    for _ in range(3):
        await room.submit(lambda: table.plan_bot("p0", 0, table.stand_ins[0], "Bot"))
        await room.submit(lambda: table.plan_back("p0", 0))
    with pytest.raises(Problem, match="table/enough"):
        await room.submit(lambda: table.plan_bot("p0", 0, table.stand_ins[0], "Bot"))
    await room.submit(lambda: table.plan_warm(0, table.stand_ins[0], "clock"))
    assert table.seats[0].warm
    await room.submit(lambda: table.plan_back("p0", 0))
    assert not table.seats[0].warm


def test_what_was_written_counts_after_a_replay(game: str) -> None:
    table, body = begun(game), {"what": "chat", "person": "eve", "by": None}
    said: Any = {"name": "Eve", "text": "hello"}
    for n in range(5):
        take(table, {**body, **said, "id": f"c{n}"})
    assert table.counted == {allowances.WATCHED: 5}
