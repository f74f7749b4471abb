"""Whole matches by pressing what is on the screen: with the mouse, with the keys, with a finger."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.boards import GAMES
from tests.web.driver import (
    against_bots,
    click,
    enter,
    limits,
    most_bots,
    new_phone,
    play_on,
    play_turn,
    short,
    tap,
    violations,
    wait_ready,
    walk,
)

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(params=["short", pytest.param("whole", marks=pytest.mark.long)])
def length(request: pytest.FixtureRequest) -> str:
    """Short options in every run; the game as it is in the long one."""
    return str(request.param)


def agreed(game: str, length: str) -> dict[str, Any]:
    return {"options": short(game)} if length == "short" else {}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_with_the_mouse(page: Page, live: str, game: str, length: str) -> None:
    crowd: dict[str, Any] = {"bots": most_bots(game), "options": limits(game)}
    table = against_bots(page, live, game, **(crowd if length == "short" else {}))
    play_on(page, press=click)
    expect(page.get_by_test_id("headline")).to_be_visible()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("all are right", timeout=60_000)
    expect(page.get_by_test_id("verdict")).to_contain_text("agrees with them")
    assert violations(page) == []
    page.get_by_test_id("rematch").click()
    page.wait_for_url(lambda url: table not in url)
    wait_ready(page)
    page.goto(f"{live}/replay/{table}")
    page.wait_for_selector("[data-testid=board] .stage, [data-testid=board] [role=group]")
    assert page.get_by_test_id("line").inner_text() != "Before the first turn"  # nothing is empty
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_test_id("next").click()
    page.get_by_test_id("next").click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    line = page.get_by_test_id("line").inner_text()
    assert line != "Before the first turn"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_test_id("share").click()
    expect(page.get_by_test_id("share")).to_have_text("Link copied")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.get_by_test_id("line")).to_have_text(line)  # the same moment
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_turns_with_the_keys(page: Page, live: str, game: str, length: str) -> None:
    """With nothing but Tab and Enter, as far as from any place to any other; in the long run to
    the end."""
    page.set_viewport_size({"width": 480, "height": 640})  # little to paint
    against_bots(page, live, game, **agreed(game, length))
    rng = random.Random(2)
    for _ in range(2):
        play_turn(page, rng, walk)
        wait_ready(page)
    if length == "whole":
        play_on(page, seed=2, press=enter)
        expect(page.get_by_test_id("headline")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_turns_with_a_finger_on_a_phone(
    browser: Browser, live: str, game: str, length: str
) -> None:
    phone = new_phone(browser)
    page = phone.new_page()
    against_bots(page, live, game, **agreed(game, length))
    rng = random.Random(4)
    for _ in range(2):
        play_turn(page, rng, tap)
        wait_ready(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if length == "whole":
        play_on(page, seed=3, press=tap)
        expect(page.get_by_test_id("headline")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.close()
