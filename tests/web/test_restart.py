"""Browsers are back by themselves after a restart, also while a game is not loaded yet."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spieltisch import games
from spieltisch.core import machine_code
from spieltisch.core.sources import SHARED
from tests.server.database import query
from tests.server.processes import ServerProcess
from tests.web.driver import against_bots, play_turn, violations, wait_ready

pytestmark = pytest.mark.timeout(600)
STATE = "[data-testid=connection]"


class Restarting:
    """A server with a cache of its own, in which a game can be kept from being loaded."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cache = folder / "cache"
        self.cache.mkdir()
        for card in games.cards().values():
            self._put(card.folder)
        self._put(SHARED)
        monkeypatch.setenv("SPIELTISCH_CACHE", str(self.cache))
        self.server = ServerProcess(folder, pause="0.01")

    def _put(self, scope: str) -> None:
        machine_code.library(scope)
        found = machine_code.file_of(scope)
        assert found is not None
        shutil.copy(found, self.cache / found.name)

    def hold(self, game: str, monkeypatch: pytest.MonkeyPatch) -> ExitStack:
        """Until it is closed, the game waits to be compiled, as on a machine that is new to it."""
        scope = games.card(game).folder
        (self.cache / machine_code.name_of(scope)).unlink()
        held = ExitStack()
        with monkeypatch.context() as there:
            there.setattr(machine_code, "cache_root", lambda: self.cache)
            held.enter_context(machine_code.locked(f"building-{machine_code.name_of(scope)}"))
        held.callback(self._put, scope)
        return held


@pytest.fixture
def restarting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restarting]:
    found = Restarting(folder, monkeypatch)
    found.server.start()
    yield found
    found.server.end()
    assert "Traceback" not in found.server.log.read_text()


def test_a_table_of_old_rules_can_still_be_read(restarting: Restarting, fresh: Page) -> None:
    server, game = restarting.server, next(iter(games.cards()))
    table = against_bots(fresh, server.base, game)
    wait_ready(fresh)
    play_turn(fresh, random.Random(1))
    server.kill()
    then = "UPDATE event SET body = replace(body, :now, :then) WHERE match = :id"
    query(server, then, now='"rules":1', then='"rules":0', id=table)
    server.start()
    fresh.reload()
    expect(fresh.get_by_test_id("old-log").get_by_role("listitem").first).to_be_visible()
    expect(fresh.get_by_role("link", name="Begin anew")).to_be_visible()
    assert violations(fresh) == []


def test_a_browser_waits_for_a_game_that_is_not_loaded_yet(
    restarting: Restarting, fresh: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, game = restarting.server, next(iter(games.cards()))
    against_bots(fresh, server.base, game)
    wait_ready(fresh)
    play_turn(fresh, random.Random(1))
    server.kill()
    expect(fresh.locator(STATE)).to_have_attribute("data-state", "offline")
    with restarting.hold(game, monkeypatch):
        server.start(wait=False).wait_open()
        said = "The rules are being compiled"
        expect(fresh.locator(STATE)).to_contain_text(said, timeout=60_000)
        newcomer = fresh.context.new_page()  # who opens the page inside that window waits, too
        newcomer.goto(fresh.url)
        expect(newcomer.get_by_role("status").filter(has_text=said)).to_be_visible()
        assert game not in (server.ready() or [])
    for page in (fresh, newcomer):
        expect(page.locator(STATE)).to_have_attribute("data-state", "online", timeout=120_000)
    wait_ready(fresh)
    play_turn(fresh, random.Random(1))


def test_a_browser_waits_for_the_database(restarting: Restarting, fresh: Page) -> None:
    server, game = restarting.server, next(iter(games.cards()))
    against_bots(fresh, server.base, game)
    wait_ready(fresh)
    server.kill()
    query(server, "ALTER TABLE person RENAME TO lost")
    server.start(wait=False).wait_ready(game)
    expect(fresh.locator(STATE)).to_contain_text("The database does not answer", timeout=60_000)
    query(server, "ALTER TABLE lost RENAME TO person")
    expect(fresh.locator(STATE)).to_have_attribute("data-state", "online", timeout=60_000)
    wait_ready(fresh)
    play_turn(fresh, random.Random(1))


def go(page: Page, path: str) -> None:
    """As a link inside of the client does it."""
    page.evaluate(
        "to => { history.pushState(null, '', to); dispatchEvent(new Event('popstate')) }", path
    )


@pytest.mark.parametrize("seen", [True, False], ids=["seen before", "new"])
def test_a_page_that_is_opened_while_the_server_is_away_comes_by_itself(
    restarting: Restarting, fresh: Page, seen: bool
) -> None:
    """Its data is asked for again; a part of the client that is missing is loaded anew."""
    server, game = restarting.server, next(iter(games.cards()))
    path, content = ("/history", "main h1") if seen else (f"/new/{game}", "main form")
    fresh.goto(server.base + (path if seen else "/settings"))
    expect(fresh.locator("main h1")).to_be_visible()
    go(fresh, "/settings")
    server.kill()
    go(fresh, path)
    away = fresh.get_by_role("status").filter(has_text="cannot be reached")
    expect(away.first).to_be_visible()
    with fresh.expect_response(lambda answer: "/api/" in answer.url and answer.ok, timeout=60_000):
        server.start()
    expect(away).to_have_count(0)
    expect(fresh.locator(content).first).to_be_visible()
