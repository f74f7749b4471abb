"""One person's odd, slow or hanging addresses are nobody else's business."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from spieltisch.notices import sending_slots, sentences
from spieltisch.notices.sending_slots import SendingSlots
from spieltisch.server.http import routes_notices
from spieltisch.server.limits import Limiter
from tests.notices.house import DAY, Clock, Guest, House, house
from tests.notices.receivers import Browser, Postbox, Receiver, text_of
from tests.notices.test_week import GAME, subscribe
from tests.server.processes import free_port

SLOW = 3.0  # seconds


async def both_are_due(here: House) -> None:
    """At one table it is the turn of one of them, at another table the other's."""
    first = (await here.acting(await here.slow_table(GAME)))[0]
    table = await here.slow_table(GAME)
    while 1 - first not in (acting := await here.acting(table)):
        await here.play(table, acting[0])


async def hooked(guest: Guest, url: str, **more: Any) -> None:
    await guest.call("/api/notices/hook", {"url": url, "lang": "en", **more})


async def test_a_time_zone_that_does_not_exist_is_the_worlds(folder: Path) -> None:
    service, hook = Receiver(), Receiver()
    with service.running(), hook.running():
        async with house(folder, Clock()) as here:
            ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            await hooked(ada, f"{hook.base}/in", zone="Mars/Base")
            await subscribe(bo, Browser(f"{service.base}/bo"))
            await both_are_due(here)
            await here.step()
            assert hook.posted
            assert service.posted


async def test_a_message_that_cannot_be_written_stops_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one unreadable table stops no other table."""
    service, hook = Receiver(), Receiver()
    written = sentences.item

    def item(table: Any, person: str, *more: Any) -> Any:
        assert person != ada.id, "a fault that nobody has thought of"
        return written(table, person, *more)

    monkeypatch.setattr(sentences, "item", item)
    with service.running(), hook.running():
        async with house(folder, Clock()) as here:
            ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            await hooked(ada, f"{hook.base}/in")
            await subscribe(bo, Browser(f"{service.base}/bo"))
            await both_are_due(here)
            await here.step()
            assert service.posted
            assert not hook.posted
            (way,) = (await ada.call("/api/notices"))["channels"]
            assert way["trouble"]


async def test_addresses_that_let_everybody_wait_let_nobody_else_wait(folder: Path) -> None:
    """Bo's messages arrive while Ada's twelve webhooks take their time."""
    service, slow = Receiver(), Receiver(slow=SLOW)
    with service.running(), slow.running():
        async with house(folder, Clock()) as here:
            ada, bo = await here.guest("Ada", "de"), await here.guest("Bo", "en")
            for n in range(12):
                await hooked(ada, f"{slow.base}/{n}")
            await subscribe(bo, Browser(f"{service.base}/bo"))
            office = here.context.notifier
            await both_are_due(here)
            await office._look()
            here.clock.go(6_000)
            await office._send_due()
            began = time.monotonic()
            while not service.posted:
                await asyncio.sleep(0.02)
            assert time.monotonic() - began < SLOW or len(slow.posted) <= 1
            assert len(slow.posted) <= 1  # of one person, one at a time


async def test_ways_that_work_have_places_of_their_own() -> None:
    places, hold = SendingSlots(), asyncio.Event()

    async def wait(_: str) -> bool:
        await hold.wait()
        return True

    async def arrive(_: str) -> bool:
        return True

    await places.send(("good", "bo"), arrive)
    waiting = []
    for n in range(sending_slots.OTHER):
        assert places.has_room((f"w{n}", f"p{n}"))
        assert not places.has_room((f"w{n}", "p0")) or n == 0
        waiting.append(asyncio.create_task(places.send((f"w{n}", f"p{n}"), wait)))
        await asyncio.sleep(0)
    assert not places.has_room(("w9", "p9"))
    assert places.has_room(("good", "bo"))
    hold.set()
    await asyncio.gather(*waiting)
    assert places.has_room(("w9", "p9"))


async def test_names_that_nobody_looks_up_in_time_hold_up_neither_health_nor_pictures(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server of an attacker need not answer: threads that all share would be used up."""
    answer, found = threading.Event(), socket.getaddrinfo

    def names(host: str, *args: Any, **more: Any) -> Any:
        if str(host).endswith("slow.example"):
            answer.wait(60)
        return found(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", names)
    async with house(folder, Clock()) as here:
        ada = await here.guest("Ada", "de")
        asked = [
            asyncio.create_task(
                ada.http.post("/api/notices/hook", json={"url": f"https://{n}.slow.example/"})
            )
            for n in range(40)
        ]
        await asyncio.sleep(0.2)
        async with asyncio.timeout(30):
            assert (await ada.http.get("/healthz")).status_code == 200
            preview = await ada.http.get(f"/api/preview.png?game={GAME}")
            assert preview.status_code == 200
        refused = [task for task in asked if task.done()]
        assert len(refused) >= 24  # all places are taken: told so at once
        answer.set()
        codes = {answer.json()["code"] for answer in await asyncio.gather(*asked)}
        assert codes == {"notice/address"}


async def test_a_code_cannot_be_guessed_by_many_tries_at_once(folder: Path) -> None:
    box, port = Postbox(), free_port()
    settings = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "table@example.org"}
    with box.running(port):
        async with house(folder, Clock(), **settings) as here:
            ada = await here.guest("Ada", "de")
            shown = await ada.call("/api/notices/mail", {"address": "ada@example.org"})
            path = f"/api/notices/{shown['channels'][0]['id']}/confirm"
            right = next(word for word in text_of(box.mails[0]).split() if word.isdigit())
            wrong = f"{(int(right) + 1) % 10**6:06}"
            tries = [ada.http.post(path, json={"code": wrong}) for _ in range(12)]
            assert {answer.status_code for answer in await asyncio.gather(*tries)} == {409}
            found = await ada.call(path, {"code": right}, 409)  # they were counted
            assert found["code"] == "notice/code"


async def test_many_guests_of_one_network_cannot_write_to_everybody(folder: Path) -> None:
    """A guest costs nothing, so letters with codes are counted by network, too."""
    box, port = Postbox(), free_port()
    settings = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "table@example.org"}
    with box.running(port):
        async with house(folder, Clock(), **settings) as here:
            here.context.letters = Limiter(1 / 3600, 3)
            codes = []
            for n in range(5):
                guest = await here.guest(f"Guest {n}", "en")
                body = {"address": f"victim{n}@example.org"}
                codes.append((await guest.http.post("/api/notices/mail", json=body)).status_code)
            assert codes == [200, 200, 200, 429, 429]
            assert len(box.mails) == 3


async def test_holidays_that_end_at_once_are_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take no days, but each is a row, and an event at every slow table."""
    monkeypatch.setattr(routes_notices, "MOST_HOLIDAYS", 2)
    clock = Clock()
    async with house(folder, clock) as here:
        ada = await here.guest("Ada", "de")
        for _ in range(2):
            wanted = {"begins": clock(), "ends": clock() + DAY}
            shown = await ada.call("/api/holidays", wanted)
            clock.go(1000)
            await ada.call(f"/api/holidays/{shown['holidays'][0]['id']}/end", {})
            clock.go(1000)
        await ada.call("/api/holidays", {"begins": clock(), "ends": clock() + DAY}, 422)
