"""Tables of a device: requests, sockets, bots of the other worker, and all found again."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from spieltisch import games
from spieltisch.device.tables import Tables
from spieltisch.tables.solo import Usual
from tests.device.browser import Browser

GAMES = list(games.cards())
ONE = GAMES[0]
SOCKET = 7


async def begun(browser: Browser) -> Tables:
    tables = Tables(browser)
    tables.rooms.habits = Usual(pause=0.0, alone=0.0)
    await tables.start()
    return tables


async def asked(tables: Tables, method: str, path: str, **body: Any) -> Any:
    status, text, _ = await tables.ask(method, path, json.dumps(body), "en")
    assert status == 200, text
    return json.loads(text)


async def opened(tables: Tables, game: str, *others: dict[str, str], **more: Any) -> str:
    table = await asked(
        tables, "POST", "/tables", game=game, seats=[{"kind": "me"}, *others], **more
    )
    await asked(tables, "POST", f"/tables/{table['id']}/start", nonce="")
    return str(table["id"])


async def until(browser: Browser, wanted: Any) -> dict[str, Any]:
    for _ in range(20_000):
        for message in browser.told.get(SOCKET, []):
            if wanted(message):
                return message
        await asyncio.sleep(0)
    raise AssertionError("nobody has said that")


async def answered(tables: Tables, browser: Browser, **message: Any) -> dict[str, Any]:
    message["id"] = f"m{len(browser.told[SOCKET])}"
    tables.said(SOCKET, json.dumps(message))
    return await until(browser, lambda told: told.get("id") == message["id"])


async def play(tables: Tables, browser: Browser, table: str, most: int = 10_000) -> int:
    """Plays the first turn that is possible, until the end or so many turns."""
    tables.open(SOCKET, table)
    tables.said(SOCKET, json.dumps({"kind": "hello"}))
    await until(browser, lambda told: told["kind"] == "snapshot")
    turns = 0
    async with tables.rooms.room(table) as room:
        while room.table.status == "playing" and turns < most:
            if 0 in room.table.acting:
                found = await answered(tables, browser, kind="turns", seat=0, limit=1)
                told = await answered(tables, browser, kind="turn", seat=0, text=found["turns"][0])
                assert told["kind"] == "ack", told
                turns += 1
            await asyncio.sleep(0)
    return turns


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_to_its_end_against_a_bot(game: str) -> None:
    browser = Browser()
    tables = await begun(browser)
    bots = max(games.card(game).players[0], 2) - 1
    table = await opened(tables, game, *[{"kind": "bot", "level": "random"}] * bots)
    assert await play(tables, browser, table) > 0
    shown = await asked(tables, "GET", f"/tables/{table}")
    assert shown["status"] == "over"
    replay = await asked(tables, "GET", f"/tables/{table}/replay")
    assert replay["result"]["scores"]
    views = await asked(tables, "GET", f"/tables/{table}/replay/views?from=0&to=3")
    assert len(views["views"]) == 4
    status, text, kind = await tables.ask("GET", f"/tables/{table}/record", "", "en")
    assert (status, kind) == (200, "application/x-ndjson")
    assert json.loads(text.splitlines()[0])["game"] == game
    await tables.rooms.stop()


async def test_a_match_is_found_again_in_the_middle_of_it() -> None:
    browser = Browser()
    tables = await begun(browser)
    table = await opened(tables, ONE, {"kind": "bot", "level": "random"})
    await play(tables, browser, table, most=3)
    async with tables.rooms.room(table) as room:
        lines = list(room.table.running().lines)
    again = Browser(browser)  # the page was closed at once: nobody could say goodbye
    later = await begun(again)
    assert (await asked(later, "GET", "/me"))["id"] == (await asked(tables, "GET", "/me"))["id"]
    [mine] = (await asked(later, "GET", "/me/tables"))["tables"]
    assert (mine["id"], mine["status"]) == (table, "playing")
    async with later.rooms.room(table) as room:
        assert room.table.running().lines[: len(lines)] == lines
    for one in (tables, later):
        await one.rooms.stop()


async def test_kernels_are_fetched_for_the_games_that_are_played() -> None:
    browser = Browser()
    tables = await begun(browser)
    await opened(tables, ONE, {"kind": "bot", "level": "random"})
    assert browser.fetched == [games.card(ONE).folder]
    await tables.rooms.stop()


async def test_a_turn_counts_only_when_it_is_kept() -> None:
    browser = Browser()
    tables = await begun(browser)
    table = await opened(tables, ONE, {"kind": "local", "name": "Bo"})
    tables.open(SOCKET, table)
    tables.said(SOCKET, json.dumps({"kind": "hello"}))
    await until(browser, lambda told: told["kind"] == "snapshot")
    async with tables.rooms.room(table) as room:
        seat = room.table.acting[0]
    found = await answered(tables, browser, kind="turns", seat=seat, limit=1)
    browser.full = True
    told = await answered(tables, browser, kind="turn", seat=seat, text=found["turns"][0])
    assert (told["kind"], told["code"], browser.warned) == ("error", "server/store", 1)
    browser.full = False
    told = await answered(tables, browser, kind="turn", seat=seat, text=found["turns"][0])
    assert told["kind"] == "ack"
    await tables.rooms.stop()


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/tables/nothing", "table/unknown"),
        ("GET", "/dance", "input/unknown"),
    ],
)
async def test_what_is_not_there_is_said(method: str, path: str, code: str) -> None:
    tables = await begun(Browser())
    status, text, _ = await tables.ask(method, path, "", "de")
    assert (status, json.loads(text)["code"]) == (404, code)
    await tables.rooms.stop()


async def test_without_a_server_there_are_no_open_seats_and_no_proofs() -> None:
    tables = await begun(Browser())
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = json.dumps({"game": ONE, "seats": seats})
    status, text, _ = await tables.ask("POST", "/tables", body, "de")
    assert (status, json.loads(text)["code"]) == (409, "device/alone")
    table = await opened(tables, ONE, {"kind": "bot", "level": "random"})
    status, text, _ = await tables.ask("GET", f"/tables/{table}/fairness", "", "de")
    assert (status, json.loads(text)["code"]) == (404, "device/unproven")
    await tables.rooms.stop()
