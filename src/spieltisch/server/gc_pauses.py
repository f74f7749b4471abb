"""When Python looks for garbage: all of it only while nobody waits.

Among the objects of 1,000 live tables a full search takes half a second, during which no turn is
answered, and by itself Python searches in the middle of play. Young objects, which are most of the
garbage, are still searched as they come. Where it is never quiet, old garbage may grow only so far;
and while it is, what was freed goes back to the system, which C's `free` leaves to somebody else.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Callable

NEVER = 1_000_000_000
YOUNG = (2_000, NEVER, NEVER)  # new objects, and nothing else by itself
LOOK = 5.0  # seconds between two looks at whether it is quiet
QUIET = 1.0  # seconds without an event or a newcomer
LATEST = 300.0  # seconds after which everything is searched even in the middle of play
OFTEN = 30.0  # seconds between two full searches at least
GROWN = 1_000_000  # blocks of memory, some 100 MB, that were added since the last one


def begin() -> None:
    """What has been loaded stays: it is never searched again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


def is_time(since_last: float, since_event: float, grown: int = 0) -> bool:
    often = since_last > OFTEN and (since_event > QUIET or grown > GROWN)
    return since_last > LATEST or often


def give_back() -> bool:
    """Whether anything went back to the system; only Linux has to be asked for it."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    return bool(trim(0))


async def collect_forever(last_event: Callable[[], float]) -> None:
    """`last_event` says when, by the monotonic clock, something happened at a table."""
    searched, blocks = time.monotonic(), sys.getallocatedblocks()
    while True:
        await asyncio.sleep(LOOK)
        now = time.monotonic()
        if is_time(now - searched, now - last_event(), sys.getallocatedblocks() - blocks):
            gc.collect()
            if now - last_event() > QUIET:
                give_back()
            searched, blocks = time.monotonic(), sys.getallocatedblocks()
