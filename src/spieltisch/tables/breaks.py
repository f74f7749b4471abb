"""Times in which no clock of a slow table runs: pauses that all agree on, holidays of one person.

Both are told by events and never begin before the event that tells of them; so what a clock showed
stays true, and a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from spieltisch.tables.storage import Event

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

Span = tuple[int, int]  # from, until


def merged(spans: Iterable[Span]) -> list[Span]:
    """In order, without overlaps.

    >>> merged([(5, 9), (1, 3), (2, 4), (7, 8), (6, 6)])
    [(1, 4), (5, 9)]
    """
    found: list[Span] = []
    for begins, ends in sorted(span for span in spans if span[0] < span[1]):
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(ends, found[-1][1]))
        else:
            found.append((begins, ends))
    return found


def worked(spans: Sequence[Span], at: int) -> int:
    """What a clock shows at a moment, if it stands still in these spans.

    >>> worked([(10, 20), (30, 35)], 5), worked([(10, 20)], 12), worked([(10, 20), (30, 35)], 40)
    (5, 10, 25)
    """
    return at - sum(min(ends, at) - begins for begins, ends in spans if begins < at)


def moment(spans: Sequence[Span], shown: int) -> int:
    """When such a clock shows this.

    >>> [moment([(10, 20), (30, 35)], shown) for shown in (5, 11, 25)]
    [5, 21, 40]
    """
    for begins, ends in spans:
        if begins >= shown:
            break
        shown += ends - begins
    return shown


@dataclass
class Proposal:
    """`until` None: to go on at once."""

    n: int
    seat: int
    until: int | None
    agreed: set[int]

    def json(self) -> dict[str, Any]:
        return {"seat": self.seat, "until": self.until, "agreed": sorted(self.agreed)}


@dataclass
class Breaks:
    pauses: list[Span] = field(default_factory=list)
    away: dict[int, list[Span]] = field(default_factory=dict)  # seat -> holidays
    proposal: Proposal | None = None
    agreed: int = 0  # the event by which the last pause was agreed on

    def spans(self, seat: int) -> Sequence[Span]:
        mine = self.away.get(seat)
        return merged([*self.pauses, *mine]) if mine else self.pauses

    def shown(self, seat: int, at: int) -> int:
        return worked(self.spans(seat), at) if self.pauses or self.away else at

    def moment(self, seat: int, shown: int) -> int:
        return moment(self.spans(seat), shown) if self.pauses or self.away else shown

    def paused(self, at: int) -> int | None:
        """Until when nobody is waited for."""
        return _end_of(self.pauses, at)

    def holiday(self, seat: int, at: int) -> int | None:
        """Until when this seat is not waited for."""
        return _end_of(merged(self.away.get(seat, [])), at)

    # Events

    def take(self, event: Event, needed: set[int], mine: Sequence[int]) -> None:
        """`needed`: the seats that must agree; `mine`: those of whoever did this."""
        body = event.body
        match body["what"]:
            case "away":
                for seat in body["seats"]:
                    self._go_away(seat, event.at, body["spans"])
                return
            case "pause":
                self.proposal = Proposal(event.n, mine[0], body["until"], set(mine))
            case "agree" if self.proposal is not None:
                self.proposal.agreed |= set(mine)
            case "refuse":
                self.proposal = None
        if self.proposal is not None and needed <= self.proposal.agreed:
            self._agree(event, self.proposal.until)

    def _agree(self, event: Event, until: int | None) -> None:
        before = [(begins, min(ends, event.at)) for begins, ends in self.pauses]
        fresh = [] if until is None else [(event.at, until)]
        self.pauses, self.proposal, self.agreed = merged([*before, *fresh]), None, event.n

    def _go_away(self, seat: int, at: int, spans: Sequence[Sequence[int]]) -> None:
        """What is over stays; what is still to come is as it is said now."""
        before = [(begins, min(ends, at)) for begins, ends in self.away.get(seat, [])]
        coming = [(max(begins, at), ends) for begins, ends in spans]
        found = merged([*before, *coming])
        if found:
            self.away[seat] = found
        else:
            self.away.pop(seat, None)


def _end_of(spans: Sequence[Span], at: int) -> int | None:
    return next((ends for begins, ends in spans if begins <= at < ends), None)
