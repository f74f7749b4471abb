"""Two browsers through a week at slow tables: one reads German, the other English.

The server is a process whose clock the test moves, the mail server and the push services are real
ones on this machine. What Chromium cannot do without the internet is to reach its own push service:
so what a service got is decrypted as a browser would, and handed to Chromium's worker, which shows
it.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import CDPSession, Page, expect

from spieltisch import games
from tests.notices import receivers
from tests.notices.moved import MovedServer
from tests.notices.receivers import Postbox, Receiver, text_of
from tests.server.database import query
from tests.server.processes import PATIENCE, free_port
from tests.web.driver import play_turn

MONDAY = 1_794_816_000_000  # 16 November 2026, 8:00 UTC, 9:00 in Berlin
HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
WAIT = 60_000  # ms for a page of a busy machine
GATHERED = 6_000  # ms: so long the server waits for more to say
GAME = min(key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1])
NAME = games.card(GAME).name
UNNOTICED = """SELECT event.match FROM event
  LEFT JOIN examined ON examined.match = event.match
  GROUP BY event.match, examined.n HAVING examined.n IS NULL OR MAX(event.n) > examined.n"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, data }) => [title, data.url])"""
pytestmark = pytest.mark.timeout(600)


@dataclass
class Reader:
    """Somebody with a browser, a push service and a language."""

    page: Page
    name: str
    lang: str
    service: Receiver
    keys: receivers.Browser
    session: CDPSession
    worker: list[str] = field(default_factory=list)

    def said(self, de: str, en: str) -> str:
        return de if self.lang == "de" else en

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.page.request.post(f"{self.base}{path}", data=body or {})
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def base(self) -> str:
        return "/".join(self.page.url.split("/")[:3])

    def get(self, path: str) -> Any:
        return self.page.request.get(f"{self.base}{path}").json()

    def leave(self) -> None:
        """Looks at something else."""
        self.page.goto(f"{self.base}/settings")

    def is_on(self, table: str) -> bool:
        mine = self.get("/api/me/tables")["tables"]
        return any(one["id"] == table and one["your_turn"] for one in mine)

    def press(self, de: str, en: str) -> None:
        self.page.get_by_role("button", name=self.said(de, en), exact=True).click()


class Week:
    def __init__(self, server: MovedServer, box: Postbox, readers: list[Reader]) -> None:
        self.server, self.box, self.readers = server, box, readers
        self.luck = random.Random(5)
        self.table = ""

    def go(self, ms: int = 0) -> None:
        """Time passes, for the server, when it has noticed all that happened, and for both
        browsers."""
        until(lambda: not query(self.server, UNNOTICED))
        self.server.go(ms + GATHERED)
        for reader in self.readers:
            at = datetime.fromtimestamp(self.server.at / 1000, UTC)
            reader.page.clock.set_fixed_time(at)

    def open(self, days: int) -> str:
        ada, bo = self.readers
        wanted = {
            "game": GAME,
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "clock": {"kind": "slow", "days": days},
        }
        table = str(ada.post("/api/tables", wanted)["id"])
        bo.post(f"/api/tables/{table}/join")
        ada.post(f"/api/tables/{table}/start")
        return table

    def turn(self, table: str) -> tuple[Reader, Reader]:
        """Whose turn it is, and who waits."""
        both = sorted(self.readers, key=lambda reader: not reader.is_on(table))
        assert both[0].is_on(table)
        return both[0], both[1]

    def play(self, table: str) -> Reader:
        """Whoever is to play sits down, clicks until it is the other's turn, and goes."""
        player, other = self.turn(table)
        player.page.goto(f"{self.server.base}/table/{table}")
        while not other.is_on(table):
            play_turn(player.page, self.luck)
        player.leave()
        return other

    def told(self, reader: Reader) -> dict[str, Any]:
        """The one message that comes; its worker shows it in this browser."""
        until(lambda: reader.service.posted)
        (posted,) = reader.service.posted
        reader.service.posted.clear()
        message: dict[str, Any] = reader.keys.decrypt(posted.body)
        assert message["lang"] == reader.lang
        push = {
            "origin": self.server.base,
            "registrationId": reader.worker[-1],
            "data": json.dumps(message),
        }
        reader.session.send("ServiceWorker.deliverPushMessage", push)
        wanted = [message["title"], message["url"]]
        until(lambda: wanted in reader.page.evaluate(SHOWN))
        return message

    def nothing(self) -> None:
        """The server has looked, more than once, and said nothing."""
        time.sleep(0.6)
        assert [len(reader.service.posted) for reader in self.readers] == [0, 0]
        assert not self.box.mails


def until(there: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)


def arrive(chromium: Chromium, stack: ExitStack, base: str, name: str, lang: str) -> Reader:
    locale = {"de": "de-DE", "en": "en-GB"}[lang]
    context = chromium.new_context(
        locale=locale, reduced_motion="reduce", timezone_id="Europe/Berlin"
    )
    stack.callback(context.close)
    context.grant_permissions(["notifications"], origin=base)
    page = context.new_page()
    page.clock.set_fixed_time(datetime.fromtimestamp(MONDAY / 1000, UTC))
    page.goto(f"{base}/settings")
    service = stack.enter_context(Receiver().running())
    keys = receivers.Browser(f"{service.base}/{lang}")
    reader = Reader(page, name, lang, service, keys, context.new_cdp_session(page))
    reader.post("/api/me", {"name": name})
    wanted = {"label": "Phone", "lang": lang, "zone": "Europe/Berlin"}
    reader.post("/api/notices/push", {**keys.subscription(), **wanted})
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => true)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def noted(event: dict[str, Any]) -> None:
        reader.worker.extend(each["registrationId"] for each in event["registrations"])

    reader.session.on("ServiceWorker.workerRegistrationUpdated", noted)
    reader.session.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and reader.worker)
    return reader


@pytest.fixture
def week(browser: Chromium, tmp_path: Path) -> Iterator[Week]:
    port, box = free_port(), Postbox()
    mail = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "table@example.org"}
    server = MovedServer(tmp_path, MONDAY, webhooks="any", sweep="0.1", **mail)
    with ExitStack() as stack:
        stack.enter_context(box.running(port))
        server.start(wait=False).wait_ready(GAME)
        stack.callback(server.end)
        ada = arrive(browser, stack, server.base, "Ada", "de")
        bo = arrive(browser, stack, server.base, "Bo", "en")
        yield Week(server, box, [ada, bo])
    assert "Traceback" not in server.log.read_text()


def test_a_week_in_two_browsers(week: Week) -> None:
    _turns_and_a_reminder(week)
    _pause(week)
    _holiday(week)
    _digest(week)


def _turns_and_a_reminder(week: Week) -> None:
    table = week.table = week.open(days=3)
    week.go()
    for reader in week.readers:  # neither looks at the table
        begun = reader.said("Das Spiel hat begonnen", "The match has begun")
        assert week.told(reader)["title"].startswith(f"{NAME}: {begun}")
    for _ in week.readers:  # one reads German, then the other English
        other = week.play(table)
        week.go()
        message = week.told(other)
        title = other.said("Du bist dran", "It is your turn")
        assert message["title"] == f"{NAME}: {title}"
        assert message["url"] == f"{week.server.base}/table/{table}"
        who = next(reader for reader in week.readers if reader is not other)
        assert who.name in message["body"]  # what has changed
    week.go(HOUR)
    week.nothing()  # once is enough
    week.go(2 * DAY + 6 * HOUR)
    reminder = week.told(other)
    left = other.said(r"Du bist dran, noch 1\d Stunden", r"It is your turn, 1\d hours left")
    assert re.fullmatch(f"{NAME}: {left}", reminder["title"])


def _pause(week: Week) -> None:
    """Proposed in one browser, agreed to in the other: nobody's clock runs, nobody is rung up."""
    asker, other = week.turn(week.table)
    for reader in (asker, other):
        reader.page.goto(f"{week.server.base}/table/{week.table}")
        reader.page.get_by_test_id("menu").click()
    asker.press("Pause vorschlagen", "Propose a pause")
    other.press("Einverstanden", "I agree")
    for reader in (asker, other):
        said = reader.said("Niemandes Uhr läuft.", "Nobody’s clock is running.")
        expect(reader.page.get_by_text(said)).to_be_visible(timeout=WAIT)
        reader.leave()
    week.go()
    week.nothing()  # both have seen it
    week.go(4 * DAY)  # the clock would have run out
    week.nothing()
    assert asker.is_on(week.table)
    week.go(3 * DAY)
    message = week.told(asker)
    ended = asker.said("Die Pause ist zu Ende", "The pause is over")
    left = asker.said("noch", "left")
    assert ended in message["title"] or left in message["title"]
    other.service.posted.clear()


def _holiday(week: Week) -> None:
    """Entered in the settings; the others see it at the table, and no reminder comes."""
    away, other = week.turn(week.table)
    week.go()
    away.page.reload()
    away.page.get_by_test_id("add-holiday").click()
    shown = away.page.get_by_test_id("notices").get_by_role(
        "button", name=away.said("Beenden", "End"), exact=True
    )
    expect(shown).to_be_visible(timeout=WAIT)
    other.page.goto(f"{week.server.base}/table/{week.table}")
    other.page.get_by_test_id("menu").click()
    said = other.said(f"{away.name} ist bis", f"{away.name} is on holiday until")
    expect(other.page.get_by_text(said)).to_be_visible(timeout=WAIT)
    other.leave()
    week.go(4 * DAY)
    week.nothing()
    assert away.is_on(week.table)  # no bot has sat down in their place
    away.page.reload()
    shown.click()  # back early
    expect(shown).to_have_count(0, timeout=WAIT)
    week.play(week.table)
    week.go()
    assert week.told(other)["title"].endswith(other.said("Du bist dran", "It is your turn"))


def _digest(week: Week) -> None:
    """By mail, once a day, all tables in one letter; its link opens the seat, one tap stops it."""
    for reader in week.readers:
        _wants_a_daily_letter(week, reader)
    week.box.mails.clear()
    first, second = (week.open(days=7) for _ in range(2))
    late = week.play(first)
    if week.turn(second)[0] is late:
        week.play(second)  # so that both are to play somewhere
    week.go(HOUR)
    week.nothing()  # not before eight in the morning
    week.go(DAY)
    until(lambda: len(week.box.mails) == 2)
    for mail in week.box.mails:
        reader = week.readers[0 if str(mail["To"]).startswith("ada") else 1]
        text = text_of(mail)
        assert reader.said("du bist dran", "it is your turn") in text.lower()
        assert reader.said("Nicht mehr benachrichtigen", "Stop these messages") in text
        link = next(word for word in text.split() if "/table/" in word and "?key=" in word)
        _on_another_device(week, reader, link)
        stop = next(word for word in text.split() if "/stop/" in word)
        reader.page.goto(stop)
        said = reader.said("Hierhin kommt nichts mehr", "Nothing more will come here")
        expect(reader.page.get_by_test_id("stopped")).to_contain_text(said, timeout=WAIT)
    week.box.mails.clear()
    week.go(2 * DAY)
    week.nothing()


def _wants_a_daily_letter(week: Week, reader: Reader) -> None:
    page, address = reader.page, f"{reader.name.lower()}@example.org"
    for way in reader.get("/api/notices")["channels"]:
        reader.post(f"/api/notices/{way['id']}/remove")
    reader.leave()
    notices = page.get_by_test_id("notices")
    notices.get_by_text(reader.said("E-Mail", "E-mail"), exact=True).click()
    notices.get_by_label(reader.said("Adresse", "Address"), exact=True).fill(address)
    reader.press("Code schicken", "Send a code")
    until(lambda: any(str(mail["To"]) == address for mail in week.box.mails))
    code = next(word for word in text_of(week.box.mails[-1]).split() if word.isdigit())
    notices.get_by_label(reader.said("Code aus der E-Mail", "Code from the e-mail")).fill(code)
    reader.press("Bestätigen", "Confirm")
    notices.get_by_role("radio", name=reader.said("Täglich", "Daily")).check(force=True)
    until(lambda: reader.get("/api/notices")["channels"][0]["mode"] == "daily")


def _on_another_device(week: Week, reader: Reader, link: str) -> None:
    browser = reader.page.context.browser
    assert browser is not None
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(link)
    expect(page.get_by_test_id("board")).to_be_visible(timeout=WAIT)
    table = link.split("/table/")[1].split("?")[0]
    shown = page.request.get(f"{week.server.base}/api/tables/{table}").json()
    assert [shown["seats"][seat]["name"] for seat in shown["you"]["seats"]] == [reader.name]
    context.close()
