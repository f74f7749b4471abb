"""A large screen beside phones: what everybody may see, and the hand on the phone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.boards import GAMES
from tests.web.driver import (
    against_bots,
    choices,
    fewest_bots,
    open_table,
    play_turn,
    violations,
    wait_ready,
)

pytestmark = pytest.mark.timeout(300)

TV: ViewportSize = {"width": 1920, "height": 1080}
PERSON: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
SMALL = """() => [...document.querySelectorAll('[data-testid=tv] *')]
  .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(one => one.getClientRects().length && !one.closest('.unseen, [aria-hidden=true]'))
  .filter(one => parseFloat(getComputedStyle(one).fontSize) < 12).map(one => one.outerHTML)"""


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_shows_the_public_table_and_nothing_to_press(
    page: Page, live: str, browser: Browser, game: str
) -> None:
    table = against_bots(page, live, game)
    wait_ready(page)
    play_turn(page, random.Random(1))
    wait_ready(page)
    context = browser.new_context(**PERSON, viewport=TV)
    screen = context.new_page()
    screen.goto(f"{live}/tv/{table}")
    expect(screen.get_by_test_id("ask")).to_contain_text("turn")
    expect(screen.locator("[data-testid=board][aria-busy=false]")).to_be_visible()
    assert choices(screen).count() == 0
    assert screen.locator("[data-testid^=confirm], [data-testid=clear]").count() == 0
    for person in ("Ada",):
        expect(screen.get_by_test_id("tv")).to_contain_text(person)
    assert screen.evaluate(SMALL) == []
    assert violations(screen) == []
    context.close()


def test_a_browser_that_holds_a_seat_shows_no_hand_on_the_screen(page: Page, live: str) -> None:
    """A curious player opens the TV's address on the own phone: it is the same public table."""
    for game in GAMES:
        table = against_bots(page, live, game)
        wait_ready(page)
        page.goto(f"{live}/tv/{table}")
        expect(page.get_by_test_id("ask")).not_to_be_empty()
        assert page.locator("#hand").count() == 0
        assert choices(page).count() == 0


def test_a_code_leads_to_the_table_until_all_sit(page: Page, live: str, browser: Browser) -> None:
    table = open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    context = browser.new_context(**PERSON, viewport=TV)
    screen = context.new_page()
    screen.goto(f"{live}/tv/{table}")
    expect(screen.get_by_role("img", name="QR code")).to_be_visible()
    assert violations(screen) == []
    screen.goto(f"{live}/tv")  # tables that nobody wants to show stay where they are
    expect(screen.get_by_test_id("tv-house")).to_be_visible()
    assert violations(screen) == []
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_view_plays_a_turn(page: Page, live: str, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    against_bots(page, live, game)
    wait_ready(page)
    page.get_by_test_id("menu").click()
    page.get_by_role("switch", name="Hand view").check()
    page.keyboard.press("Escape")
    page.reload()  # it is kept
    wait_ready(page)
    expect(page.locator(".in-hand")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    play_turn(page, random.Random(3))
    assert violations(page) == []


def test_people_at_one_phone_have_the_hand_view_too(page: Page, live: str) -> None:
    """Whose hand it is stands beside the prompt, and changes with the curtain."""
    page.set_viewport_size({"width": 360, "height": 640})
    bots = [{"kind": "bot", "level": "greedy"}] * (fewest_bots(GAMES[0]) - 1)
    open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "local", "name": "Bo"}, *bots])
    curtain = page.get_by_test_id("curtain")
    hold(page, curtain)
    page.get_by_test_id("menu").click()
    page.get_by_role("switch", name="Hand view").check()
    page.keyboard.press("Escape")
    first = page.locator(".in-hand .me").inner_text()
    for _ in range(20):
        play_turn(page, random.Random(3))
        if curtain.is_visible() or page.get_by_test_id("pass").is_visible():
            break
    page.get_by_test_id("pass").click()
    hold(page, curtain)
    expect(page.locator(".in-hand .me")).to_be_visible()
    assert {first, page.locator(".in-hand .me").inner_text()} == {"Ada", "Bo"}


def hold(page: Page, curtain: Locator) -> None:
    """Whoever is to see the hand keeps the button down until the curtain rises."""
    curtain.get_by_role("button").hover()
    page.mouse.down()
    expect(curtain).to_be_hidden()
    page.mouse.up()
    wait_ready(page)
