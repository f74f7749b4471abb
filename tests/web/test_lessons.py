"""The first game of every game, played in a browser as its guide says, on a phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from spieltisch.tables import lessons
from tests.web.boards import GAMES
from tests.web.driver import PLAYED, confirm, violations, wait_ready

PHONE: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}
# Another pair of size and language for each game, so that all four are played; the long run: all.
LOOKS = [(PHONE, "de"), (DESK, "en"), (PHONE, "en"), (DESK, "de")]
PLAYED_HERE = [
    pytest.param(game, *look, marks=[] if n == at % len(LOOKS) else [pytest.mark.long])
    for at, game in enumerate(GAMES)
    for n, look in enumerate(LOOKS)
]


def words(page: Page) -> str:
    return " ".join(page.get_by_test_id("guide").inner_text().split())


def begin(page: Page, live: str, game: str, lang: str) -> None:
    page.goto(f"{live}/settings")
    page.evaluate(
        "lang => localStorage.setItem('spieltisch.settings', JSON.stringify({ lang }))", lang
    )
    page.goto(live)
    page.get_by_test_id(f"learn-{game}").click()
    expect(page.get_by_test_id("guide")).to_be_visible()


def told(page: Page, step: dict[str, Any], lang: str) -> None:
    """The guide says the step's own sentences, once it is the learner's turn."""
    wait_ready(page)
    expect(page.get_by_test_id("guide")).to_contain_text(step["say"][lang])
    expect(page.get_by_test_id("guide")).to_contain_text(step["more"][lang])


def press_main(page: Page) -> None:
    """The main button is the draft that the guide has made; it may ask once more."""
    lines = wait_ready(page)["lines"]
    main = page.locator(".act .go[data-testid^=confirm]")  # before the draft is there it is another
    expect(main).to_be_visible()
    asks = main.get_attribute("data-testid") == "confirm-ask"
    main.click()
    if asks:
        main.click()
    page.evaluate(PLAYED, lines)


def place_captured(page: Page, step: dict[str, Any], lang: str) -> None:
    """What just happens before a step: a figure was captured and chooses its place."""
    for _ in range(6):
        wait_ready(page)
        if step["say"][lang] in words(page):
            return
        if not page.locator("[data-testid^=confirm]").count():
            page.locator("[data-testid=board] [data-choice]:not([aria-pressed=true])").first.click()
        page.evaluate(PLAYED, confirm(page))


@pytest.mark.parametrize(("game", "size", "lang"), PLAYED_HERE)
def test_the_first_game_is_played_through(
    browser: Browser,
    browser_context_args: dict[str, Any],
    live: str,
    game: str,
    size: ViewportSize,
    lang: str,
) -> None:
    context = browser.new_context(**{**browser_context_args, "viewport": size})
    page = context.new_page()
    begin(page, live, game, lang)
    steps = lessons.lesson(game).steps
    for n, step in enumerate(steps):
        place_captured(page, step, lang)
        told(page, step, lang)
        if n == 1:
            assert violations(page) == []
            sideways = page.evaluate(
                "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert sideways <= 0
        page.get_by_test_id("lesson-show").click()
        press_main(page)
    expect(page.get_by_test_id("lesson-done")).to_be_visible()
    page.get_by_test_id("lesson-done").click()
    expect(page.get_by_test_id("guide")).to_have_count(0)
    wait_ready(page)
    context.close()
