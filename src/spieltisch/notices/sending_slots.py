"""Who sends now: nobody waits behind addresses that let everybody wait.

An address may take its whole time and answer nothing, and one person may name many such. So ways by
which a message arrived lately have places of their own; all others share few, and of these one
person has one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

WELL = 8  # messages on their way at the same time by ways that work
OTHER = 4  # and by ways of which nothing is known, or nothing good
REMEMBERED = 20_000  # ways that work

Way = tuple[str, str]  # its id, and whose it is


class SendingSlots:
    def __init__(self) -> None:
        self.well: dict[str, None] = {}  # ways by which the last message arrived
        self.sending: dict[str, tuple[bool, str]] = {}  # way -> whether it is well, and whose

    def has_room(self, way: Way) -> bool:
        """Whether a message may go out by this way now."""
        id_, person = way
        if id_ in self.sending:
            return False
        well = id_ in self.well
        among = [whose for lane, whose in self.sending.values() if lane == well]
        return len(among) < (WELL if well else OTHER) and (well or person not in among)

    async def send(self, way: Way, work: Callable[[str], Coroutine[Any, Any, bool]]) -> None:
        """Runs `work`, which says whether the message arrived."""
        id_, person = way
        self.sending[id_] = id_ in self.well, person
        arrived = False
        try:
            arrived = await work(id_)
        finally:
            del self.sending[id_]
            self.well.pop(id_, None)
            if arrived:
                self.well[id_] = None
                if len(self.well) > REMEMBERED:
                    del self.well[next(iter(self.well))]
