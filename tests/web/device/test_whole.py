"""Every game from Play now to its end without a net, on a desk and on a phone, and its review."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import GAMES
from tests.web.device.conftest import SLOW
from tests.web.device.plain_files import PlainFiles
from tests.web.device.plays import new_table, pass_and_play, play_now, record_of
from tests.web.driver import click, play_on, tap, violations

pytestmark = [pytest.mark.timeout(3600), pytest.mark.long]
every_game = pytest.mark.parametrize("game", GAMES)
Away = tuple[Page, PlainFiles]
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@every_game
def test_every_game_to_its_end_without_a_net(away: Away, game: str) -> None:
    page, host = away
    play_now(page, host, game)
    play_on(page, press=click, turns=2000)
    expect(page.get_by_test_id("headline")).to_be_visible()
    assert page.get_by_test_id("verify").count() == 0  # nobody could prove anything
    assert violations(page) == []
    page.get_by_test_id("review-link").click()
    expect(page.get_by_test_id("review")).to_be_visible(timeout=SLOW)
    assert violations(page) == []


@every_game
def test_every_game_to_its_end_on_a_phone_without_a_net(phone: Away, game: str) -> None:
    page, host = phone
    play_now(page, host, game)
    play_on(page, seed=3, press=tap, turns=2000)
    expect(page.get_by_test_id("headline")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0


@every_game
def test_every_game_is_passed_on(away: Away, game: str) -> None:
    page, host = away
    new_table(page, host, game, "local")
    pass_and_play(page, turns=3)


@every_game
def test_every_first_game_begins(phone: Away, game: str) -> None:
    page, host = phone
    page.goto(f"{host.url}#/")
    page.get_by_test_id(f"learn-{game}").click()
    expect(page.get_by_test_id("guide")).to_be_visible(timeout=SLOW)
    assert page.evaluate(SIDEWAYS) <= 0


@every_game
def test_a_match_from_a_file_is_reviewed(away: Away, game: str, tmp_path: Path) -> None:
    page, host = away
    file = tmp_path / "match.jsonl"
    file.write_text(record_of(game), encoding="utf-8")
    page.goto(f"{host.url}#/offline")
    page.get_by_test_id("import-file").set_input_files(file)
    page.get_by_test_id("files-told").get_by_role("link").click()
    expect(page.get_by_test_id("line")).not_to_be_empty(timeout=SLOW)
    page.goto(page.url.replace("replay", "review"))
    expect(page.get_by_test_id("review-progress")).to_be_visible()
    expect(page.get_by_test_id("review")).to_be_visible(timeout=SLOW)
