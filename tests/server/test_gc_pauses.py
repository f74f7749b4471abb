"""Garbage is searched for while nobody waits."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
import weakref
from pathlib import Path

import pytest

from spieltisch.server import gc_pauses


class Knot:
    """An object that refers to itself: only a search finds it."""

    def __init__(self) -> None:
        self.me = self


def test_everything_is_searched_only_when_it_is_quiet_or_very_late() -> None:
    assert not gc_pauses.is_time(since_last=gc_pauses.OFTEN + 1, since_event=gc_pauses.QUIET / 2)
    assert gc_pauses.is_time(since_last=gc_pauses.OFTEN + 1, since_event=gc_pauses.QUIET * 2)
    assert not gc_pauses.is_time(since_last=gc_pauses.OFTEN / 2, since_event=gc_pauses.QUIET * 2)
    assert gc_pauses.is_time(since_last=gc_pauses.LATEST + 1, since_event=0.0)


def test_where_it_is_never_quiet_garbage_grows_only_so_far() -> None:
    """200,000 messages without a pause left 180 MB of it."""
    grown = gc_pauses.GROWN + 1
    assert gc_pauses.is_time(gc_pauses.OFTEN + 1, since_event=0.0, grown=grown)
    assert not gc_pauses.is_time(gc_pauses.OFTEN + 1, since_event=0.0, grown=grown // 2)
    assert not gc_pauses.is_time(gc_pauses.OFTEN - 1, since_event=0.0, grown=grown)


def test_what_was_freed_goes_back_to_the_system() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    if sys.platform != "linux":  # elsewhere it does so by itself
        assert not gc_pauses.give_back()
        return
    pieces = [bytes(3000) for _ in range(30_000)]  # too large for Python's own, too small for mmap
    last = bytes(3000)  # keeps the end of the heap in use
    full = resident()
    del pieces
    gc_pauses.give_back()
    assert resident() < full - (40 << 20), last[:1]


def test_old_garbage_is_found_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_pauses, "LOOK", 0.01)
    monkeypatch.setattr(gc_pauses, "OFTEN", 0.0)
    knot = Knot()
    gc.collect()  # it grows old
    gone = asyncio.Event()

    async def wait() -> None:
        nonlocal knot
        weakref.finalize(knot, gone.set)
        del knot
        searching = asyncio.create_task(gc_pauses.collect_forever(lambda: time.monotonic() - 60))
        await gone.wait()
        searching.cancel()

    asyncio.run(wait())
