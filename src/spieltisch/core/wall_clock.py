"""The clock of this process. Everything that asks for the time asks here, so that a test can hand
in another clock and live through a week at once."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], int]  # milliseconds since 1970


def _real() -> int:
    return time.time_ns() // 1_000_000


_clock: Clock = _real


def now() -> int:
    """Milliseconds since 1970."""
    return _clock()


def use(clock: Clock | None) -> None:
    """From now on this clock is asked; None: the machine's own."""
    global _clock
    _clock = clock or _real
