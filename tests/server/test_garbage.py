"""Garbage is searched for while nobody waits."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest

from spieltisch.server import garbage


class Knot:
    """An object that refers to itself: only a search finds it."""

    def __init__(self) -> None:
        self.me = self


def test_everything_is_searched_only_when_it_is_quiet_or_very_late() -> None:
    assert not garbage.is_time(since_last=garbage.OFTEN + 1, since_event=garbage.QUIET / 2)
    assert garbage.is_time(since_last=garbage.OFTEN + 1, since_event=garbage.QUIET * 2)
    assert not garbage.is_time(since_last=garbage.OFTEN / 2, since_event=garbage.QUIET * 2)
    assert garbage.is_time(since_last=garbage.LATEST + 1, since_event=0.0)


def test_old_garbage_is_found_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK", 0.01)
    monkeypatch.setattr(garbage, "OFTEN", 0.0)
    knot = Knot()
    gc.collect()  # it grows old
    gone = asyncio.Event()

    async def wait() -> None:
        nonlocal knot
        weakref.finalize(knot, gone.set)
        del knot
        searching = asyncio.create_task(garbage.collect_forever(lambda: time.monotonic() - 60))
        await gone.wait()
        searching.cancel()

    asyncio.run(wait())
