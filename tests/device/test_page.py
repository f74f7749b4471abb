"""Tables of a device: requests, sockets, bots of the other worker, and all found again."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from spieltisch import games
from spieltisch.device.page import Page
from spieltisch.tables.local import Usual
from tests.device.browser import Browser

GAMES = list(games.cards())
ONE = GAMES[0]
SOCKET = 7


async def begun(browser: Browser) -> Page:
    page = Page(browser)
    page.tables.rooms.habits = Usual(pause=0.0, alone=0.0)
    await page.start()
    return page


async def asked(page: Page, method: str, path: str, **body: Any) -> Any:
    status, text, _ = await page.ask(method, path, json.dumps(body), "en")
    assert status == 200, text
    return json.loads(text)


async def opened(page: Page, game: str, *others: dict[str, str], **more: Any) -> str:
    table = await asked(page, "POST", "/tables", game=game, seats=[{"kind": "me"}, *others], **more)
    await asked(page, "POST", f"/tables/{table['id']}/start", nonce="")
    return str(table["id"])


async def until(browser: Browser, wanted: Any) -> dict[str, Any]:
    for _ in range(20_000):
        for message in browser.told.get(SOCKET, []):
            if wanted(message):
                return message
        await asyncio.sleep(0)
    raise AssertionError("nobody has said that")


async def answered(page: Page, browser: Browser, **message: Any) -> dict[str, Any]:
    message["id"] = f"m{len(browser.told[SOCKET])}"
    page.said(SOCKET, json.dumps(message))
    return await until(browser, lambda told: told.get("id") == message["id"])


async def play(page: Page, browser: Browser, table: str, most: int = 10_000) -> int:
    """Plays the first turn that is possible, until the end or so many turns."""
    page.open(SOCKET, table)
    page.said(SOCKET, json.dumps({"kind": "hello"}))
    await until(browser, lambda told: told["kind"] == "snapshot")
    turns = 0
    async with page.tables.rooms.room(table) as room:
        while room.table.status == "playing" and turns < most:
            if 0 in room.table.acting:
                found = await answered(page, browser, kind="turns", seat=0, limit=1)
                told = await answered(page, browser, kind="turn", seat=0, text=found["turns"][0])
                assert told["kind"] == "ack", told
                turns += 1
            await asyncio.sleep(0)
    return turns


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_to_its_end_against_a_bot(game: str) -> None:
    browser = Browser()
    page = await begun(browser)
    bots = max(games.card(game).players[0], 2) - 1
    table = await opened(page, game, *[{"kind": "bot", "level": "random"}] * bots)
    assert await play(page, browser, table) > 0
    shown = await asked(page, "GET", f"/tables/{table}")
    assert shown["status"] == "over"
    replay = await asked(page, "GET", f"/tables/{table}/replay")
    assert replay["result"]["scores"]
    views = await asked(page, "GET", f"/tables/{table}/replay/views?from=0&to=3")
    assert len(views["views"]) == 4
    status, text, kind = await page.ask("GET", f"/tables/{table}/record", "", "en")
    assert (status, kind) == (200, "application/x-ndjson")
    assert json.loads(text.splitlines()[0])["game"] == game
    await page.tables.rooms.stop()


async def test_a_match_is_found_again_in_the_middle_of_it() -> None:
    browser = Browser()
    page = await begun(browser)
    table = await opened(page, ONE, {"kind": "bot", "level": "random"})
    await play(page, browser, table, most=3)
    async with page.tables.rooms.room(table) as room:
        lines = list(room.table.running().lines)
    again = Browser(browser)  # the page was closed at once: nobody could say goodbye
    later = await begun(again)
    assert (await asked(later, "GET", "/me"))["id"] == (await asked(page, "GET", "/me"))["id"]
    [mine] = (await asked(later, "GET", "/me/tables"))["tables"]
    assert (mine["id"], mine["status"]) == (table, "playing")
    async with later.tables.rooms.room(table) as room:
        assert room.table.running().lines[: len(lines)] == lines
    for one in (page, later):
        await one.tables.rooms.stop()


async def test_kernels_are_fetched_for_the_games_that_are_played() -> None:
    browser = Browser()
    page = await begun(browser)
    await opened(page, ONE, {"kind": "bot", "level": "random"})
    assert browser.fetched == [games.card(ONE).folder]
    await page.tables.rooms.stop()


async def test_a_turn_counts_only_when_it_is_kept() -> None:
    browser = Browser()
    page = await begun(browser)
    table = await opened(page, ONE, {"kind": "local", "name": "Bo"})
    page.open(SOCKET, table)
    page.said(SOCKET, json.dumps({"kind": "hello"}))
    await until(browser, lambda told: told["kind"] == "snapshot")
    async with page.tables.rooms.room(table) as room:
        seat = room.table.acting[0]
    found = await answered(page, browser, kind="turns", seat=seat, limit=1)
    browser.full = True
    told = await answered(page, browser, kind="turn", seat=seat, text=found["turns"][0])
    assert (told["kind"], told["code"], browser.warned) == ("error", "server/store", 1)
    browser.full = False
    told = await answered(page, browser, kind="turn", seat=seat, text=found["turns"][0])
    assert told["kind"] == "ack"
    await page.tables.rooms.stop()


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/tables/nothing", "table/unknown"),
        ("GET", "/dance", "input/unknown"),
    ],
)
async def test_what_is_not_there_is_said(method: str, path: str, code: str) -> None:
    page = await begun(Browser())
    status, text, _ = await page.ask(method, path, "", "de")
    assert (status, json.loads(text)["code"]) == (404, code)
    await page.tables.rooms.stop()


async def test_without_a_server_there_are_no_open_seats_and_no_proofs() -> None:
    page = await begun(Browser())
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = json.dumps({"game": ONE, "seats": seats})
    status, text, _ = await page.ask("POST", "/tables", body, "de")
    assert (status, json.loads(text)["code"]) == (409, "device/alone")
    table = await opened(page, ONE, {"kind": "bot", "level": "random"})
    status, text, _ = await page.ask("GET", f"/tables/{table}/fairness", "", "de")
    assert (status, json.loads(text)["code"]) == (404, "device/unproven")
    await page.tables.rooms.stop()
