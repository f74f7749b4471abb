"""What a sentence of the log may speak of beside its own text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spieltisch.core.language import Both


class LogContext(NamedTuple):
    """All of it is public, so that a sentence cannot betray more than its text."""

    names: Sequence[str] = ()
    seat: int | None = None  # whose line it is
    laid: Sequence[str] = ()  # the lines with which chance laid out the table, before any seat's

    def called(self, seat: int, lang: str) -> str:
        """
        >>> LogContext(["Ada", "Bo"]).called(1, "de"), LogContext().called(1, "de")
        ('Bo', 'Person 2')
        """
        if seat < len(self.names):
            return self.names[seat]
        return Both("Person", "Player")[lang] + f" {seat + 1}"


BARE = LogContext()
