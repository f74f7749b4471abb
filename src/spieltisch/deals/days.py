"""Which day it is in this house, and when it ends. The clock is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from spieltisch.deals.day_secrets import Chain, commitment, seed_of


@dataclass(frozen=True)
class Days:
    clock: Callable[[], int]  # ms since 1970
    zone: tzinfo
    chain: Chain

    def today(self) -> date:
        return datetime.fromtimestamp(self.clock() / 1000, self.zone).date()

    def ends(self, day: date) -> int:
        """The midnight after a day, in ms."""
        midnight = datetime.combine(day + timedelta(days=1), time(), self.zone)
        return int(midnight.astimezone(UTC).timestamp() * 1000)

    def is_over(self, day: date) -> bool:
        return self.clock() >= self.ends(day)

    def commitment(self, day: date) -> str:
        """Of today and the past: it says nothing about the day itself."""
        assert day <= self.today()
        return commitment(self.chain.link(day))

    def opened(self, day: date) -> str | None:
        """The secret of a day that is over."""
        return self.chain.link(day).hex() if self.is_over(day) else None

    def seed(self, day: date, game: str) -> str:
        """For tables of that day; it stays in the database until the day is over."""
        assert day <= self.today(), "nobody needs tomorrow's luck today"
        return seed_of(self.chain.link(day), game)
