"""What tables are handed, as far as they know it: habits, figures, and the house they stand in.

A server hands in its settings, Prometheus and a database; whoever else runs tables, others.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from spieltisch.tables.bots import Bots
from spieltisch.tables.storage import Storage
from spieltisch.tables.table import Table


class TableSettings(Protocol):
    """Times in seconds."""

    @property
    def grace(self) -> float: ...  # until a bot stands in for someone who left

    @property
    def pause(self) -> float: ...  # that a bot takes at least, so that people can follow

    @property
    def alone(self) -> float: ...  # the same, where nobody looks

    @property
    def idle(self) -> float: ...  # after which a table without people leaves memory

    @property
    def sweep(self) -> float: ...  # between looks at which tables are due or idle

    @property
    def url(self) -> str: ...  # how people reach the tables

    @property
    def limits(self) -> bool: ...  # whether questions are counted


class Counted(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class Measured(Protocol):
    def set(self, value: float) -> None: ...


class TableMetrics(Protocol):
    """What is counted of tables."""

    @property
    def tables(self) -> Measured: ...  # in memory

    @property
    def waiting(self) -> Measured: ...  # thoughts

    def count_event(self, what: str) -> None: ...
    def count_refused(self, code: str) -> None: ...
    def time_turn(self, seconds: float) -> None: ...  # from its arrival to its acknowledgement


class Observer(Protocol):
    """Somebody who is told what happens at all tables, after it is on disk and shown."""

    def took(self, table: Table) -> None: ...  # an event
    def looked_away(self, person: str, table: Table) -> None: ...


class Unseen:
    """Nobody watches."""

    def took(self, table: Table) -> None: ...
    def looked_away(self, person: str, table: Table) -> None: ...


class House(Protocol):
    """All tables of a process, as one of them sees it."""

    habits: TableSettings
    figures: TableMetrics
    bots: Bots
    secret: str
    stopping: bool
    last_event: float  # when somebody played or came, by the monotonic clock
    observer: Observer

    @property
    def store(self) -> Storage: ...

    def link(self, table: str) -> str: ...
    def announce(self, room: Occupied) -> None: ...
    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...
    async def set_aside(self, id_: str, error: Exception) -> None: ...


class Occupied(Protocol):
    """A table and the seats that are connected to it here."""

    table: Table

    def local_seats(self) -> list[int]: ...
    def lookers(self) -> list[str]: ...
