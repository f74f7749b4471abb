"""A week at slow tables, with the clock handed in: every message, in both languages."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.notices.due import Due
from spieltisch.notices.sentences import Reader, item
from spieltisch.tables import views
from spieltisch.tables.audience import Watcher
from spieltisch.tables.problems import Problem
from tests.notices.house import DAY, HOUR, Clock, Guest, House, house
from tests.notices.receivers import Browser, Postbox, Receiver, check_vapid, text_of
from tests.server.processes import free_port

GAME = min(key for key, card in games.cards().items() if card.players[0] <= 2 <= card.players[1])
NAME = games.card(GAME).name


async def subscribe(guest: Guest, browser: Browser) -> None:
    body = {**browser.subscription(), "label": "Phone", "lang": guest.lang, "zone": "Europe/Berlin"}
    await guest.call("/api/notices/push", body)


async def confirm_mail(guest: Guest, box: Postbox, address: str) -> str:
    before = len(box.mails)
    shown = await guest.call("/api/notices/mail", {"address": address, "lang": guest.lang})
    channel = next(each for each in shown["channels"] if each["kind"] == "mail")
    assert not channel["confirmed"]
    code = next(word for word in text_of(box.mails[before]).split() if word.isdigit())
    await guest.call(f"/api/notices/{channel['id']}/confirm", {"code": code})
    return str(channel["id"])


def pushed(receiver: Receiver, browser: Browser) -> list[Any]:
    found = [browser.decrypt(posted.body) for posted in receiver.posted]
    receiver.posted.clear()
    return found


async def other_first(here: House, table: str) -> tuple[int, int]:
    """Whose turn it is, and who waits."""
    seat = (await here.acting(table))[0]
    return seat, 1 - seat


async def test_a_week(folder: Path) -> None:
    clock, port = Clock(), free_port()
    services = [Receiver(), Receiver()]
    box = Postbox()
    with services[0].running(), services[1].running(), box.running(port):
        settings = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "table@example.org"}
        async with house(folder, clock, **settings) as here:
            ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            browsers = [Browser(f"{service.base}/push/{n}") for n, service in enumerate(services)]
            for guest, browser in zip((ada, bo), browsers, strict=True):
                await subscribe(guest, browser)
            await _monday(here, services, browsers)
            await _pause(here, services, browsers)
            await _holiday(here, services, browsers)
            await _digest(here, services, browsers, box)


async def _monday(here: House, services: list[Receiver], browsers: list[Browser]) -> None:
    """Whoever begins is told; then the other; then, when time runs out, a reminder."""
    table = here.table = await here.slow_table(GAME)
    first, second = await other_first(here, table)
    await here.step()
    told = [pushed(service, browser) for service, browser in zip(services, browsers, strict=True)]
    begun = ["Das Spiel hat begonnen, und du bist dran", "The match has begun, and it is your turn"]
    only = ["Das Spiel hat begonnen", "The match has begun"]
    heard = [message["title"] for message in told[first]]
    # Whoever started the match saw that it began.
    yours = ["Du bist dran", "It is your turn"]
    assert heard in ([f"{NAME}: {begun[first]}"], [f"{NAME}: {yours[first]}"], [])
    assert [message["title"] for message in told[second]] in ([f"{NAME}: {only[second]}"], [])
    await here.play(table, first)
    while first in await here.acting(table):
        await here.play(table, first)
    await here.step()
    (message,) = pushed(services[second], browsers[second])
    assert message["title"] == [f"{NAME}: Du bist dran", f"{NAME}: It is your turn"][second]
    assert ["Ada", "Bo"][first] in message["body"]  # what changed since
    assert message["url"] == f"http://127.0.0.1:8000/table/{table}"
    assert not pushed(services[first], browsers[first])
    await here.step(HOUR)
    assert not pushed(services[second], browsers[second])  # once is enough
    await here.step(2 * DAY + 6 * HOUR)
    (reminder,) = pushed(services[second], browsers[second])
    left = [f"{NAME}: Du bist dran, noch 16 Stunden", f"{NAME}: It is your turn, 16 hours left"]
    assert reminder["title"] == left[second]
    assert reminder["id"] != message["id"]


async def _pause(here: House, services: list[Receiver], browsers: list[Browser]) -> None:
    table = here.table
    seat, other = await other_first(here, table)
    until = here.clock.at + 3 * DAY
    await here.people[seat].call(f"/api/tables/{table}/pause", {"until": until})
    await here.step()
    (asked,) = pushed(services[other], browsers[other])
    names = ["Ada", "Bo"]
    said = [
        f"{NAME}: {names[seat]} schlägt eine Pause bis",
        f"{NAME}: {names[seat]} proposes a pause until",
    ]
    assert asked["title"].startswith(said[other])
    shown = await here.people[other].call(f"/api/tables/{table}/pause/answer", {"agree": True})
    assert shown["pause"]["until"] == until
    await here.step()
    (paused,) = pushed(services[seat], browsers[seat])
    assert paused["title"].startswith([f"{NAME}: Pause bis", f"{NAME}: Paused until"][seat])
    await here.step(2 * DAY)  # the clock would have run out
    assert not pushed(services[seat], browsers[seat])
    assert (await here.acting(table))[0] == seat
    await here.step(DAY + HOUR)
    titles = [message["title"] for message in pushed(services[seat], browsers[seat])]
    ended = ["Die Pause ist zu Ende", "The pause is over"]
    left = ["noch", "left"]
    assert len(titles) == 1
    assert ended[seat] in titles[0] or left[seat] in titles[0]
    pushed(services[other], browsers[other])


async def _holiday(here: House, services: list[Receiver], browsers: list[Browser]) -> None:
    """Whoever is to play goes away for two days: their clock stands still, and nobody bothers
    them; then it goes on."""
    table = here.table
    seat, other = await other_first(here, table)
    guest = here.people[seat]
    begins = here.clock.at
    shown = await guest.call("/api/holidays", {"begins": begins, "ends": begins + 2 * DAY})
    assert shown["days_left"] == 28
    seen = await here.people[other].call(f"/api/tables/{table}")
    assert seen["seats"][seat]["away"] == [[begins, begins + 2 * DAY]]
    pushed(services[seat], browsers[seat])
    await here.step(DAY)
    assert not pushed(services[seat], browsers[seat])
    await here.play(table, seat)
    while seat in await here.acting(table):
        await here.play(table, seat)
    await here.step()
    assert len(pushed(services[other], browsers[other])) == 1


async def _digest(
    here: House, services: list[Receiver], browsers: list[Browser], box: Postbox
) -> None:
    """By mail, once a day, with all tables in one letter; and one tap stops it."""
    for guest, address in zip(here.people, ("ada@example.org", "bo@example.org"), strict=True):
        channel = await confirm_mail(guest, box, address)
        body = {"mode": "daily", "hour": 8}
        shown = await guest.call(f"/api/notices/{channel}", body)
        for each in shown["channels"]:
            if each["kind"] == "push":
                await guest.call(f"/api/notices/{each['id']}/remove", {})
    box.mails.clear()
    tables = [await here.slow_table(GAME, days=7) for _ in range(2)]
    for table in tables:
        first = (await here.acting(table))[0]
        await here.play(table, first)
        while first in await here.acting(table):
            await here.play(table, first)
    await here.step(HOUR)
    assert not box.mails  # not before eight
    await here.step(DAY)
    await here.step()
    by = {str(mail["To"]): mail for mail in box.mails}
    assert len(box.mails) == len(by), "one letter each"
    assert by, "somebody is to play"
    for address, mail in by.items():
        german = address.startswith("ada")
        text = text_of(mail)
        assert ("Nicht mehr benachrichtigen" if german else "Stop these messages") in text
        assert "?key=" in text  # opens the seat on any device
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = str(mail["List-Unsubscribe"])[1:-1]
        stopped = await here.people[0].http.post(
            link, content="List-Unsubscribe=One-Click", headers={"content-type": "text/plain"}
        )
        assert stopped.json()["mode"] == "never"
    box.mails.clear()
    await here.step(2 * DAY)
    assert not box.mails


class Eyes(Watcher):
    """A page that shows the table."""

    def __init__(self, person: str) -> None:
        super().__init__(person, "")

    def push(self, message: bytes) -> None: ...
    def turn_away(self, problem: Problem) -> None: ...


async def test_nothing_is_sent_while_somebody_looks(folder: Path) -> None:
    service = Receiver()
    with service.running():
        async with house(folder, Clock()) as here:
            _, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            browser = Browser(f"{service.base}/bo")
            await subscribe(bo, browser)
            table = await here.slow_table(GAME)
            first = (await here.acting(table))[0]
            async with here.context.rooms.room(table) as room:
                eyes = Eyes(bo.id)
                room.connections.add(eyes)
                if first == 0:
                    await here.play(table, 0)
                await here.step()
                assert not service.posted
                room.turn_eyes(eyes, visible=False)  # the tab is in the background
                for seat in (1, 0):
                    while seat in await here.acting(table):
                        await here.play(table, seat)
                await here.step()
                told = [browser.decrypt(posted.body)["title"] for posted in service.posted]
                assert len(told) == 1
                room.connections.discard(eyes)


async def test_a_long_absence_is_a_number_of_turns_and_the_latest_of_them(folder: Path) -> None:
    async with house(folder, Clock()) as here:
        ada, _ = await here.guest("Ada", "de"), await here.guest("Bo", "en")
        table = await here.slow_table(GAME)
        for _ in range(30):
            for seat in await here.acting(table):
                await here.play(table, seat)
        async with here.context.rooms.room(table) as room:
            due = [Due("turn", room.table.n, 0)]
            told = {
                lang: item(room.table, ada.id, due, 0, 0, Reader(lang, UTC, "http://here")).changed
                for lang in ("de", "en")
            }
            log = views.log(room.table, 0)
            theirs = [line for line in log if line["kind"] == "turn" and line["seat"] == 1]
    for lang, first in (
        ("de", f"{len(theirs)} Züge, seit du da warst. Die letzten:"),
        ("en", f"{len(theirs)} turns since you were here. The latest:"),
    ):
        latest = [line[lang] for line in theirs[-3:]]
        assert told[lang] == [first, *latest]


async def test_a_dead_subscription_is_dropped_and_a_failing_one_tried_again(folder: Path) -> None:
    service, hook = Receiver(status=500), Receiver(status=500)
    with service.running(), hook.running():
        async with house(folder, Clock()) as here:
            _, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            await subscribe(bo, Browser(f"{service.base}/bo"))
            await bo.call("/api/notices/hook", {"url": f"{hook.base}/in", "lang": "en"})
            table = await here.slow_table(GAME)
            if (await here.acting(table))[0] == 0:
                await here.play(table, 0)
            await here.step()
            assert (len(service.posted), len(hook.posted)) == (1, 1)
            await here.step(10_000)
            assert (len(service.posted), len(hook.posted)) == (1, 1)  # it waits
            service.status, hook.status = 410, 204
            await here.step(40_000)
            assert (len(service.posted), len(hook.posted)) == (2, 2)
            ids = {posted.headers["idempotency-key"] for posted in hook.posted}
            assert len(ids) == 1  # whoever got it twice can tell
            shown = await bo.call("/api/notices")
            assert [each["kind"] for each in shown["channels"]] == ["hook"]
            claims = check_vapid(service.posted[0], shown["key"], service.base)
            assert claims["exp"] > here.clock.at // 1000


async def test_what_is_new_does_not_hide_in_a_message_that_may_have_arrived(folder: Path) -> None:
    """Whoever has seen an id does not look at it again: so what was tried is sent as it was, and
    what became due meanwhile in a message of its own."""
    hook = Receiver(status=500)
    with hook.running():
        async with house(folder, Clock()) as here:
            _, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            await bo.call("/api/notices/hook", {"url": f"{hook.base}/in", "lang": "en"})
            tables = [await here.slow_table(GAME)]
            await here.step()
            assert len(hook.posted) == 1
            tables.append(await here.slow_table(GAME))
            hook.status = 204
            await here.step(40_000)
            await here.step()
    told = [posted.json() for posted in hook.posted]
    assert [[item["table"] for item in said["tables"]] for said in told] == [
        tables[:1], tables[:1], tables[1:]
    ]  # fmt: skip
    assert told[0]["id"] == told[1]["id"] != told[2]["id"]
