"""When Python looks for garbage: all of it only while nobody waits.

Among the objects of 1,000 live tables a full search takes half a second, during which no turn is
answered, and by itself Python searches in the middle of play. Young objects, which are most of the
garbage, are still searched as they come.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

NEVER = 1_000_000_000
YOUNG = (2_000, NEVER, NEVER)  # new objects, and nothing else by itself
LOOK = 5.0  # seconds between two looks at whether it is quiet
QUIET = 1.0  # seconds without an event or a newcomer
LATEST = 300.0  # seconds after which everything is searched even in the middle of play
OFTEN = 30.0  # seconds between two full searches at least


def begin() -> None:
    """What has been loaded stays: it is never searched again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


def is_time(since_last: float, since_event: float) -> bool:
    return since_last > LATEST or (since_last > OFTEN and since_event > QUIET)


async def collect_forever(last_event: Callable[[], float]) -> None:
    """`last_event` says when, by the monotonic clock, something happened at a table."""
    searched = time.monotonic()
    while True:
        await asyncio.sleep(LOOK)
        now = time.monotonic()
        if is_time(now - searched, now - last_event()):
            gc.collect()
            searched = time.monotonic()
