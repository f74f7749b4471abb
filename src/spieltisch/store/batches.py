"""What is written in one transaction, and how those who wait for it are told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from orjson import dumps

from spieltisch.tables.storage import Event, StoreError, Summary

AT_ONCE = 8  # events that are taken in before the loop looks at anything else


@dataclass(slots=True)
class Append:
    """One event to be written, and the people who are at the table because of it."""

    match: str
    event: Event
    done: asyncio.Future[bool]
    people: Sequence[str] = ()
    opens: dict[str, Any] | None = None  # the row of a new table

    def row(self) -> dict[str, Any]:
        body = dumps(self.event.body).decode()
        return {"match": self.match, "n": self.event.n, "at": self.event.at, "body": body}

    def seats(self) -> list[dict[str, Any]]:
        return [{"match": self.match, "person": person} for person in self.people]


@dataclass
class Batch:
    group: list[Append]
    people: list[tuple[dict[str, Any], asyncio.Future[bool]]]
    probes: list[asyncio.Future[bool]]
    summaries: dict[str, Summary] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        return len(self.group) + len(self.people) + len(self.probes)

    def apart(self) -> Iterator[Batch]:
        yield from (Batch([append], [], []) for append in self.group)
        yield from (Batch([], [person], []) for person in self.people)
        yield from (Batch([], [], [probe]) for probe in self.probes)

    def succeed(self, written: Sequence[bool], answers: Answers) -> None:
        for done in (*(done for _, done in self.people), *self.probes):
            if not done.done():
                done.set_result(True)
        answers.give([append.done for append in self.group], written)

    def fail(self, error: StoreError) -> None:
        appended = (append.done for append in self.group)
        for done in (*appended, *(done for _, done in self.people), *self.probes):
            if not done.done():
                done.set_exception(error)


class Answers:
    """Whether events were new, told to those who wait a few at a time: the viewers of the first
    are told, and their next turns are read and on their way to the disk, before the last are."""

    def __init__(self) -> None:
        self._left: deque[tuple[asyncio.Future[bool], bool]] = deque()

    def give(self, waiting: Sequence[asyncio.Future[bool]], written: Sequence[bool]) -> None:
        idle = not self._left
        self._left.extend(zip(waiting, written, strict=True))
        if idle:
            self._give_some()

    def _give_some(self) -> None:
        for _ in range(min(AT_ONCE, len(self._left))):
            done, new = self._left.popleft()
            if not done.done():
                done.set_result(new)
        if self._left:
            asyncio.get_running_loop().call_soon(self._give_some)

    async def given(self) -> None:
        while self._left:
            await asyncio.sleep(0)
