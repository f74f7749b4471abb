"""What becomes of a request at a table: an event to write, an answer given before, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from spieltisch.core.errors import Refusal
from spieltisch.tables.storage import Event

Body = dict[str, Any]


class Refused(Exception):
    """The rules refuse what a client asks for."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Done(NamedTuple):
    """This was asked before; the first answer is given again."""

    n: int
    text: str


@dataclass(slots=True)
class Change:
    """What an event did: the log is new from line `first` on; `table`: so is the table.

    `ended`: the match is over, and lines before `first` are open to all that were not.
    """

    event: Event
    first: int
    last: int
    table: bool
    ended: bool = False
