"""What stands in the way of playing on a device, each with its sentence, and nothing lost."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.web.boards import GAMES
from tests.web.device.conftest import SLOW, keep
from tests.web.device.plain_files import PlainFiles
from tests.web.device.plays import LINES, play_now
from tests.web.driver import compose, confirm, play_turn, wait_ready

pytestmark = pytest.mark.timeout(900)


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
    """Whoever could not wait and pressed a button hears it, too, and can press it again."""
    page, held = desk.new_page(), list[Route]()
    desk.route("**/pyodide-asm-wasm-*", lambda route: held.append(route))
    page.goto(host.url)
    play = page.get_by_test_id(f"play-{GAMES[0]}")
    play.click()
    expect(play).to_have_text("Setting the table …")
    while not held:
        page.wait_for_timeout(50)
    held[0].abort()
    expect(page.get_by_test_id("device-trouble")).to_contain_text("interrupted", timeout=SLOW)
    expect(play).to_have_text("Play")
    play.click()
    expect(play).to_have_text("Play")
    expect(page.get_by_test_id("notice")).to_have_count(0)  # that would say it twice
    desk.unroute("**/pyodide-asm-wasm-*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("device-loading")).to_be_visible()
    play.click()
    page.wait_for_url("**/#/table/**", timeout=SLOW)
    wait_ready(page)


def test_a_file_that_is_another_one_is_fetched_again(
    desk: BrowserContext, host: PlainFiles
) -> None:
    """As where a network asks for one's room number first."""
    page = desk.new_page()
    desk.route("**/spieltisch-pack-*", lambda route: route.fulfill(body="<p>Who are you?</p>"))
    page.goto(host.url)
    expect(page.get_by_test_id("device-trouble")).to_contain_text("interrupted", timeout=SLOW)
    desk.unroute("**/spieltisch-pack-*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("device-loading")).to_be_visible()
    expect(page.get_by_test_id("device-loading")).to_have_count(0, timeout=SLOW)
    expect(page.get_by_test_id("device-trouble")).to_have_count(0)


@pytest.mark.parametrize("lacks", ["WebAssembly", "Worker", "indexedDB"])
def test_a_browser_that_lacks_something_is_told_what(
    desk: BrowserContext, host: PlainFiles, lacks: str
) -> None:
    page = desk.new_page()
    page.add_init_script(f"Object.defineProperty(globalThis, {lacks!r}, {{ value: undefined }})")
    page.goto(host.url)
    told = {"indexedDB": "IndexedDB", "Worker": "workers"}.get(lacks, lacks)
    expect(page.get_by_test_id("device-trouble")).to_contain_text(told)


# Chromium looks only now and then how much room is left: its limit must be there from the start,
# and something has to fill it to the last byte.
ROOM = 40_000_000
FILL = """async () => {
  const opened = indexedDB.open('something else');
  opened.onupgradeneeded = () => opened.result.createObjectStore('junk', { autoIncrement: true });
  const base = await new Promise(done => (opened.onsuccess = () => done(opened.result)));
  const noise = crypto.getRandomValues(new Uint8Array(65536));
  const put = size => new Promise(done => {
    const work = base.transaction('junk', 'readwrite', { durability: 'strict' });
    const junk = new Uint8Array(size).map((_, at) => noise[at % 65536] ^ (at >> 16));
    work.objectStore('junk').add(junk);
    work.oncomplete = () => done(true);
    work.onabort = () => done(false);
  });
  for (let size = 1 << 20; size >= 16; size >>= 2)
    for (let n = 0; n < 40 && (await put(size)); n++);
  base.close();
}"""
EMPTY = """() => new Promise(done => {
  const gone = indexedDB.deleteDatabase('something else');
  gone.onsuccess = gone.onerror = () => done();
})"""


@pytest.mark.long
def test_a_full_storage_refuses_the_turn_and_loses_nothing(
    desk: BrowserContext, host: PlainFiles
) -> None:
    page = desk.new_page()
    session = desk.new_cdp_session(page)
    origin = host.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": ROOM})
    play_now(page, host, GAMES[0])
    play_turn(page, random.Random(1))
    wait_ready(page)
    lines = page.evaluate(LINES)
    page.evaluate(FILL)
    compose(page, random.Random(2))
    confirm(page, random.Random(2))
    expect(page.get_by_test_id("device-trouble")).to_contain_text("storage is full", timeout=SLOW)
    assert page.evaluate(LINES) == lines
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.evaluate(EMPTY)
    page.reload()
    wait_ready(page)
    assert page.evaluate(LINES) == lines
    play_turn(page, random.Random(3))


@pytest.mark.long
def test_a_full_storage_keeps_the_site_from_being_kept_and_says_so(
    desk: BrowserContext, host: PlainFiles
) -> None:
    page = desk.new_page()
    page.goto(f"{host.url}#/offline")
    expect(page.get_by_test_id("kept")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Free the space again").click()
    expect(page.get_by_role("button", name="Keep for offline")).to_be_visible()
    session = desk.new_cdp_session(page)
    origin = host.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_test_id("keep-failed")).to_contain_text("storage is full", timeout=SLOW)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("kept")).to_be_visible(timeout=SLOW)


# The list of what is kept is kept last.
KEPT = """async () => {
  const wait = ms => new Promise(done => setTimeout(done, ms));
  while (!(await caches.match('bundle/bundle.json'))) await wait(50);
  await wait(500);
}"""


@pytest.mark.long
def test_a_new_version_is_announced_and_the_match_goes_on(
    desk: BrowserContext, host: PlainFiles, folder: Path
) -> None:
    page = desk.new_page()
    page.goto(host.url)
    play_now(page, host, GAMES[0])
    page.evaluate(KEPT)
    expect(page.get_by_text("new version")).to_have_count(0)
    listing = folder / "bundle" / "bundle.json"
    before = listing.read_text()
    try:
        listing.write_text(json.dumps({**json.loads(before), "version": "another"}))
        page.clock.install()  # an hour later somebody comes back to the page
        page.clock.fast_forward(3_700_000)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.resume()
        expect(page.get_by_text("There is a new version")).to_be_visible(timeout=SLOW)
    finally:
        listing.write_text(before)
    play_turn(page, random.Random(1))
    wait_ready(page)
    page.get_by_role("button", name="Close", exact=True).click()
    play_turn(page, random.Random(2))


@pytest.mark.long
def test_an_address_that_only_a_server_would_know_leads_to_the_first_page(
    desk: BrowserContext, host: PlainFiles
) -> None:
    page = desk.new_page()
    keep(page, host)
    page.goto(f"{host.url}somewhere/else")
    expect(page.get_by_test_id(f"play-{GAMES[0]}")).to_be_visible(timeout=SLOW)
    assert page.url == host.url
