"""What services get who take webhooks, and what one chooses for a single table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.notices.house import DAY, HOUR, Clock, House, house
from tests.notices.receivers import Browser, Posted, Receiver
from tests.notices.test_week import GAME, NAME, pushed, subscribe

MISCHIEF = "Ada <b>&@here"  # a name that others might read as an order


async def play_until(here: House, table: str, seat: int) -> None:
    """Until it is the turn of that seat."""
    while (await here.acting(table))[0] != seat:
        await here.play(table, (await here.acting(table))[0])


async def hooked(folder: Path, shape: str) -> tuple[Posted, str]:
    """What a webhook of that shape gets when it is the turn of Bo; and the table."""
    hook = Receiver()
    with hook.running():
        async with house(folder, Clock()) as here:
            await here.guest(MISCHIEF, "de")
            bo = await here.guest("Bo", "en")
            body = {"url": f"{hook.base}/folder/topic?a=b", "shape": shape, "lang": "en"}
            await bo.call("/api/notices/hook", body)
            table = await here.slow_table(GAME)
            await here.step()
            hook.posted.clear()  # that it has begun
            await play_until(here, table, 0)
            await play_until(here, table, 1)
            await here.step()
    (posted,) = hook.posted
    assert posted.headers["content-type"] == "application/json"
    assert len(posted.headers["idempotency-key"]) == 24
    return posted, f"http://127.0.0.1:8000/table/{table}"


def check_discord(posted: Posted, link: str) -> None:
    """https://discord.com/developers/docs/resources/webhook#execute-webhook"""
    said = posted.json()
    assert posted.path == "/folder/topic?a=b"
    assert set(said) == {"content", "username", "allowed_mentions"}
    assert said["allowed_mentions"] == {"parse": []}  # a name rings nobody up
    assert len(said["content"]) <= 2000
    assert said["content"].startswith(f"{NAME}: It is your turn\n")
    assert link in said["content"]
    assert "Stop these messages: http://127.0.0.1:8000/stop/" in said["content"]


def check_slack(posted: Posted, link: str) -> None:
    """https://api.slack.com/messaging/webhooks: text, in which three letters are special."""
    said = posted.json()
    assert set(said) == {"text"}
    assert "Ada &lt;b&gt;&amp;@here" in said["text"]
    assert "<" not in said["text"]
    assert link in said["text"]


def check_matrix(posted: Posted, link: str) -> None:
    """https://matrix-org.github.io/matrix-hookshot/latest/setup/webhooks.html"""
    said = posted.json()
    assert set(said) == {"text", "html", "username"}
    assert MISCHIEF in said["text"]
    assert "Ada &lt;b&gt;&amp;@here" in said["html"]
    assert f'<a href="{link}">Open the table</a>' in said["html"]
    assert link in said["text"]


def check_ntfy(posted: Posted, link: str) -> None:
    """https://docs.ntfy.sh/publish/#publish-as-json: at the root, with the topic in the body."""
    said = posted.json()
    assert posted.path == "/folder/"
    assert said["topic"] == "topic"
    assert said["title"] == f"{NAME}: It is your turn"
    assert said["click"] == link
    view, stop = said["actions"]
    assert (view["action"], view["label"], view["url"]) == ("view", "Open the table", link)
    assert (stop["action"], stop["method"]) == ("http", "POST")
    assert stop["url"].startswith("http://127.0.0.1:8000/api/stop/")


def check_json(posted: Posted, link: str) -> None:
    said = posted.json()
    assert said["id"] == posted.headers["idempotency-key"]
    assert (said["lang"], said["url"]) == ("en", link)
    (item,) = said["tables"]
    assert item["headline"] == "It is your turn"
    assert item["waits"]
    assert item["ask"]
    assert any(MISCHIEF in line for line in item["changed"])


@pytest.mark.parametrize(
    ("shape", "check"),
    [
        ("json", check_json),
        ("ntfy", check_ntfy),
        ("matrix", check_matrix),
        ("discord", check_discord),
        ("slack", check_slack),
    ],
)
async def test_a_service_gets_what_it_reads(folder: Path, shape: str, check: Any) -> None:
    posted, link = await hooked(folder, shape)
    check(posted, link)
    assert "key=" not in posted.body.decode()  # others may read along


async def test_each_table_may_have_a_choice_of_its_own(folder: Path) -> None:
    """At once for all, never for one, once a day for another; and back to what holds for all."""
    service = Receiver()
    with service.running():
        async with house(folder, Clock()) as here:
            await here.guest("Ada", "de")
            bo = await here.guest("Bo", "en")
            browser = Browser(f"{service.base}/bo")
            await subscribe(bo, browser)
            (channel,) = (await bo.call("/api/notices"))["channels"]
            usual, never, daily = [await here.slow_table(GAME, days=7) for _ in range(3)]
            for table, mode in ((never, "never"), (daily, "daily")):
                path = f"/api/tables/{table}/notices/{channel['id']}"
                shown = await bo.call(path, {"mode": mode})
                assert shown["modes"] == [{"channel": channel["id"], "mode": mode}]
            await here.step()
            pushed(service, browser)
            for table in (usual, never, daily):
                await play_until(here, table, 0)
                await play_until(here, table, 1)
            await here.step()
            (at_once,) = pushed(service, browser)
            assert at_once["url"].endswith(usual)
            await here.step(HOUR)
            assert not pushed(service, browser)
            await here.step(DAY)
            (digest,) = pushed(service, browser)  # at eight in the morning, in Berlin
            assert digest["url"].endswith(daily)
            await bo.call(f"/api/tables/{never}/notices/{channel['id']}", {"mode": None})
            await here.step()
            (late,) = pushed(service, browser)
            assert late["url"].endswith(never)
            stranger = await here.guest("Cleo", "en")
            refused = await stranger.call(f"/api/tables/{usual}/notices", status=403)
            assert refused["code"] == "seat/not-yours"
