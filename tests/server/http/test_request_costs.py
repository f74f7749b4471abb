"""Requests are counted by what they cost, and pictures and reviews by whoever asks for them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from spieltisch.matches.match import Match
from spieltisch.server import limits
from spieltisch.server.http import picture_queue
from spieltisch.server.http.middleware import Guard
from spieltisch.server.http.picture_queue import PictureQueue
from spieltisch.server.http.request_costs import COST, Cost, metered
from spieltisch.server.metrics import Metrics
from spieltisch.server.settings import Settings
from spieltisch.server.threads import Threads
from spieltisch.tables import reviews
from spieltisch.tables.problems import Problem
from spieltisch.tables.reviews import Reviews
from spieltisch.tables.thinking import Thinking


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def test_what_is_computed_costs_and_waiting_does_not() -> None:
    async def work() -> int:
        burn(0.02)
        await asyncio.sleep(0.2)
        with pytest.raises(TimeoutError):  # what is thrown at a wait arrives there
            async with asyncio.timeout(0.01):
                await asyncio.sleep(60)
        burn(0.02)
        return 7

    cost = Cost()
    assert await metered(work(), cost) == 7
    assert 0.04 <= cost.seconds < 0.15


async def answered(guard: Guard, address: str, path: str = "/api/slow") -> int:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [(b"host", b"127.0.0.1")],
        "client": (address, 1),
    }
    said = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        said.append(message)

    await guard(scope, receive, send)
    return int(said[0]["status"])


async def test_whoever_asks_for_what_takes_long_waits_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "COST", (0.001, 0.05))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        burn(0.02)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    guard = Guard(app, Settings(), Metrics())
    codes = [await answered(guard, "192.0.2.1") for _ in range(6)]
    assert codes[0] == 200
    assert codes[-1] == 429
    assert 2 <= codes.count(200) <= 3
    assert await answered(guard, "192.0.2.2") == 200
    pages = [await answered(guard, "192.0.2.2", "/replay/abc") for _ in range(6)]
    assert pages[-1] == 429, "what a page says of itself may take as long as any request"
    assert await answered(guard, "192.0.2.2", "/healthz") == 200


async def test_a_picture_is_drawn_once_and_only_some_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    hold, drawn = threading.Event(), []

    def work() -> bytes:
        hold.wait(30)
        drawn.append(1)
        return b"png"

    cost, pool = Cost(), PictureQueue()
    request = Request({"type": "http", COST: cost})
    waiting = [
        asyncio.create_task(pool.draw(request, f"p{n}", work)) for n in range(picture_queue.WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Problem):
        await pool.draw(request, "another", work)
    hold.set()
    await asyncio.gather(*waiting)
    before = len(drawn)
    assert await pool.draw(request, "p0", work) == b"png"
    assert len(drawn) == before
    assert cost.seconds > 0.0
    pool.stop()


class Shelf:
    async def review(self, match: str, version: int) -> None:
        return None

    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None: ...


@pytest.fixture
def threads() -> Iterator[Threads]:
    found = Threads(1)
    yield found
    found.stop()


async def test_one_person_has_only_some_reviews_at_a_time(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred would else keep everybody else from asking."""
    hold, tasks = threading.Event(), []
    monkeypatch.setattr(reviews, "reviewer_of", lambda match: hold.wait(30))
    found = Reviews(
        Shelf(), Thinking(threads), lambda work: tasks.append(asyncio.create_task(work))
    )
    match: Match = object()  # type: ignore[assignment]
    for n in range(reviews.OF_ONE):
        await found.ask(f"t{n}", match, "ada")
    with pytest.raises(Problem):
        await found.ask("another", match, "ada")
    assert (await found.ask("another", match, "bo"))["state"] == "waiting"
    hold.set()
    await asyncio.gather(*tasks)


async def test_one_address_has_only_some_reviews_however_many_guests_it_is(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold, tasks = threading.Event(), []
    monkeypatch.setattr(reviews, "reviewer_of", lambda match: hold.wait(30))
    thinking = Thinking(threads)
    found = Reviews(Shelf(), thinking, lambda work: tasks.append(asyncio.create_task(work)))
    match: Match = object()  # type: ignore[assignment]
    for n in range(reviews.OF_ADDRESS):
        thinking.origins.note(f"guest{n}", "192.0.2.1")
        await found.ask(f"t{n}", match, f"guest{n}")
    thinking.origins.note("one more", "192.0.2.1")
    with pytest.raises(Problem):
        await found.ask("another", match, "one more")
    assert (await found.ask("another", match, "bo"))["state"] == "waiting"
    hold.set()
    await asyncio.gather(*tasks)
