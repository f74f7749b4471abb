"""How somebody plays on a device: by the same marks as everywhere."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from spieltisch import games
from tests.web.device.conftest import SLOW
from tests.web.device.plain_files import PlainFiles
from tests.web.driver import PLAYED, Press, click, compose, confirm, wait_ready

MINE = "[data-testid=ask][data-mine=true]"
LINES = "() => Number(document.querySelector('[data-testid=table]').dataset.lines)"


def play_now(page: Page, host: PlainFiles, game: str) -> None:
    page.goto(f"{host.url}#/")
    page.get_by_test_id(f"play-{game}").click()
    page.wait_for_url("**/#/table/**", timeout=SLOW)
    wait_ready(page)


def new_table(page: Page, host: PlainFiles, game: str, kind: str) -> None:
    """Everybody else on the page for a new table is `local`, or `bot:<level>`."""
    page.goto(f"{host.url}#/new/{game}")
    expect(page.get_by_test_id("create")).to_be_visible(timeout=SLOW)
    for select in page.locator("li select").all():
        select.select_option(kind)
    page.get_by_test_id("create").click()
    page.wait_for_url("**/#/table/**", timeout=SLOW)


def open_curtain(page: Page) -> None:
    """The hand of whoever is next is not in the page before they hold the button."""
    curtain = page.get_by_test_id("curtain")
    expect(curtain).to_be_visible(timeout=SLOW)
    assert page.locator("[data-testid=board]").count() == 0
    curtain.get_by_role("button").hover()
    page.mouse.down()
    wait_ready(page)
    page.mouse.up()


def pass_and_play(page: Page, turns: int, press: Press = click) -> None:
    """Whoever is next twice in a row keeps the device; for everybody else there is a curtain."""
    rng, curtains = random.Random(4), 0
    for _ in range(turns):
        page.locator(f"[data-testid=curtain], {MINE}").first.wait_for(timeout=SLOW)
        if not page.locator(MINE).count():
            open_curtain(page)
            curtains += 1
        compose(page, rng, press)
        page.evaluate(PLAYED, confirm(page, rng, press))
        passing = page.get_by_test_id("pass")
        if passing.count():
            passing.click()
    assert curtains >= 2


def record_of(game: str) -> str:
    """A whole match as a device writes it down."""
    from tests.server.test_offline_matches import match_of

    return match_of(game, max(2, games.card(game).players[0]))
