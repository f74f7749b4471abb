"""What tables are handed to keep and share events: storage, a clock and a bus, as far as they know.

`store` keeps events in SQLite or PostgreSQL, `tables/memory.py` in a dictionary.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from spieltisch.core.wall_clock import now as now

Opening = dict[str, Any]  # of a new table

ASIDE = "aside"  # the status of tables whose events cannot be read


class StoreError(Exception):
    """The storage does not answer; nothing was acknowledged."""


class Event(NamedTuple):
    n: int
    at: int
    body: dict[str, Any]


@dataclass
class Summary:
    """What lists show of a table, and by when somebody must look after it."""

    match: str
    status: str
    n: int
    updated: int
    acting: int  # seats, a bit each
    due: int | None

    def row(self) -> dict[str, Any]:
        row = dict(vars(self))
        return row | {"of": row.pop("match"), "at_most": self.n}


class TableRow(Protocol):
    """What is known of a table without its events."""

    @property
    def game(self) -> str: ...
    @property
    def seed(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def n(self) -> int: ...  # the last event that is summed up
    @property
    def due(self) -> int | None: ...


class Archive(Protocol):
    """A log of events per table, to be read. Everything may raise StoreError."""

    async def events(self, match: str, after: int = 0) -> list[Event]: ...
    async def match(self, match: str) -> TableRow | None: ...
    async def played(self) -> list[str]: ...


class Storage(Archive, Protocol):
    """An append-only log of events per table."""

    server: str  # this process, in notes to others

    async def append(
        self, match: str, event: Event, people: Sequence[str] = (), opens: Opening | None = None
    ) -> bool:
        """True when the event is kept; False when another writer has taken its number.

        `opens`: a new table. `people` are at the table from this event on.
        """

    def summarise(self, summary: Summary) -> None: ...
    async def due(
        self, at: int, games: Iterable[str], limit: int | None = None
    ) -> list[tuple[str, int]]: ...
    async def claim(self, match: str, due: int, until: int) -> bool: ...
    async def mark_stale(self) -> int: ...
    async def set_aside(self, match: str) -> None: ...
    async def look_again(self, games: Iterable[str]) -> int: ...
    async def review(self, match: str, version: int) -> dict[str, Any] | None: ...
    async def keep_review(self, match: str, version: int, body: dict[str, Any]) -> None: ...
    async def stop(self) -> None: ...


Listener = Callable[[dict[str, Any]], Awaitable[None]]


class Bus(Protocol):
    """How processes that share a storage tell each other that something happened."""

    shared: bool  # whether other processes may be listening

    @property
    def well(self) -> bool: ...  # whether we would hear them

    async def start(self, listener: Listener) -> None: ...
    async def publish(self, note: dict[str, Any]) -> None: ...
    async def stop(self) -> None: ...


class Alone:
    """One process: there is nobody to tell."""

    shared = False
    well = True

    async def start(self, listener: Listener) -> None:
        """Nobody will ever call."""

    async def publish(self, note: dict[str, Any]) -> None:
        """Nobody listens."""

    async def stop(self) -> None:
        """Nothing was opened."""
