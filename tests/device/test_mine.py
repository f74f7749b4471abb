"""What a device keeps for whoever holds it: lessons, reviews, practice, history, files."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from spieltisch import games
from spieltisch.device.page import Page
from spieltisch.device.routes_me import split_up
from spieltisch.matches import record
from spieltisch.tables.problems import Problem
from tests.device.browser import Browser
from tests.device.test_page import GAMES, ONE, asked, begun, opened, play


async def finished(browser: Browser, game: str = ONE, **more: Any) -> tuple[Page, str]:
    page = await begun(browser)
    bots = max(games.card(game).players[0], 2) - 1
    table = await opened(page, game, *[{"kind": "bot", "level": "random"}] * bots, **more)
    await play(page, browser, table)
    return page, table


async def refused(page: Page, method: str, path: str, **body: Any) -> dict[str, Any]:
    status, text, _ = await page.ask(method, path, json.dumps(body), "de")
    assert status >= 400
    found: dict[str, Any] = json.loads(text)
    return found


async def record_of(page: Page, table: str) -> str:
    status, text, _ = await page.ask("GET", f"/tables/{table}/record", "", "en")
    assert status == 200
    return text


async def reviewed(page: Page, table: str) -> dict[str, Any]:
    told = await asked(page, "POST", f"/tables/{table}/review")
    shares = [told["progress"]]
    while told["state"] != "done":
        await asyncio.sleep(0.01)
        told = await asked(page, "GET", f"/tables/{table}/review")
        assert told["state"] in ("waiting", "working", "done")
        shares.append(told["progress"])
    assert shares == sorted(shares)
    found: dict[str, Any] = told["review"]
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_game_begins_with_the_guide(game: str) -> None:
    browser = Browser()
    page = await begun(browser)
    table = await asked(page, "POST", "/tables/lessons", game=game, seal="", name="Ada")
    await asked(page, "POST", f"/tables/{table['id']}/start", nonce="")
    async with page.tables.rooms.room(table["id"]) as room:
        assert room.table.lesson is not None
        assert room.table.names()[room.table.lesson.learner] == "Ada"
    await asked(page, "POST", f"/tables/{table['id']}/free")
    async with page.tables.rooms.room(table["id"]) as room:
        assert room.table.lesson is None
    await page.tables.rooms.stop()


async def test_a_review_is_made_in_slices_kept_and_practised_with() -> None:
    browser = Browser()
    page, table = await finished(browser)
    found = await reviewed(page, table)
    assert [seat["seat"] for seat in found["seats"]] == [0, 1]
    later = await begun(Browser(browser))
    kept = await asked(later, "GET", f"/tables/{table}/review")
    assert (kept["state"], kept["review"]) == ("done", found)
    tasks = (await asked(later, "GET", "/me/practice"))["tasks"]
    points = [p for p in found["turning_points"] if p["kind"] == "choice" and p["seat"] == 0]
    assert [task["n"] for task in tasks] == [point["n"] for point in points]
    n, seat = (points[0]["n"], 0) if points else (1, 0)
    fresh = await asked(later, "POST", f"/tables/{table}/try", n=n - 1, seat=seat)
    assert fresh["tried"]["table"] == table
    if points:
        said = await asked(later, "POST", f"/tables/{table}/judge", n=n, text=points[0]["best"])
        assert said["n"] == n
    for one in (page, later):
        await one.tables.rooms.stop()


async def test_history_and_statistics_are_the_same_after_the_browser_was_closed() -> None:
    browser = Browser()
    page, table = await finished(browser)
    under_way = await opened(page, ONE, {"kind": "bot", "level": "random"})
    told = await asked(page, "GET", "/me/history")
    assert [match["id"] for match in told["matches"]] == [under_way, table]
    assert told["matches"][1]["offline"] is True
    figures = await asked(page, "GET", "/me/statistics")
    assert (figures["count"], figures["streak"]) == (1, 1)
    later = await begun(Browser(browser))
    assert (await asked(later, "GET", "/me/history")) == told
    assert (await asked(later, "GET", "/me/statistics")) == figures
    hidden = await asked(later, "POST", f"/me/matches/{table}/hide")
    assert [match["id"] for match in hidden["matches"]] == [under_way]
    shown = await asked(later, "POST", f"/me/matches/{table}/show")
    assert len(shown["matches"]) == 2
    ended = await asked(later, "POST", f"/me/matches/{under_way}/end")
    assert [match["id"] for match in ended["matches"]] == [table]
    gone = await asked(later, "POST", f"/me/matches/{table}/delete")
    assert gone["matches"] == []
    again = await begun(Browser(browser_of(later)))
    assert (await asked(again, "GET", "/me/history"))["matches"] == []
    await again.tables.rooms.stop()
    for one in (page, later):
        await one.tables.rooms.stop()


async def test_a_match_that_ended_while_the_browser_was_closed_is_found() -> None:
    browser = Browser()
    page, table = await finished(browser)
    await page.tables.rooms.stop()
    row = json.loads(browser.tables[table])
    browser.tables[table] = json.dumps({**row, "status": "playing"})  # its row came too late
    later = await begun(Browser(browser))
    [match] = (await asked(later, "GET", "/me/history"))["matches"]
    assert (match["id"], match["status"]) == (table, "over")
    await later.tables.rooms.stop()


async def test_a_rematch_begins() -> None:
    browser = Browser()
    page, table = await finished(browser)
    again = await asked(page, "POST", f"/tables/{table}/rematch")
    await asked(page, "POST", f"/tables/{again['id']}/join", seal="ab" * 32)
    shown = await asked(page, "POST", f"/tables/{again['id']}/start", nonce="")
    assert shown["status"] in ("open", "playing")
    await page.tables.rooms.stop()


async def test_what_happened_since_is_told() -> None:
    browser = Browser()
    page, table = await finished(browser)
    told = await asked(page, "GET", f"/tables/{table}/since?after=2&seat=0")
    assert told["events"][-1]["lines"]
    await page.tables.rooms.stop()


# Files


@pytest.mark.parametrize("game", GAMES)
async def test_a_record_says_offline_proves_nothing_and_replays(game: str) -> None:
    browser = Browser()
    page, table = await finished(browser, game)
    text = await record_of(page, table)
    head = json.loads(text.splitlines()[0])
    assert head["offline"] is True
    assert not {"seed", "commitment", "nonces", "seals"} & set(head)
    assert head["mine"] == [0]
    assert head["levels"][1:] == ["random"] * (head["players"] - 1)
    match = record.loads(text, games.find)
    assert match.over
    await page.tables.rooms.stop()


async def test_everything_goes_into_a_file_and_into_another_browser() -> None:
    browser = Browser()
    page, table = await finished(browser)
    under_way = await opened(page, ONE, {"kind": "bot", "level": "random"})
    status, text, _ = await page.ask("GET", "/me/matches", "", "de")
    assert status == 200
    assert len(split_up(text)) == 2
    other = await begun(Browser())
    told = await asked(other, "POST", "/me/matches", text=text)
    assert told["loaded"] == 2
    assert (await asked(other, "POST", "/me/matches", text=text))["loaded"] == 0
    here, there = [await asked(one, "GET", "/me/history") for one in (page, other)]
    assert [m["status"] for m in there["matches"]] == ["playing", "over"]
    assert there["matches"][0]["id"] == under_way
    keys = ("game", "options", "turns", "score", "rank", "began", "offline")
    for key in keys:
        assert here["matches"][1][key] == there["matches"][1][key], key
    loaded = there["matches"][1]["id"]
    assert loaded == told["last"] != table
    mine, theirs = await record_of(page, table), await record_of(other, loaded)
    assert mine.splitlines()[1:] == theirs.splitlines()[1:]
    assert (await refused(other, "POST", f"/tables/{loaded}/rematch"))["code"] == "table/handed"
    code = (await refused(other, "GET", f"/tables/{loaded}/fairness"))["code"]
    assert code == "device/unproven"
    again = await begun(Browser(browser_of(other)))
    assert [m["status"] for m in (await asked(again, "GET", "/me/history"))["matches"]] == [
        "playing",
        "over",
    ]
    for one in (page, other, again):
        await one.tables.rooms.stop()


def browser_of(page: Page) -> Browser:
    found = page.tables.device
    assert isinstance(found, Browser)
    return found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record/none"),
        ("a letter", "record/none"),
        ('{"table": "x"}', "record/none"),
        ('{"spieltisch": 1, "game": "nothing"}', "game/unknown"),
    ],
)
async def test_a_file_that_is_no_record_is_refused(text: str, code: str) -> None:
    page = await begun(Browser())
    assert (await refused(page, "POST", "/me/matches", text=text))["code"] == code
    await page.tables.rooms.stop()


async def test_a_record_that_was_cut_or_changed_is_refused() -> None:
    browser = Browser()
    page, table = await finished(browser)
    lines = (await record_of(page, table)).splitlines()
    for bad in ([*lines[:-1]], [*lines[:-2], lines[-2][:-3]], [lines[0], *lines[2:]]):
        told = await refused(page, "POST", "/me/matches", text="\n".join(bad))
        assert told["code"].startswith("record"), told
        assert told["de"] != told["en"]
    await page.tables.rooms.stop()


def test_nothing_else_has_the_mark_of_handed_tables() -> None:
    from spieltisch.tables import offline_matches, rooms

    assert offline_matches.MARK not in rooms.ALPHABET
    assert set(offline_matches.LETTERS) <= set(rooms.ALPHABET)
    with pytest.raises(Problem):
        offline_matches.new_table("x" * (offline_matches.LONGEST + 1), "me", "Ada", 1)
