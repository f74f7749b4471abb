"""Pictures of every page in two widths, two languages, light and dark: `make screenshots`."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.boards import GAMES
from tests.web.driver import against_bots, compose, open_table, play_on, play_turn, wait_ready

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

OUT = Path(__file__).parents[2] / "out" / "screenshots"
SIZES = ((360, 640), (1280, 800))
LOOKS = list(itertools.product(("de", "en"), ("light", "dark")))


def shoot(page: Page, name: str, ready: str = "main", *, whole: bool = False) -> None:
    """The page as it is now, in all looks."""
    OUT.mkdir(parents=True, exist_ok=True)
    for lang, theme in LOOKS:
        kept = json.dumps({"lang": lang, "theme": theme, "motion": "less", "name": "Ada"})
        page.evaluate("kept => localStorage.setItem('spieltisch.settings', kept)", kept)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            page.wait_for_selector(ready)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=OUT / f"{name}-{width}-{lang}-{theme}.png", full_page=whole)


def test_pages_of_the_shell(page: Page, live: str) -> None:
    page.goto(live)
    shoot(page, "home", "[data-testid^=play-]", whole=True)
    for path in ("settings", f"new/{GAMES[0]}", f"rules/{GAMES[0]}"):
        page.goto(f"{live}/{path}")
        shoot(page, path.split("/")[0], "main form, main .rule", whole=path != f"rules/{GAMES[0]}")
    open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    shoot(page, "waiting", "main img", whole=True)
    open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "local", "name": "Bo"}])
    shoot(page, "curtain", "[data-testid=curtain]")


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(page: Page, live: str, game: str) -> None:
    rng = random.Random(7)
    table = against_bots(page, live, game, bots=2)
    wait_ready(page)
    shoot(page, f"{game}-begin", "[data-choice]")
    for _ in range(6):
        if wait_ready(page)["over"]:
            break
        play_turn(page, rng)
    wait_ready(page)
    compose(page, rng)
    shoot(page, f"{game}-turn", "[data-choice]")
    play_on(page, seed=8)
    shoot(page, f"{game}-result", "[data-testid=headline]")
    page.goto(f"{live}/replay/{table}")
    shoot(page, f"{game}-replay", "[data-testid=next]")
