"""Draws pictures for requests: one after the other, each once, and on the asker's account."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request

from spieltisch.server.http.request_costs import charge, timed
from spieltisch.tables.problems import Problem

KEPT = 64  # pictures of some 100 kB
WAITING = 8


class PictureQueue:
    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="picture")
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.waiting = 0

    async def draw(self, request: Request, name: Hashable, work: Callable[[], bytes]) -> bytes:
        """The picture of this name; `work` makes it."""
        if name in self.kept:
            self.kept.move_to_end(name)
            return self.kept[name]
        if self.waiting >= WAITING:
            raise Problem("rate/limited", wait=2)
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            made, seconds = await loop.run_in_executor(self.pool, timed, work)
        finally:
            self.waiting -= 1
        charge(request, seconds)
        self.kept[name] = made
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return made

    def stop(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
