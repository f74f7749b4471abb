"""Reviews of finished matches: made in the background, in slices between the bots' thoughts, and
kept with the match, so that each is made once."""

from __future__ import annotations

import logging
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from spieltisch.matches.match import Match
from spieltisch.review.review import VERSION
from spieltisch.review.reviewer import Reviewer, reviewer_of
from spieltisch.tables.problems import Problem
from spieltisch.tables.thinking import Limit, Thinking

SLICE = 0.25  # seconds of work between two looks at who else wants to think
AT_ONCE = 200  # reviews that wait or are being made,
OF_ONE = 4  # and of those, asked for by one person,
OF_ADDRESS = 40  # and by all of one address

log = logging.getLogger("spieltisch.reviews")


class Shelf(Protocol):
    """Where reviews are kept."""

    async def review(self, match: str, version: int) -> dict[str, Any] | None: ...
    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None: ...


class Background(Protocol):
    def __call__(self, work: Coroutine[Any, Any, Any]) -> None: ...


@dataclass
class UnderWay:
    """A review that waits or is being made."""

    who: str
    begun: bool = False
    progress: float = 0.0
    watched: bool = field(default=True)

    def json(self) -> dict[str, Any]:
        state = "working" if self.begun else "waiting"
        return {"state": state, "progress": self.progress, "review": None}


NONE: dict[str, Any] = {"state": "none", "progress": 0.0, "review": None}


class Reviews:
    """All reviews of a process."""

    def __init__(self, shelf: Shelf, thinking: Thinking, spawn: Background) -> None:
        self.shelf, self.thinking, self.spawn = shelf, thinking, spawn
        self.under_way: dict[str, UnderWay] = {}

    async def find(self, table: str) -> dict[str, Any]:
        """The review of a match, how far it is, or that nobody has asked for it yet."""
        if table in self.under_way:
            return self.under_way[table].json()
        kept = await self.shelf.review(table, VERSION)
        if kept is not None:
            return {"state": "done", "progress": 1.0, "review": kept}
        return NONE

    async def ask(self, table: str, match: Match, who: str) -> dict[str, Any]:
        """The same; begins it if nobody has yet. `who`: on whose account the work goes."""
        found = await self.find(table)
        if found["state"] != "none" or table in self.under_way:
            return found if table not in self.under_way else self.under_way[table].json()
        asking = [each.who for each in self.under_way.values()]
        origin = self.thinking.origins.of
        near = sum(origin(each) == origin(who) for each in asking)
        if len(asking) >= AT_ONCE or asking.count(who) >= OF_ONE or near >= OF_ADDRESS:
            raise Problem("rate/limited", wait=10)
        self.under_way[table] = UnderWay(who)
        self.spawn(self._make(table, match, who))
        return self.under_way[table].json()

    async def _make(self, table: str, match: Match, who: str) -> None:
        """Slice by slice, behind everybody who waits for a bot."""
        try:
            said = await self._work(table, match, who, self.under_way[table])
            await self.shelf.keep_review(table, VERSION, said)
        except Exception:
            log.exception("a review failed", extra={"table": table})
        finally:
            del self.under_way[table]

    async def _work(self, table: str, match: Match, who: str, state: UnderWay) -> dict[str, Any]:
        work, _ = await self.thinking.think(
            who, table, lambda: False, lambda limit: reviewer_of(match)
        )
        steps = work.steps()
        while state.progress < 1.0:
            asked = who, table, lambda: False, lambda limit: review_slice(steps, limit)
            state.progress, _ = await self.thinking.think(*asked)
            state.begun = True
        return await self._said(work, who, table)

    async def _said(self, work: Reviewer, who: str, table: str) -> dict[str, Any]:
        said, _ = await self.thinking.think(
            who, table, lambda: False, lambda limit: work.result().json()
        )
        return said


def review_slice(steps: Iterator[float], limit: Limit) -> float:
    """Works for a while; at least one step, so that it ends under any load."""
    began = time.perf_counter()
    share = next(steps, 1.0)
    while share < 1.0 and not limit.cancelled.is_set() and time.perf_counter() - began < SLICE:
        share = next(steps, 1.0)
    return share
