"""Ending a match before its time: only where nobody else would miss it."""

from __future__ import annotations

from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table


def plan_end(table: Table, person: str) -> Body | None:
    """Closes a table at which this person sits alone or with bots; None when it is over anyway."""
    if not table.seats_of(person):
        raise Problem("seat/not-yours")
    if any(holder != person for seat in table.seats for holder in seat.holders):
        raise Problem("table/not-alone")
    return None if table.status in ("over", "closed") else {"what": "end", "person": person}
