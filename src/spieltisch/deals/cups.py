"""Small tournaments: everybody plays the same deals, in turn from every seat.

The share of a victory on a deal is how many of the others one did better than, ties counting half:
the same luck for all, so nobody wins by a lucky deal. Shares of all deals are averaged, with an
interval over the deals. While a tournament goes on, who has not finished a deal yet is simply not
compared on it; when it is over, leaving a deal is being behind everybody who finished it: nobody
gains by playing only the deals that go well.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spieltisch.simulation.intervals import Figure, mean

Result = tuple[int, int]  # rank at the table, score
LEFT: Result = (1_000_000, 0)


@dataclass(frozen=True)
class TableState:
    person: str
    place: int
    deals: int  # that count
    share: Figure | None


def shares(results: Mapping[str, Result]) -> dict[str, float]:
    """On one deal, of each who finished it; nothing while there is only one.

    >>> shares({"a": (1, 40), "b": (1, 30), "c": (2, 35), "d": (1, 30)})
    {'a': 1.0, 'b': 0.5, 'c': 0.0, 'd': 0.5}
    """
    if len(results) < 2:
        return {}
    keys = {who: (rank, -score) for who, (rank, score) in results.items()}
    order, others = sorted(keys.values()), len(keys) - 1
    found = {}
    for who, key in keys.items():
        first, last = bisect_left(order, key), bisect_right(order, key)
        equal = last - first - 1
        found[who] = (len(order) - last + equal / 2) / others
    return found


def standings(deals: Sequence[Mapping[str, Result]], over: bool = False) -> list[TableState]:
    """The best first; whoever has nothing to be compared by comes last."""
    won: dict[str, list[float]] = defaultdict(list)
    everybody = {who for results in deals for who in results}
    for found in deals:
        results = {who: found.get(who, LEFT) for who in everybody} if over and found else found
        for who in results:
            won[who] += []
        for who, part in shares(results).items():
            won[who].append(part)
    figures = {who: mean(parts) if parts else None for who, parts in won.items()}
    key = {who: -figure.mean if figure else 1.0 for who, figure in figures.items()}
    order = sorted(figures, key=lambda who: (key[who], who))
    keys = sorted(key.values())
    places = {who: 1 + bisect_left(keys, key[who]) for who in order}
    return [TableState(who, places[who], len(won[who]), _bounded(figures[who])) for who in order]


def _bounded(figure: Figure | None) -> Figure | None:
    """A share lies between nothing and all."""
    if figure is None:
        return None
    return Figure(figure.mean, max(0.0, figure.low), min(1.0, figure.high))
