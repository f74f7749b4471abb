"""Pages: what is on them, in both languages, on small screens, for everyone."""

from __future__ import annotations

import gzip
import random
from typing import Literal

import pytest
from playwright.sync_api import Page, Response, ViewportSize, expect

from spieltisch import games
from tests.web.boards import GAMES
from tests.web.driver import (
    against_bots,
    choices,
    click,
    compose,
    confirm,
    enter,
    most_bots,
    open_table,
    violations,
    wait_ready,
)

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PHONE: ViewportSize = {"width": 360, "height": 640}
# How far the page, and the board in it, could be pushed to the side.
SIDEWAYS = """() => [document.documentElement, document.querySelector('[data-testid=board]')]
  .map(one => one.scrollWidth - one.clientWidth)"""
FINGER = 24  # the least that WCAG 2.2 asks for (2.5.8)


PATHS = {
    "/": "[data-testid^=play-]",
    "/settings": "form",
    "/new/GAME": "form",
    "/rules/GAME": ".rule",
    "/no/such/page": "main a.button",
}


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_on_a_page(page: Page, live: str, path: str) -> None:
    page.goto(live + path.replace("GAME", GAMES[0]))
    page.wait_for_selector(PATHS[path])
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_full_table(page: Page, live: str, game: str) -> None:
    """As many players as there may be, on a phone; the light theme (a match on a phone is dark)."""
    page.set_viewport_size(PHONE)
    against_bots(page, live, game, bots=most_bots(game))
    wait_ready(page)
    click(page, "[data-testid=board] [data-choice]", 0)
    wait_ready(page)
    assert violations(page) == []
    assert page.evaluate(SIDEWAYS) == [0, 0]
    page.get_by_test_id("menu").click()
    page.wait_for_selector("section.sheet form")
    assert violations(page) == []
    assert page.evaluate(SIDEWAYS) == [0, 0]


def test_axe_finds_nothing_while_people_are_missing(page: Page, live: str) -> None:
    open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    expect(page.get_by_role("heading", name="About to start")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("game", GAMES)
def test_play_now_is_one_click(page: Page, live: str, game: str) -> None:
    page.goto(live)
    page.get_by_test_id(f"play-{game}").click()
    assert wait_ready(page)["mine"]
    assert page.get_by_test_id("ask").inner_text() != ""
    assert page.title().startswith("● Your turn")


def test_the_language_is_switched_and_kept(page: Page, live: str) -> None:
    page.goto(live)
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    page.get_by_test_id("language").click()
    german = "Was kommt auf den Tisch?"
    expect(page.get_by_role("heading", level=1)).to_have_text(german)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(german)
    assert page.locator("html").get_attribute("lang") == "de"


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_a_turn_needs_no_scrolling(page: Page, live: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    against_bots(page, live, game)
    wait_ready(page)
    size = page.evaluate("[document.documentElement.scrollWidth, document.body.scrollHeight]")
    assert size[0] <= PHONE["width"]
    assert size[1] <= PHONE["height"]
    for box in choices(page).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    ):
        assert box["left"] >= 0
        assert box["right"] <= PHONE["width"] + 1
        assert box["top"] >= 0
        assert box["bottom"] <= PHONE["height"] + 1
        assert min(box["width"], box["height"]) >= FINGER


@pytest.mark.parametrize("path", ["/", "/new/GAME", "/settings"])
def test_what_is_touched_is_large_enough(page: Page, live: str, path: str) -> None:
    largest = max(GAMES, key=lambda game: games.cards()[game].players.stop)
    page.set_viewport_size(PHONE)
    page.goto(live + path.replace("GAME", largest))
    page.wait_for_selector(PATHS[path])
    small = page.locator("button:visible, a.button:visible, select:visible").evaluate_all(
        "all => all.filter(one => one.offsetHeight < 44 || one.offsetWidth < 44)"
        ".map(one => one.outerHTML)"
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


# Whoever looks at the first page for a while is shown what lies below; this visitor does not wait.
AT_ONCE = """test => {
  const click = () => {
    const button = document.querySelector(`[data-testid="${test}"]`);
    if (button) button.click(); else setTimeout(click, 5);
  };
  click();
}"""


def test_the_first_board_is_light_and_everything_comes_from_here(fresh: Page, live: str) -> None:
    loaded: dict[str, bytes] = {}
    elsewhere: list[str] = []

    def note(response: Response) -> None:
        if not response.url.startswith((live, "data:")):
            elsewhere.append(response.url)
        if response.url.endswith((".js", ".css")):
            loaded[response.url] = response.body()

    fresh.on("response", note)
    fresh.add_init_script(f"({AT_ONCE})('play-{GAMES[0]}')")
    fresh.goto(live)
    wait_ready(fresh)
    fresh.wait_for_load_state("networkidle")  # bodies come after their responses
    assert elsewhere == []
    assert sum(len(gzip.compress(body)) for body in loaded.values()) < 100_000


def test_the_focus_is_where_the_prompt_is_and_never_lost(fresh: Page, live: str) -> None:
    """After coming from another page, while a guide takes the prompt's place, and after a turn."""
    fresh.goto(live)
    fresh.get_by_test_id(f"play-{GAMES[0]}").click()
    wait_ready(fresh)
    place = fresh.locator(".stage > .say")
    expect(place).to_be_focused()
    expect(fresh.get_by_test_id("guide")).to_be_visible()
    expect(place).to_be_focused()
    rng = random.Random(2)
    compose(fresh, rng, enter)
    confirm(fresh, rng, enter)
    expect(place).to_be_focused()
