"""Learning in a browser: 30 seconds, drawn rules, hints beside a draft, reviews, practice."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from spieltisch.tables import catalogue
from tests.web.boards import GAMES
from tests.web.driver import PLAYED, against_bots, compose, confirm, short, violations, wait_ready

PHONE: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 240_000  # ms; a review takes seconds of CPU, and tests run side by side
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
ERRING = """async table => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ level: 'random' });
  await fetch(`/api/tables/${table}/seats/0/bot`, { method: 'POST', body, headers });
}"""


def settle(page: Page, live: str, **chosen: Any) -> None:
    page.goto(f"{live}/settings")
    page.evaluate(
        "kept => localStorage.setItem('spieltisch.settings', JSON.stringify(kept))", chosen
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_in_30_seconds_and_its_rules_by_positions(
    page: Page, live: str, game: str
) -> None:
    size, lang = (PHONE, "de") if GAMES.index(game) % 2 else (DESK, "en")
    settle(page, live, lang=lang)
    page.set_viewport_size(size)
    page.goto(f"{live}/rules/{game}")
    pictures = page.get_by_test_id(f"seconds-{game}").locator("li")
    expect(pictures).to_have_count(4, timeout=PATIENCE)
    for nth in range(4):
        assert pictures.nth(nth).locator(".scene").bounding_box() is not None
        expect(pictures.nth(nth).locator("p")).to_contain_text(re.compile(r"\w.*\."))
    shown = catalogue.rules(game, lang)["examples"]
    examples = page.get_by_test_id("example")
    expect(examples).to_have_count(len(shown), timeout=PATIENCE)
    for nth in range(len(shown)):
        expect(examples.nth(nth).locator("figcaption")).not_to_be_empty()
        expect(examples.nth(nth).locator("[data-testid=board]")).to_be_attached(timeout=PATIENCE)
    assert page.evaluate(SIDEWAYS) <= 0
    assert violations(page) == []


def test_pictures_stand_at_home_and_in_the_lobby(page: Page, live: str) -> None:
    page.goto(live)
    page.get_by_test_id("later").first.scroll_into_view_if_needed()  # it comes when one gets there
    for game in GAMES:
        name = page.get_by_role("radio").nth(GAMES.index(game))
        name.check(force=True)
        expect(page.get_by_test_id(f"seconds-{game}").locator("li")).to_have_count(
            4, timeout=PATIENCE
        )
    page.get_by_test_id("seconds-learn").click()
    expect(page.get_by_test_id("guide")).to_be_visible(timeout=PATIENCE)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    page.evaluate(
        """async ({ game, seats }) => {
          const headers = { 'Content-Type': 'application/json' };
          const body = JSON.stringify({ game, seats });
          const made = await fetch('/api/tables', { method: 'POST', body, headers });
          location.href = `/table/${(await made.json()).id}`;
        }""",
        {"game": GAMES[-1], "seats": seats},
    )
    expect(page.get_by_test_id(f"seconds-{GAMES[-1]}").locator("li")).to_have_count(
        4, timeout=PATIENCE
    )
    assert violations(page) == []


@pytest.mark.parametrize("child", [False, True])
def test_a_hint_is_compared_with_my_draft(page: Page, live: str, child: bool) -> None:
    settle(page, live, lang="en", child=child)
    against_bots(page, live, GAMES[1])  # where the first turn is a choice
    compose(page, random.Random(3))
    page.get_by_role("button", name="Hint", exact=True).first.click()
    guide = page.get_by_test_id("guide")
    expect(page.get_by_test_id("hint-more")).to_be_visible(timeout=PATIENCE)
    page.get_by_test_id("hint-more").click()
    if child:
        expect(guide).to_contain_text("your draft", ignore_case=True)
        assert "%" not in guide.inner_text()
    else:
        expect(guide).to_contain_text(re.compile(r"\d+ %.*(draft|about to do).*\d+ %|Nothing else"))


def test_a_match_is_reviewed_tried_and_practised(page: Page, live: str, game: str) -> None:
    settle(page, live, lang="en")
    table = against_bots(page, live, game, options=short(game))
    wait_ready(page)
    page.evaluate(ERRING, table)
    page.get_by_test_id("review-link").click(timeout=PATIENCE)
    expect(page.get_by_test_id("review")).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []
    assert "%" in page.get_by_test_id("review").inner_text()
    look_at_it_small(page)
    as_a_child(page, live, table)
    try_it(page, live, table)
    practise(page, live)


def look_at_it_small(page: Page) -> None:
    page.set_viewport_size(PHONE)
    assert page.evaluate(SIDEWAYS) <= 0
    page.set_viewport_size(DESK)


def as_a_child(page: Page, live: str, table: str) -> None:
    """Words, not percentages; the books are kept, so it is there at once."""
    settle(page, live, lang="de", child=True)
    page.goto(f"{live}/review/{table}")
    expect(page.get_by_test_id("review")).to_be_visible(timeout=PATIENCE)
    assert "%" not in page.get_by_test_id("review").inner_text()
    settle(page, live, lang="en")


def try_it(page: Page, live: str, table: str) -> None:
    page.goto(f"{live}/replay/{table}?line=8")
    expect(page.get_by_test_id("review-link")).to_be_visible()
    page.get_by_test_id("try").click()
    page.wait_for_url(re.compile("/table/(?!" + table + ")"))
    state = wait_ready(page)
    assert not state["over"]


def practise(page: Page, live: str) -> None:
    page.goto(f"{live}/practice")
    page.get_by_test_id("task").first.click(timeout=PATIENCE)
    page.wait_for_url(re.compile("/table/"))
    compose(page, random.Random(1))
    page.evaluate(PLAYED, confirm(page))
    expect(page.get_by_test_id("practice-next")).to_be_visible(timeout=PATIENCE)
    said = re.compile("nothing better|as good as the best|something better|more to get")
    expect(page.get_by_test_id("guide")).to_contain_text(said, timeout=PATIENCE)
