"""Without a server: a site of plain files in a real Chromium, with the net switched off."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from spieltisch import games
from tests.web.boards import GAMES
from tests.web.driver import click, new_phone, play_on, play_turn, tap, violations, wait_ready
from tests.web.plain_files import PlainFiles, written

pytestmark = pytest.mark.timeout(900)
SLOW = 120_000  # ms; Python starts twice in the browser, beside other tests


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return written((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "plain")


@pytest.fixture
def host(folder: Path) -> Iterator[PlainFiles]:
    found = PlainFiles(folder)
    yield found
    found.stop()


@pytest.fixture
def desk(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = new_phone(browser)
    yield context
    context.close()


def keep(page: Page, host: PlainFiles) -> None:
    """One visit, until everything is kept; then the net is gone."""
    page.goto(f"{host.url}#/offline")
    expect(page.get_by_test_id("kept")).to_be_visible(timeout=SLOW)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    host.stop()


def play_now(page: Page, host: PlainFiles, game: str, word: str = "Play") -> None:
    page.goto(host.url)
    page.get_by_role("button", name=f"{games.card(game).name}: {word}").click()
    page.wait_for_url("**/#/table/**", timeout=SLOW)
    wait_ready(page)


def test_a_match_is_begun_without_a_net_and_found_again_in_the_middle_of_a_turn(
    desk: BrowserContext, host: PlainFiles
) -> None:
    page = desk.new_page()
    keep(page, host)
    play_now(page, host, GAMES[0])
    play_turn(page, random.Random(1), click)
    wait_ready(page)
    lines = page.get_by_test_id("table").get_attribute("data-lines")
    page.reload()
    wait_ready(page)
    assert page.get_by_test_id("table").get_attribute("data-lines") == lines
    play_turn(page, random.Random(2), click)
    page.goto(f"{host.url}#/rules/{GAMES[0]}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []
    host.start()


def test_two_windows_do_not_fight(desk: BrowserContext, host: PlainFiles) -> None:
    first, second = desk.new_page(), desk.new_page()
    first.goto(host.url)
    expect(first.get_by_test_id("device-loading")).to_be_visible()
    second.goto(host.url)
    expect(second.get_by_test_id("device-trouble")).to_contain_text("another window")
    second.get_by_role("button", name="Play on here").click()
    expect(second.get_by_test_id("device-loading")).to_be_visible()
    expect(first.get_by_test_id("device-trouble")).to_contain_text("another window")


def test_a_failed_download_is_said_and_tried_again(desk: BrowserContext, host: PlainFiles) -> None:
    page = desk.new_page()
    desk.route("**/pyodide-asm-wasm-*", lambda route: route.abort())
    page.goto(host.url)
    expect(page.get_by_test_id("device-trouble")).to_contain_text("interrupted", timeout=SLOW)
    desk.unroute("**/pyodide-asm-wasm-*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("device-loading")).to_be_visible()


@pytest.mark.parametrize("lacks", ["WebAssembly", "DecompressionStream", "indexedDB"])
def test_a_browser_that_lacks_something_is_told_what(
    desk: BrowserContext, host: PlainFiles, lacks: str
) -> None:
    page = desk.new_page()
    page.add_init_script(f"Object.defineProperty(globalThis, {lacks!r}, {{ value: undefined }})")
    page.goto(host.url)
    told = "IndexedDB" if lacks == "indexedDB" else lacks
    expect(page.get_by_test_id("device-trouble")).to_contain_text(told)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_to_its_end_without_a_net(
    desk: BrowserContext, host: PlainFiles, game: str
) -> None:
    page = desk.new_page()
    keep(page, host)
    play_now(page, host, game)
    play_on(page, press=click)
    expect(page.get_by_test_id("headline")).to_be_visible()
    assert page.get_by_test_id("verify").count() == 0  # nobody could prove anything
    assert violations(page) == []
    host.start()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_to_its_end_on_a_phone_without_a_net(
    phone: BrowserContext, host: PlainFiles, game: str
) -> None:
    page = phone.new_page()
    keep(page, host)
    play_now(page, host, game, "Spielen")
    play_on(page, seed=3, press=tap)
    expect(page.get_by_test_id("headline")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    host.start()
