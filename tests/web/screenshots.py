"""Pictures of every page in two widths, two languages, light and dark: `make screenshots`.

Those that are kept are made by `pytest tests/web/screenshots.py -k "readme or colours or moving"`.
"""

from __future__ import annotations

import asyncio
import base64
import io
import itertools
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from spieltisch import games
from tests.server.playing import shortest
from tests.web.boards import GAMES
from tests.web.driver import (
    NEXT,
    against_bots,
    compose,
    confirm,
    fewest_bots,
    limits,
    open_table,
    play_on,
    short,
    wait_ready,
)
from tests.web.months import lived

pytestmark = pytest.mark.timeout(1200)

OUT = Path(__file__).parents[2] / "out" / "screenshots"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SEEN = ("deuteranopia", "protanopia", "achromatopsia")
HINT = re.compile("^(Hint|Tipp)$")
SIZES = ((360, 640), (1280, 800))
SIDEWAYS = (740, 360)
THEMES = ("light", "dark")
LOOKS = list(itertools.product(("de", "en"), THEMES))


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


def test_someone_leaves(page: Page, live: str, browser: Browser) -> None:
    """The others see who goes and how long they wait; who goes can stay after all."""
    table = open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    context = browser.new_context()
    bo = context.new_page()
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    page.get_by_test_id("start").click()
    wait_ready(page)
    assert bo.request.post(f"{live}/api/tables/{table}/leave", data={}).ok
    shoot(page, "leaving", "[data-seat='1']")
    shoot(bo, "leaving-self", "[data-seat='1']")
    context.close()


def test_pages_about_oneself(browser: Browser, tmp_path: Path) -> None:
    """After two weeks of matches: the history, the day and its list, oneself, results to share."""
    month = ThreadPoolExecutor().submit(asyncio.run, lived(tmp_path)).result()
    context = browser.new_context(reduced_motion="reduce")
    key, _, value = month.cookie.partition("=")
    context.add_cookies([{"name": key, "value": value, "url": month.server.base}])
    page = context.new_page()
    page.clock.set_fixed_time(datetime.fromtimestamp(month.server.at / 1000, UTC))
    yesterday = date.fromtimestamp(month.server.at / 1000 - 86_400)
    for name, path, ready in (
        ("history", "history", "[data-testid=scale]"),
        ("day", f"day?game={shortest()}", "[data-testid=shared]"),
        ("day-before", f"day/{yesterday}", "article"),
        ("deal", f"deal/{month.deal}", "[data-testid=shared]"),
        ("cup", f"cup/{month.cup}", "main ol"),
        ("me", "me", "[data-testid=strength]"),
        ("stop", "stop/unknown", "main p"),
    ):
        page.goto(f"{month.server.base}/{path}")
        shoot(page, name, ready, whole=True)
    for game, table in month.ended.items():
        for lang, theme in LOOKS:
            picture = f"/api/tables/{table}/picture.png?theme={theme}&lang={lang}"
            found = page.request.get(f"{month.server.base}{picture}")
            assert found.ok
            (OUT / f"share-{game}-{lang}-{theme}.png").write_bytes(found.body())
    context.close()
    month.server.end()


def test_a_pause_at_a_slow_table(page: Page, live: str, browser: Browser) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = open_table(page, live, GAMES[0], seats, clock={"kind": "slow", "days": 3})
    context = browser.new_context()
    context.request.post(f"{live}/api/me", data={"name": "Bo"})
    context.request.post(f"{live}/api/tables/{table}/join", data={})
    page.request.post(f"{live}/api/tables/{table}/start", data={})
    page.goto(f"{live}/table/{table}")
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name=re.compile("Propose a pause|Pause vorschlagen")).click()
    both(page, "pause-proposed")
    context.request.post(f"{live}/api/tables/{table}/pause/answer", data={"agree": True})
    page.get_by_text(re.compile("Nobody’s clock|Niemandes Uhr")).wait_for()
    both(page, "pause")
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(page: Page, live: str, game: str) -> None:
    rng = random.Random(7)
    longer = {name: 5 * value for name, value in limits(game).items()}
    options = short(game) | longer  # long enough to have a middle
    table = against_bots(page, live, game, bots=max(2, fewest_bots(game)), options=options)
    wait_ready(page)
    shoot(page, f"{game}-begin", "[data-choice]")
    follow_hints(page, 2)
    wait_ready(page)
    sideways(page, f"{game}-sideways")
    page.get_by_role("button", name=HINT).click()
    page.get_by_test_id("hint-more").click(timeout=60_000)
    both(page, f"{game}-hint")
    compose(page, rng)
    shoot(page, f"{game}-turn", "[data-choice], [data-testid^=confirm]")
    for seen in SEEN:
        emulate(page, seen)
        page.screenshot(path=OUT / f"{game}-turn-{seen}.png")
    emulate(page, "none")
    refuse(page, game)
    page.reload()  # puts the rules away
    play_on(page, seed=8)
    shoot(page, f"{game}-result", "[data-testid=headline]")
    page.get_by_test_id("board-again").click()
    both(page, f"{game}-end")
    sideways(page, f"{game}-end-sideways")
    page.goto(f"{live}/replay/{table}?line=20")
    shoot(page, f"{game}-replay", "[data-testid=next]")


def refuse(page: Page, game: str) -> None:
    """What is said to somebody who does the wrong thing, where this draft leaves one to do."""
    for still in page.locator("[data-testid=board] [aria-disabled=true]").all()[:20]:
        still.dispatch_event("click")
    page.wait_for_load_state("networkidle")
    if not page.get_by_test_id("rule-link").count():
        return
    both(page, f"{game}-refused")
    page.get_by_test_id("rule-link").click()
    page.wait_for_selector(".rule")
    both(page, f"{game}-rule")


def both(page: Page, name: str) -> None:
    """A state that a reload would lose, in both widths and both themes."""
    for theme in THEMES:
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=OUT / f"{name}-{width}-{theme}.png")


def sideways(page: Page, name: str) -> None:
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    page.screenshot(path=OUT / f"{name}.png")


@pytest.mark.parametrize("game", [game for game in GAMES if 1 in games.cards()[game].players])
def test_alone_and_on_paper(page: Page, live: str, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_table(page, live, game, [{"kind": "me"}], options=short(game))
    wait_ready(page)
    both(page, f"{game}-alone")
    play_on(page, seed=8)
    both(page, f"{game}-alone-result")
    page.emulate_media(media="print")
    page.pdf(path=OUT / f"{game}-alone.pdf")
    page.emulate_media(media="screen")


def emulate(page: Page, seen: str) -> None:
    """The page as somebody sees it who does not tell red from green, or sees no colour at all."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": seen})


def test_the_picture_of_colours(page: Page, live: str) -> None:
    """Every board (a row) as people see it (a column) whose eyes tell fewer colours apart."""
    size = (400, 400)
    page.set_viewport_size({"width": 640, "height": 640})
    whole = Image.new("RGB", (size[0] * (1 + len(SEEN)), size[1] * len(GAMES)))
    for row, game in enumerate(GAMES):
        against_bots(page, live, game)
        follow_hints(page, 3)
        wait_ready(page)
        for column, seen in enumerate(("none", *SEEN)):
            emulate(page, seen)
            with Image.open(io.BytesIO(page.screenshot())) as picture:
                whole.paste(picture.resize(size), (column * size[0], row * size[1]))
        emulate(page, "none")
    whole.save(PICTURES / "colours.webp", quality=75, method=6)
    assert (PICTURES / "colours.webp").stat().st_size < 300_000


def follow_hints(page: Page, turns: int) -> None:
    """Plays well for a while, so that there is something to see."""
    for _ in range(turns):
        state = wait_ready(page)
        if state["over"]:
            return
        page.get_by_role("button", name=HINT).click()
        page.get_by_test_id("hint-more").click(timeout=60_000)
        page.get_by_test_id("hint-take").click()
        page.evaluate(NEXT, confirm(page))


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_the_readme(page: Page, live: str, game: str) -> None:
    page.set_viewport_size({"width": 1120, "height": 700})
    against_bots(page, live, game, bots=max(2, fewest_bots(game)))
    follow_hints(page, 5)
    wait_ready(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.save(PICTURES / f"{game}.webp", quality=82, method=6)
    assert (PICTURES / f"{game}.webp").stat().st_size < 150_000


@pytest.mark.parametrize("game", GAMES)
def test_the_moving_picture(browser: Browser, live: str, game: str) -> None:
    """A few turns in the middle of a match between bots, from a seat: at most 400 kB of WebP."""
    page = browser.new_page(viewport={"width": 960, "height": 600}, device_scale_factor=1)
    kept = json.dumps({"lang": "en", "theme": "light", "motion": "full", "name": "Ada"})
    page.add_init_script(f"localStorage.setItem('spieltisch.settings', {json.dumps(kept)})")
    options = dict.fromkeys(limits(game), 60)  # long enough to have a middle
    table = against_bots(page, live, game, bots=fewest_bots(game), options=options)
    mine = f"{live}/api/tables/{table}/seats/0/bot"
    assert page.request.post(mine, data={"level": "greedy"}).ok
    page.get_by_test_id("headline").wait_for(timeout=300_000)
    page.goto(f"{live}/replay/{table}?line=24&seat=0")
    run = page.get_by_role("button", name="Play", exact=True)
    run.wait_for()
    page.locator("[data-testid=board] .stage").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)  # the board is laid out piece by piece
    film = Film(page)
    run.click()
    page.wait_for_timeout(9_000)
    film.save(PICTURES / f"{game}-moving.webp", most=400_000)
    page.close()


class Film:
    """What a page shows from now on, frame by frame, with its time."""

    SIZE = (640, 400)
    STEP = 0.1  # seconds between frames
    STILL = 1.0  # the longest pause that is kept

    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self.session = page.context.new_cdp_session(page)
        self.session.on("Page.screencastFrame", self._take)
        self.session.send("Page.startScreencast", {"format": "png"})

    def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self.session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def save(self, path: Path, most: int) -> None:
        """With the best quality that stays within so many bytes."""
        self.session.send("Page.stopScreencast")
        kept = [self.frames[0]]
        for at, data in self.frames[1:]:
            if at - kept[-1][0] >= self.STEP:
                kept.append((at, data))
        times = [min(b[0] - a[0], self.STILL) for a, b in itertools.pairwise(kept)]
        first, *rest = (Image.open(io.BytesIO(data)).resize(self.SIZE) for _, data in kept)
        shown = [round(1000 * each) for each in [*times, 2 * self.STILL]]
        for quality in (80, 65, 50, 35, 20):
            first.save(
                path,
                save_all=True,
                append_images=rest,
                duration=shown,
                quality=quality,
                method=4,
                loop=0,
            )
            if path.stat().st_size <= most:
                return
        raise AssertionError(f"{path.name} has {path.stat().st_size} bytes in {len(kept)} frames")
