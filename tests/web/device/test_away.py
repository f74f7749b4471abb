"""Offline, in a real Chromium: begun, closed in the middle of a turn, found again, passed on,
taught, and what was played as a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import GAMES
from tests.web.device.conftest import SLOW
from tests.web.device.plain_files import PlainFiles
from tests.web.device.plays import LINES, new_table, pass_and_play, play_now, record_of
from tests.web.driver import CHOICE, click, play_turn, violations, wait_ready

pytestmark = [pytest.mark.timeout(900), pytest.mark.long]
ONE = GAMES[0]
Away = tuple[Page, PlainFiles]


def test_a_match_is_found_again_in_the_middle_of_a_turn(away: Away) -> None:
    page, host = away
    play_now(page, host, ONE)
    play_turn(page, random.Random(1))
    wait_ready(page)
    lines = page.evaluate(LINES)
    click(page, CHOICE, 0)  # the turn is begun, not played
    page.reload()
    wait_ready(page)
    assert page.evaluate(LINES) == lines
    play_turn(page, random.Random(2))
    page.goto(f"{host.url}#/")
    expect(page.get_by_role("link", name="Play on").first).to_be_visible()
    assert violations(page) == []


def test_two_people_pass_the_device(away: Away) -> None:
    page, host = away
    new_table(page, host, ONE, "local")
    pass_and_play(page, turns=2)


def test_the_guide_leads_through_a_first_game(away: Away) -> None:
    page, host = away
    page.goto(f"{host.url}#/")
    page.get_by_test_id(f"learn-{ONE}").click()
    expect(page.get_by_test_id("guide")).to_be_visible(timeout=SLOW)
    wait_ready(page)
    expect(page.get_by_test_id("lesson-show")).to_be_visible()


def test_a_hint_comes_from_the_worker_that_thinks(away: Away) -> None:
    page, host = away
    new_table(page, host, ONE, "bot:random")
    wait_ready(page)
    page.get_by_role("button", name="Hint", exact=True).first.click()
    expect(page.get_by_test_id("hint-more")).to_be_visible(timeout=SLOW)


def test_matches_come_and_go_as_a_file(away: Away, tmp_path: Path) -> None:
    page, host = away
    file = tmp_path / "match.jsonl"
    file.write_text(record_of(ONE), encoding="utf-8")
    page.goto(f"{host.url}#/offline")
    assert violations(page) == []
    page.get_by_test_id("import-file").set_input_files(file)
    expect(page.get_by_test_id("files-told")).to_contain_text("One match was added", timeout=SLOW)
    page.get_by_test_id("import-file").set_input_files(file)
    expect(page.get_by_test_id("files-told")).to_contain_text("here already")
    with page.expect_download() as download:
        page.get_by_test_id("export").click()
    saved = tmp_path / "all.jsonl"
    download.value.save_as(saved)
    assert file.read_text("utf-8").splitlines()[1:-1][0] in saved.read_text("utf-8")
    bad = tmp_path / "bad.jsonl"
    bad.write_text("a letter to my aunt", encoding="utf-8")
    page.get_by_test_id("import-file").set_input_files(bad)
    expect(page.get_by_test_id("files-told")).to_contain_text("no record")


def test_history_replay_rules_and_settings(away: Away) -> None:
    page, host = away
    page.goto(f"{host.url}#/history")
    expect(page.get_by_test_id("match").last).to_be_visible(timeout=SLOW)
    assert violations(page) == []
    page.get_by_role("link", name="Watch again").first.click()
    expect(page.get_by_test_id("line")).not_to_be_empty(timeout=SLOW)
    for path in (f"rules/{ONE}", "settings", "practice", "day", "me"):
        page.goto(f"{host.url}#/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(page) == [], path
