"""Storage in memory: for a browser's worker, for tests, and for tables that nobody keeps.

A subclass that also keeps events elsewhere (IndexedDB) overrides `keep`; `restore` brings back what
was kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from spieltisch.tables.storage import ASIDE, Event, Opening, Summary


@dataclass
class Kept:
    """A table with its events."""

    game: str
    seed: str
    created: int
    status: str = "open"
    n: int = 1
    due: int | None = None
    updated: int = 0
    public: bool = False
    events: list[Event] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    review: tuple[int, dict[str, Any]] | None = None  # its version, and what it says


def opened(opens: Opening) -> Kept:
    """A new table, by its row."""
    status, public = opens.get("status", "open"), opens["public"]
    return Kept(opens["game"], opens["seed"], opens["created"], status, public=public)


class Memory:
    server = "memory"

    def __init__(self) -> None:
        self.tables: dict[str, Kept] = {}

    async def keep(self, match: str, event: Event, opens: Opening | None) -> None:
        """Called before an event counts; StoreError where it cannot be kept elsewhere."""

    def restore(self, match: str, opens: Opening, events: Iterable[Event]) -> None:
        """A table that was kept elsewhere: its row and all its events, in their order."""
        self.tables[match] = Kept(opens["game"], opens["seed"], opens["created"])
        self.tables[match].events.extend(events)
        self.tables[match].due = 0  # somebody looks whether a bot or a clock is to act

    async def append(
        self, match: str, event: Event, people: Sequence[str] = (), opens: Opening | None = None
    ) -> bool:
        known = self.tables.get(match)
        if event.n != (len(known.events) if known is not None else 0) + 1:
            return False
        await self.keep(match, event, opens)
        if known is None:
            assert opens is not None, "the first event opens a table"
            known = opened(opens)
            self.tables[match] = known
        known.events.append(event)
        known.people += [person for person in people if person not in known.people]
        return True

    async def events(self, match: str, after: int = 0) -> list[Event]:
        known = self.tables.get(match)
        return known.events[after:] if known is not None else []

    async def match(self, match: str) -> Kept | None:
        return self.tables.get(match)

    def summarise(self, summary: Summary) -> None:
        known = self.tables[summary.match]
        known.status, known.due, known.n = summary.status, summary.due, summary.n
        known.updated = summary.updated

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """The tables where this person is or was, the latest first."""
        mine = [id_ for id_, table in self.tables.items() if person in table.people]
        return sorted(mine, key=lambda id_: -self.tables[id_].updated)[:limit]

    async def played(self) -> list[str]:
        kept = [(each.created, id_) for id_, each in self.tables.items() if each.status != "closed"]
        return [id_ for _, id_ in sorted(kept)]

    async def due(
        self, at: int, games: Iterable[str], limit: int | None = None
    ) -> list[tuple[str, int]]:
        wanted = set(games)
        found = [
            (table.due, id_)
            for id_, table in self.tables.items()
            if table.due is not None and table.due <= at and table.game in wanted
        ]
        return [(id_, when) for when, id_ in sorted(found)[:limit]]

    async def claim(self, match: str, due: int, until: int) -> bool:
        known = self.tables[match]
        if known.due != due:
            return False
        known.due = until
        return True

    async def mark_stale(self) -> int:
        """A summary cannot lag behind here."""
        return 0

    async def set_aside(self, match: str) -> None:
        known = self.tables[match]
        if known.status != "over":
            known.status, known.due = ASIDE, None

    async def look_again(self, games: Iterable[str]) -> int:
        wanted = set(games)
        found = [t for t in self.tables.values() if t.status == ASIDE and t.game in wanted]
        for table in found:
            table.due = 0
        return len(found)

    async def review(self, match: str, version: int) -> dict[str, Any] | None:
        kept = self.tables[match].review
        return kept[1] if kept is not None and kept[0] == version else None

    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None:
        self.tables[match].review = version, body

    async def stop(self) -> None:
        """Nothing was opened."""
