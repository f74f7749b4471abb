"""Messages and slow tables in real browsers: choosing ways, permission, the worker, pauses."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.web.boards import GAMES
from tests.web.driver import violations

SLOW = {"kind": "slow", "days": 3}
PUSHED = {
    "id": "m1",
    "title": "It is your turn",
    "body": "Ada has played.",
    "tag": "t1",
    "stop": "https://example.org/api/stop/none",
    "stopLabel": "Stop these messages",
    "lang": "en",
}
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, data, silent }) => ({ title, body, tag, url: data.url, silent }))"""


def become(page: Page, live: str, name: str) -> None:
    page.goto(live)
    page.request.post(f"{live}/api/me", data={"name": name})


def test_a_guest_chooses_ways_and_holidays(page: Page, live: str) -> None:
    become(page, live, "Ada")
    page.goto(f"{live}/settings")
    notices = page.get_by_test_id("notices")
    notices.get_by_test_id("add-holiday").click()
    expect(notices.get_by_role("button", name="End")).to_be_visible()
    notices.get_by_text("Webhook").click()
    notices.get_by_label("Address (https)").fill("https://127.0.0.1/hook")
    notices.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("It needs a public address").first).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []


def test_a_worker_shows_what_is_pushed_once(fresh: Page, live: str) -> None:
    """Chromium asks for permission, the worker is installed, and a push is shown. Only the way over
    a push service is missing here: Chromium's own lies on the internet."""
    fresh.context.grant_permissions(["notifications"], origin=live)
    become(fresh, live, "Ada")
    fresh.goto(f"{live}/settings")
    assert fresh.evaluate("Notification.permission") == "granted"
    fresh.evaluate("navigator.serviceWorker.register('/sw.js')")
    fresh.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = fresh.context.new_cdp_session(fresh)
    found: list[str] = []

    def noted(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", noted)
    session.send("ServiceWorker.enable")
    fresh.wait_for_timeout(300)
    said = json.dumps({**PUSHED, "url": f"{live}/table/t1"})
    for _ in range(2):
        push = {"origin": live, "registrationId": found[-1], "data": said}
        session.send("ServiceWorker.deliverPushMessage", push)
        fresh.wait_for_timeout(500)
    (shown,) = fresh.evaluate(SHOWN)
    assert shown["title"] == PUSHED["title"]
    assert shown["url"].endswith("/table/t1")
    assert shown["silent"]  # the second one took the place of the first without a sound


def test_whoever_says_no_is_told_how_to_change_that(fresh: Page, live: str) -> None:
    become(fresh, live, "Ada")
    fresh.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    )
    fresh.goto(f"{live}/settings")
    expect(fresh.get_by_text("You have blocked messages")).to_be_visible()


def test_a_link_that_stops_messages_says_what_is_true(fresh: Page, live: str) -> None:
    """A net that fails has stopped nothing, and the page does not say so."""
    fresh.route("**/api/stop/**", lambda route: route.abort())
    fresh.goto(f"{live}/stop/0123456789-abcdef")
    expect(fresh.get_by_test_id("stop-failed")).to_be_visible()
    fresh.unroute("**/api/stop/**")
    fresh.get_by_role("button", name="Try again").click()
    expect(fresh.get_by_test_id("stop-unknown")).to_be_visible()


def test_two_people_agree_on_a_pause(page: Page, fresh: Page, browser: Browser, live: str) -> None:
    become(page, live, "Ada")
    become(fresh, live, "Bo")
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": GAMES[0], "seats": seats, "clock": SLOW}
    table = page.request.post(f"{live}/api/tables", data=wanted).json()["id"]
    fresh.request.post(f"{live}/api/tables/{table}/join", data={})
    page.request.post(f"{live}/api/tables/{table}/start", data={})
    for one in (page, fresh):
        one.goto(f"{live}/table/{table}")
        one.get_by_test_id("menu").click()
    page.get_by_role("button", name="Propose a pause").click()
    expect(page.get_by_text("Not everybody has agreed yet")).to_be_visible()
    fresh.get_by_role("button", name="I agree").click()
    for one in (page, fresh):
        expect(one.get_by_text("Nobody’s clock is running.")).to_be_visible()
