"""Tables against bots to which nobody comes back: they go away when their player said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.people import abandoned
from spieltisch.tables import closing
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table
from tests.notices.house import DAY, Clock, Guest, House, house

GAME = min(key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1])


async def table(guest: Guest, *others: dict[str, str]) -> str:
    seats = [{"kind": "me"}, *others]
    made = await guest.call("/api/tables", {"game": GAME, "seats": seats}, 201)
    return str(made["id"])


async def alone(guest: Guest) -> str:
    """Begun, and it is somebody's turn who does not come."""
    id_ = await table(guest, {"kind": "bot", "level": "random"})
    await guest.call(f"/api/tables/{id_}/start", {})
    return id_


async def status(here: House, guest: Guest, id_: str) -> str:
    return str((await guest.call(f"/api/tables/{id_}"))["status"])


async def test_each_after_the_time_that_its_player_set(folder: Path) -> None:
    clock = Clock()
    async with house(folder, clock) as here:
        ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
        kept, usual = await alone(ada), await alone(bo)
        await ada.call("/api/me/profile", {"abandon": 0})
        store, rooms = here.context.people.store, here.context.rooms

        async def sweep() -> int:
            await here.context.rooms._wake_due()
            return await abandoned.sweep(rooms, store, clock())

        clock.go(29 * DAY)
        assert await sweep() == 0
        clock.go(2 * DAY)
        assert await sweep() == 1
        assert (await status(here, ada, kept), await status(here, bo, usual)) == (
            "playing",
            "closed",
        )
        assert await sweep() == 0  # once
        await ada.call("/api/me/profile", {"abandon": 7})
        assert await sweep() == 1
        assert await status(here, ada, kept) == "closed"
        assert (await ada.call("/api/me/history"))["matches"] == []


async def test_where_others_sit_nobody_ends_it_for_them(folder: Path) -> None:
    clock = Clock()
    async with house(folder, clock) as here:
        ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
        shared = await table(ada, {"kind": "open"})
        await bo.call(f"/api/tables/{shared}/join", {})
        await ada.call(f"/api/tables/{shared}/start", {})
        clock.go(400 * DAY)
        assert await abandoned.sweep(here.context.rooms, here.context.people.store, clock()) == 0
        assert await status(here, ada, shared) == "playing"


async def test_tables_that_stay_keep_no_others_waiting(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than are looked at together cannot be ended; one fails in a way that nobody
    has thought of."""
    clock, end = Clock(), closing.plan_end
    monkeypatch.setattr(abandoned, "AT_ONCE", 2)
    async with house(folder, clock) as here:
        bo = await here.guest("Bo", "en")
        tables = sorted([await alone(bo) for _ in range(7)])

        def plan(table: Table, person: str) -> Body | None:
            if table.id == tables[0]:
                raise ValueError("never heard of")
            if table.id in tables[1:4]:
                raise Problem("table/rules-changed")
            return end(table, person)

        monkeypatch.setattr(abandoned, "plan_end", plan)
        clock.go(31 * DAY)
        await here.context.rooms._wake_due()
        store, rooms = here.context.people.store, here.context.rooms
        assert await abandoned.sweep(rooms, store, clock()) == 3
        found = [await status(here, bo, id_) for id_ in tables]
        assert found == ["playing"] * 4 + ["closed"] * 3
