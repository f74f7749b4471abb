"""Threads in which bots think: kernels let go of the interpreter's lock."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Threads:
    def __init__(self, count: int = 0) -> None:
        """0: one less than the machine has cores, since the tables need one."""
        self.slots = count or max(1, (os.cpu_count() or 2) - 1)
        self.pool = ThreadPoolExecutor(self.slots, thread_name_prefix="bot")

    def run(self, work: Callable[[], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self.pool, work)

    def stop(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
