"""Messages and people: several devices of one, days that are longer, somebody who is forgotten."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from spieltisch.notices.notifier import next_digest
from spieltisch.notices.queue import Channel
from tests.notices.house import DAY, HOUR, MONDAY, Clock, Guest, House, house
from tests.notices.receivers import Browser, Receiver
from tests.notices.test_week import GAME, pushed, subscribe

BERLIN = ZoneInfo("Europe/Berlin")


async def until_bo(here: House, table: str) -> None:
    """Ada has played, and it is Bo's turn."""
    while 0 in await here.acting(table):
        await here.play(table, 0)
    assert await here.acting(table) == [1]


async def guests(here: House) -> tuple[Guest, Guest]:
    return await here.guest("Ada", "de"), await here.guest("Bo", "en")


async def test_each_device_has_its_own_choice(folder: Path) -> None:
    """A phone at once, a laptop once a day, a tablet never; and the phone not for one table."""
    service = Receiver()
    with service.running():
        async with house(folder, Clock(MONDAY + HOUR)) as here:
            _, bo = await guests(here)
            devices = [Browser(f"{service.base}/{name}") for name in ("phone", "laptop", "tablet")]
            for device in devices:
                await subscribe(bo, device)
            ids = [one["id"] for one in (await bo.call("/api/notices"))["channels"]]
            await bo.call(f"/api/notices/{ids[1]}", {"mode": "daily", "hour": 20})
            await bo.call(f"/api/notices/{ids[2]}", {"mode": "never"})
            quiet, loud = [await here.slow_table(GAME) for _ in range(2)]
            await bo.call(f"/api/tables/{quiet}/notices/{ids[0]}", {"mode": "never"})
            for table in (quiet, loud):
                await until_bo(here, table)
            await here.step()
            assert [posted.path for posted in service.posted] == ["/phone"]
            (message,) = pushed(service, devices[0])
            assert message["url"].endswith(loud)
            await here.step(DAY)
            assert [posted.path for posted in service.posted] == ["/laptop"]
            (digest,) = pushed(service, devices[1])
            assert "2" in digest["title"]  # tables in one message


async def test_whoever_is_forgotten_gets_nothing_that_was_due(folder: Path) -> None:
    service = Receiver()
    with service.running():
        async with house(folder, Clock()) as here:
            _, bo = await guests(here)
            await subscribe(bo, Browser(f"{service.base}/bo"))
            await until_bo(here, await here.slow_table(GAME))
            await here.context.notifier.step()  # it is due, and gathered for some seconds
            await bo.call("/api/me/forget", {})
            await here.step(HOUR)
            await here.step(3 * DAY)
            assert not service.posted
            assert await here.context.notifier.queue.channels([bo.id]) == []


async def test_a_message_does_not_name_whoever_was_forgotten_meanwhile(folder: Path) -> None:
    service = Receiver()
    with service.running():
        async with house(folder, Clock()) as here:
            ada, bo = await guests(here)
            browser = Browser(f"{service.base}/bo")
            await subscribe(bo, browser)
            await until_bo(here, await here.slow_table(GAME))
            await here.context.notifier.step()
            await ada.call("/api/me/forget", {})
            await here.step(HOUR)
            told = pushed(service, browser)
            assert told
            assert "Ada" not in str(told)


def daily(hour: int) -> Channel:
    by = ("id", "bo", "push")
    told = ("Phone", "de", "Europe/Berlin")
    return Channel(*by, {}, *told, hour, "daily", "http://here", 0, True, 0, None)


@pytest.mark.parametrize(
    ("day", "hours"), [((2026, 3, 28), 23), ((2026, 10, 24), 25), ((2026, 11, 17), 24)]
)
def test_a_digest_comes_at_the_same_hour_when_clocks_change(
    day: tuple[int, int, int], hours: int
) -> None:
    for hour in (0, 2, 3, 8, 23):
        channel = daily(hour)
        first = int(datetime(*day, hour, tzinfo=BERLIN).timestamp() * 1000)
        assert next_digest(first, channel) == first
        second = next_digest(first + 1, channel)
        assert next_digest(second + 1, channel) > second
        if hour > 3:
            assert second - first == hours * HOUR
            assert datetime.fromtimestamp(second / 1000, BERLIN).hour == hour
