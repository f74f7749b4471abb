"""What is mine, in the browser: history, statistics, the day, another device, being forgotten."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from spieltisch import games
from tests.web.driver import violations

PHONE: ViewportSize = {"width": 360, "height": 740}
WIDE: ViewportSize = {"width": 1280, "height": 800}
SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures to look at


def ask(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """As the page itself asks."""
    found: dict[str, Any] = page.evaluate(
        """async ([path, body]) => (await fetch('/api' + path, {method: 'POST',
        headers: {'Content-Type': 'application/json'}, body})).json()""",
        [path, json.dumps(body)],
    )
    return found


def alone() -> str:
    """A game that one can play alone, if there is one."""
    cards = games.cards()
    return min(cards, key=lambda key: (cards[key].players[0], cards[key].minutes))


def play_out(page: Page, live: str, game: str) -> str:
    """A finished match, played by a bot in my place while I look on: it is quicker then."""
    bots = games.card(game).players[0] - 1
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * bots]
    table = ask(page, "/tables", {"game": game, "seats": seats, "name": "Jule"})["id"]
    ask(page, f"/tables/{table}/start", {})
    ask(page, f"/tables/{table}/seats/0/bot", {"level": "random"})
    page.goto(f"{live}/table/{table}")
    asked = "id => fetch('/api/tables/' + id).then(answer => answer.json())"
    while page.evaluate(asked, table)["status"] != "over":
        page.wait_for_timeout(100)
    return str(table)


PLAY = """table => new Promise(done => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  let n = 0;
  const say = message => socket.send(JSON.stringify({ ...message, id: `m${n++}` }));
  socket.onopen = () => socket.send(JSON.stringify({ kind: 'hello', after: null }));
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.kind === 'turns') return say({ kind: 'turn', seat: 0, text: told.turns[0] });
    if (told.kind !== 'snapshot' && told.kind !== 'event') return;
    if (told.result) { socket.close(); done(true); }
    else if (told.acting.includes(0)) say({ kind: 'turns', seat: 0, limit: 1 });
  };
})"""


def play_myself(page: Page, game: str, level: str) -> str:
    """A whole match by my own turns, the first that there is: it counts for my rating."""
    bots = max(1, games.card(game).players[0] - 1)
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": level}] * bots]
    table = str(ask(page, "/tables", {"game": game, "seats": seats, "name": "Jule"})["id"])
    ask(page, f"/tables/{table}/start", {})
    assert page.evaluate(PLAY, table)
    return table


def look(page: Page, name: str) -> None:
    """Nothing for axe, nothing to push sideways; in both themes, widths and languages."""
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(50)
            if SHOTS:
                file = Path(SHOTS) / f"{name}-{size['width']}-{theme}.png"
                page.screenshot(path=str(file), full_page=True)
            assert violations(page) == []
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"]


def test_history_and_statistics(page: Page, live: str) -> None:
    page.goto(live)
    for _ in range(2):
        play_out(page, live, alone())
    play_myself(page, next(iter(games.cards())), "easy")
    page.goto(f"{live}/history")
    expect(page.get_by_test_id("match")).to_have_count(3)
    expect(page.get_by_test_id("scale")).to_be_visible()
    strength = page.get_by_test_id("strength")
    expect(strength).to_contain_text("1 rated match")
    expect(strength.get_by_role("img")).to_have_accessible_name(re.compile("very likely between"))
    look(page, "history-en")
    page.goto(f"{live}/me")
    expect(page.get_by_test_id("strength")).to_contain_text("1 rated match")
    look(page, "me-rated-en")
    page.goto(f"{live}/history")
    page.get_by_role("button", name="More about this match").first.click()
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_test_id("match")).to_have_count(2)
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_test_id("match")).to_have_count(3)
    page.get_by_role("button", name="More about this match").last.click()
    review = page.get_by_test_id("review-link")
    expect(review).to_have_count(3)
    expect(review.last).to_have_attribute("href", re.compile("/review/"))
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_test_id("match")).to_have_count(2)
    page.get_by_test_id("language").click()
    expect(page.get_by_role("heading", name="Meine Partien")).to_be_visible()
    look(page, "history-de")


def test_another_device_by_a_code_and_being_forgotten(
    page: Page, browser: Browser, live: str
) -> None:
    page.goto(live)
    ask(page, "/me", {"name": "Jule"})
    page.goto(f"{live}/me")
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Show a new code").click()
    code = page.get_by_test_id("code").inner_text()
    look(page, "me-en")
    phone = browser.new_context(locale="de-DE").new_page()
    phone.goto(f"{live}/me#{code}")
    phone.get_by_role("button", name="Ich bin’s").click()
    expect(phone.get_by_text("Willkommen zurück, Jule.").first).to_be_visible()
    expect(phone.get_by_role("radio", name="Eule")).to_be_checked()
    look(phone, "me-de")
    phone.get_by_role("button", name="Alles über mich löschen").click()
    phone.get_by_role("button", name="Endgültig löschen").click()
    expect(phone.get_by_text("Alles über dich ist gelöscht.").first).to_be_visible()
    phone.context.close()
    page.reload()
    expect(page.get_by_text("Tell us your name")).to_be_visible()


def test_the_deal_of_the_day(page: Page, live: str) -> None:
    game = alone()
    page.goto(live)
    ask(page, "/me", {"name": "Jule"})
    page.goto(f"{live}/day?game={game}")
    page.get_by_test_id("play").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[data-testid=board]")
    page.goto(f"{live}/day?game={game}")
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    expect(page.get_by_test_id("entry").first).to_be_visible(timeout=60_000)  # the bots' marks
    look(page, "day-en")
    page.get_by_test_id("new-cup").click()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    look(page, "cup-en")
    page.go_back()
    page.get_by_role("link", name="Day before").click()
    expect(page.get_by_text("Verified: it was fixed the day before.")).to_be_visible()
    page.get_by_test_id("language").click()
    look(page, "day-de")
