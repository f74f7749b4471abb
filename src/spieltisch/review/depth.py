"""How much thought a review takes: numbers of futures."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Depth:
    """The default of a game is in the table `review_depth` of its `bots.toml`."""

    first: int = 64  # futures of every candidate of a turn
    second: int = 192  # of the finalists
    measure: int = 256  # of the best and the played turn, afresh
    again: int = 4  # times as many for the turns that seem to have lost most
    looks: int = 8  # turns of each seat that are looked at again
    book: int = 256  # futures of what a seat knew after each event

    def times(self, factor: float) -> Depth:
        """
        >>> Depth().times(0.5).book
        128
        """
        numbers = ("first", "second", "measure", "book")
        return replace(
            self, **{name: max(8, int(getattr(self, name) * factor)) for name in numbers}
        )
