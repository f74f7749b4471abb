"""When groups of events are written, and in which order those who wait are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from spieltisch.store.batches import AT_ONCE, Answers
from spieltisch.store.pace import APART, LULL, Pace


class Waits:
    """Takes down for how long somebody waits; a clock that goes on only meanwhile."""

    def __init__(self) -> None:
        self.now, self.long, self.events = 1000.0, list[float](), 0
        self.arriving: Iterator[int] = iter(())

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        if seconds:
            self.long.append(seconds)
        self.events += next(self.arriving, 0)

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    found = Waits()
    monkeypatch.setattr("spieltisch.store.pace.asyncio.sleep", found.sleep)
    monkeypatch.setattr("spieltisch.store.pace.time.monotonic", found.monotonic)
    return found


async def gathered(waits: Waits, last: int) -> list[float]:
    """The waits before the next transaction, begun right after one with so many events."""
    found = Pace(lambda: waits.events)
    found.begin(last)
    await found.gather()
    return waits.long


async def test_whoever_comes_after_a_pause_waits_for_nothing(waits: Waits) -> None:
    found = Pace(lambda: 1)
    found.begin(1)
    waits.now += APART
    await found.gather()
    assert waits.long == []


async def test_half_of_the_last_group_is_enough_while_nobody_else_comes(waits: Waits) -> None:
    waits.events = 5
    assert await gathered(waits, 10) == []


async def test_fewer_wait_for_a_lull(waits: Waits) -> None:
    waits.events = 4
    assert await gathered(waits, 10) == [LULL]


async def test_one_alone_waits_for_a_lull(waits: Waits) -> None:
    """Else each of many tables where people think would have a transaction of its own."""
    waits.events = 1
    assert await gathered(waits, 1) == [LULL]


async def test_while_more_come_they_are_gathered(waits: Waits) -> None:
    waits.events, waits.arriving = 5, iter([0, 1, 0, 1, 0, 0])
    await gathered(waits, 10)
    assert (waits.events, waits.long) == (7, [])


async def test_nobody_waits_longer_than_the_pace(waits: Waits) -> None:
    def trickle() -> Iterator[int]:
        while True:  # one during each lull, never half as many as last time
            yield from (0, 0, 1)

    waits.arriving = trickle()
    assert sum(await gathered(waits, 1000)) == pytest.approx(APART)


async def test_others_have_a_turn_before_all_are_told() -> None:
    loop, told = asyncio.get_running_loop(), list[str]()
    waiting = [loop.create_future() for _ in range(3 * AT_ONCE)]
    for n, done in enumerate(waiting):
        done.add_done_callback(lambda _, n=n: told.append(str(n)))  # type: ignore[misc]
    waiting[1].cancel()
    answers = Answers()
    answers.give(waiting[: 2 * AT_ONCE], [True] * 2 * AT_ONCE)
    loop.call_soon(told.append, "another")
    answers.give(waiting[2 * AT_ONCE :], [False] * AT_ONCE)
    await answers.given()
    await asyncio.sleep(0)
    assert told.index("another") < told.index(str(2 * AT_ONCE - 1))
    numbers = [int(one) for one in told if one != "another" and one != "1"]
    assert numbers == [0, *range(2, 3 * AT_ONCE)]
    assert [one.result() for one in waiting[AT_ONCE:]] == [True] * AT_ONCE + [False] * AT_ONCE
