"""Whole matches by pressing buttons, and what must survive: reloads, losses, other people."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect

from tests.web.boards import GAMES
from tests.web.driver import (
    against_bots,
    choices,
    compose,
    confirm,
    open_table,
    play_on,
    violations,
    wait_ready,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SOCKET = re.compile(r"/api/tables/.*/socket$")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_against_bots(page: Page, live: str, game: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    table = against_bots(page, live, game)
    play_on(page)
    expect(page.get_by_test_id("headline")).to_be_visible()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("all are right", timeout=60_000)
    expect(page.get_by_test_id("verdict")).to_contain_text("agrees with them")
    assert violations(page) == []
    page.get_by_test_id("rematch").click()
    page.wait_for_url(lambda url: table not in url)
    wait_ready(page)
    page.goto(f"{live}/replay/{table}")
    page.get_by_test_id("next").click()
    page.get_by_test_id("next").click()
    expect(page.get_by_text("Line 2 of")).to_be_visible()
    assert page.get_by_test_id("line").inner_text() != "Before the first turn"
    assert violations(page) == []
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_made_with_the_keyboard_only(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    wait_ready(page)
    for _ in range(40):
        offer = page.get_by_test_id("confirm")
        target = (
            offer.first
            if offer.count()
            else choices(page).locator(":scope:not([aria-pressed=true])").first
        )
        target.focus()
        assert target.evaluate("one => one === document.activeElement && one.tabIndex >= 0")
        done = offer.count() > 0
        page.keyboard.press("Enter")
        if done:
            break
        page.wait_for_timeout(50)
    page.wait_for_function(
        "() => document.querySelector('[data-testid=table]').dataset.busy === 'false'"
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_in_the_middle_of_a_turn_keeps_it(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    wait_ready(page)
    choices(page).first.dispatch_event("click")
    page.wait_for_timeout(300)
    chosen = page.locator("[data-testid=board] [aria-pressed=true]")
    names = chosen.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    page.reload()
    wait_ready(page)
    page.wait_for_timeout(300)
    assert chosen.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == names


def test_a_turn_on_its_way_survives_a_reload_and_arrives_once(page: Page, live: str) -> None:
    table = against_bots(page, live, GAMES[0])
    wait_ready(page)
    swallowed: list[str] = []

    def swallow(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def forward(message: str | bytes) -> None:
            if swallowed or json.loads(message)["kind"] != "turn":
                server.send(message)
            else:
                swallowed.append(str(message))
                server.close()
                route.close()

        route.on_message(forward)

    page.route_web_socket(SOCKET, swallow)
    page.reload()
    lines = wait_ready(page)["lines"]
    compose(page, random.Random(2))
    confirm(page)  # the first sending is lost, the second arrives
    assert len(swallowed) == 1
    wait_ready(page)
    log = page.evaluate(f"fetch('/api/tables/{table}/record').then(answer => answer.text())")
    turns = [json.loads(line) for line in log.splitlines() if '"turn"' in line]
    assert sum(turn["seat"] == 0 for turn in turns[lines:]) <= 1
    assert json.loads(swallowed[0])["text"] in [turn["turn"] for turn in turns]


def test_a_lost_connection_is_shown_and_comes_back(page: Page, live: str) -> None:
    sockets: list[WebSocketRoute] = []

    def note(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    page.route_web_socket(SOCKET, note)
    against_bots(page, live, GAMES[0])
    wait_ready(page)
    sockets[-1].close()
    expect(page.get_by_test_id("connection").first).to_have_attribute("data-state", "offline")
    expect(page.get_by_test_id("connection").first).to_have_attribute("data-state", "online")
    wait_ready(page)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_and_a_third_sees_nothing_hidden(
    browser: Browser, live: str, game: str
) -> None:
    settings = {"locale": "en-GB", "reduced_motion": "reduce"}
    ada, bo, watcher = (browser.new_context(**settings).new_page() for _ in range(3))  # type: ignore[arg-type]
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(str(data)))

    watcher.on("websocket", listen)
    table = open_table(ada, live, game, [{"kind": "me"}, {"kind": "open"}])
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    watcher.goto(f"{live}/table/{table}")
    ada.get_by_test_id("start").click()
    rng = random.Random(3)
    for page in (ada, bo):
        assert wait_ready(page)["mine"]
        compose(page, rng)
        confirm(page, rng)
    watcher.wait_for_function(
        "() => Number(document.querySelector('[data-testid=table]')?.dataset.lines) >= 2"
    )
    assert choices(watcher).count() == 0
    told = [json.loads(frame) for frame in frames]
    assert any(message.get("view") for message in told)
    assert all(message.get("looking") is None for message in told)
    for page in (ada, bo, watcher):
        page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_pass_and_play_keeps_hands_behind_a_curtain(page: Page, live: str, game: str) -> None:
    open_table(page, live, game, [{"kind": "me"}, {"kind": "local", "name": "Bo"}])
    rng = random.Random(4)
    for _ in range(2):
        curtain = page.get_by_test_id("curtain")
        expect(curtain).to_be_visible()
        assert choices(page).count() == 0
        button = curtain.get_by_role("button")
        button.hover()
        page.mouse.down()
        wait_ready(page)
        page.mouse.up()
        compose(page, rng)
        confirm(page, rng)
        passing = page.get_by_test_id("pass")
        if passing.count():
            passing.click()


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_choice_says_why_and_opens_the_rule(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    rng = random.Random(5)
    still = page.locator("[data-testid=board] [aria-disabled=true]")
    for _ in range(30):
        wait_ready(page)
        while not still.count() and not page.get_by_test_id("confirm").count():
            choices(page).locator(":scope:not([aria-pressed=true])").first.dispatch_event("click")
        if still.count():
            break
        compose(page, rng)
        confirm(page, rng)
    still.first.dispatch_event("click")
    expect(page.get_by_test_id("notice")).to_be_visible()
    link = page.get_by_test_id("rule-link")
    rule = link.inner_text().split()[-1]
    link.click()
    expect(page.locator(f"#rule-{rule}")).to_be_in_viewport()


def test_who_leaves_can_sit_down_again(page: Page, live: str) -> None:
    table = against_bots(page, live, GAMES[0])
    wait_ready(page)
    page.get_by_test_id("menu").click()
    page.get_by_test_id("leave").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Board games with a seat for everyone"
    )
    page.goto(f"{live}/table/{table}")
    page.get_by_role("button", name="Sit down again").click()
    assert wait_ready(page)["mine"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_sentence_and_can_be_played(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    lines = wait_ready(page)["lines"]
    page.get_by_role("button", name="Hint").click()
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("Hint: Ada", timeout=30_000)
    notice.get_by_role("button", name="Play this").click()
    page.wait_for_function(
        "lines => Number(document.querySelector('[data-testid=table]').dataset.lines) > lines",
        arg=lines,
    )


def test_people_talk(page: Page, live: str) -> None:
    against_bots(page, live, GAMES[0])
    wait_ready(page)
    page.get_by_role("textbox", name="Message").fill("Good luck")
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.get_by_role("list", name="Chat")).to_contain_text("Ada: Good luck")


def test_a_seat_link_opens_the_seat_on_another_device(
    page: Page, live: str, browser: Browser
) -> None:
    table = against_bots(page, live, GAMES[0])
    wait_ready(page)
    link = page.evaluate(f"fetch('/api/tables/{table}/seats/0/link').then(answer => answer.json())")
    other = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
    other.goto(link["link"] if link["link"].startswith("http") else live + link["link"])
    assert wait_ready(other)["mine"]
    assert "key" not in other.url
    other.context.close()
