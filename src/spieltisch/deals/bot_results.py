"""Bots play a deal, too: their results stand in its list, and are kept.

Whole matches take seconds. They are played a few turns at a time, behind everybody who waits for a
bot, and only for deals that people play: looking through the days of a year costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterator
from typing import Any, Protocol

from spieltisch.bots import base
from spieltisch.deals.database import DealDatabase
from spieltisch.deals.deal import MARKS, Deal
from spieltisch.deals.deal_tables import mark_steps
from spieltisch.tables.thinking import Limit, Thinking

SLICE = 0.25  # seconds of work between two looks at who else wants to think
AT_ONCE = 20  # deals that wait or are being played

Result = tuple[int, int]


class Background(Protocol):
    def __call__(self, work: Coroutine[Any, Any, Any]) -> None: ...


class Marks:
    """All marks that a process is making."""

    def __init__(self, deals: DealDatabase, thinking: Thinking, spawn: Background) -> None:
        self.deals, self.thinking, self.spawn = deals, thinking, spawn
        self.under_way: set[str] = set()

    def want(self, deal: Deal, known: dict[str, Result], played: bool) -> None:
        """Begins what is missing; whoever looks later finds it. `played`: somebody has finished
        the deal, or still can."""
        missing = [level for level in MARKS if level not in known and level in base.BOTS]
        busy = deal.id in self.under_way or len(self.under_way) >= AT_ONCE
        if missing and played and not busy and deal.kind != "cup":
            self.under_way.add(deal.id)
            self.spawn(self._make(deal, missing))

    async def _make(self, deal: Deal, levels: list[str]) -> None:
        try:
            for level in levels:
                score, rank = await self._play(deal, level)
                await self.deals.keep_mark(deal.id, level, score, rank)
        finally:
            self.under_way.discard(deal.id)

    async def _play(self, deal: Deal, level: str) -> Result:
        steps, found = mark_steps(deal, level), list[Result]()
        going_on = True
        while going_on:
            going_on, _ = await self.thinking.think(
                deal.person or "days",
                deal.id,
                lambda: False,
                lambda limit: _slice(steps, found, limit),
            )
        return found[-1]


def _slice(steps: Iterator[Result], found: list[Result], limit: Limit) -> bool:
    """Plays for a while, at least one turn; whether the match goes on."""
    began = time.perf_counter()
    while (result := next(steps, None)) is not None:
        found.append(result)
        if limit.cancelled.is_set() or time.perf_counter() - began > SLICE:
            return True
    return False
