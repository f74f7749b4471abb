"""How much thought a review takes: numbers of futures."""

from __future__ import annotations

from dataclasses import dataclass, replace

FINALISTS = 4  # with the played turn


@dataclass(frozen=True)
class Depth:
    """The default of a game is in the table `review_depth` of its `bots.toml`."""

    first: int = 64  # futures of every candidate of a turn
    second: int = 192  # of the finalists
    measure: int = 256  # of the best and the played turn, afresh
    again: int = 4  # times as many for the turns that seem to have lost most
    looks: int = 8  # turns of each seat that are looked at again
    book: int = 256  # futures of what a seat knew after each event
    draws: int = 1  # times as many before and after chance acted, where that is seldom
    most: int = 1_000_000  # futures of a whole review for two; of a longer match each gets fewer

    def times(self, factor: float) -> Depth:
        """
        >>> Depth().times(0.5).book
        128
        """
        numbers = ("first", "second", "measure", "book")
        return replace(
            self, **{name: max(8, int(getattr(self, name) * factor)) for name in numbers}
        )

    def cost(self, seats: int, events: int, turns: int, candidates: int) -> int:
        """About how many futures a review of so many seats, events and turns takes.

        >>> Depth(first=10, second=10, measure=10, looks=0, book=10).cost(2, 5, 3, 8)
        550
        """
        turn = (candidates + 1) * self.first + FINALISTS * self.second + 2 * self.measure
        looked = min(turns, seats * self.looks)
        booked = events + 2 * (self.draws - 1) * max(0, events - turns)
        return seats * booked * self.book + turn * (turns + self.again * looked)

    def fitting(self, seats: int, events: int, turns: int, candidates: int) -> Depth:
        """The same, or as deep as `most` allows; futures of more players take longer."""
        cost = self.cost(seats, events, turns, candidates)
        most = 2 * self.most / max(2, seats)
        return self if cost <= most else self.times(most / cost)
