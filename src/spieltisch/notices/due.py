"""What somebody who sits at a table should be told. Pure: a table, a person, a moment."""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.tables.breaks import DAY
from spieltisch.tables.clock import limit_of
from spieltisch.tables.table import Table

HOUR = 60 * 60 * 1000
# Of a turn's time so much is left when somebody is reminded: a quarter, within these bounds.
LEAD = (2 * HOUR, DAY)
# The most urgent first: the first one that is due gives a message its headline.
KINDS = (
    "late",
    "reminder",
    "turn",
    "goes-on",
    "pause",
    "stand-in",
    "rematch",
    "over",
    "paused",
    "begin",
)


@dataclass(frozen=True)
class Due:
    """`n`: the event that is the reason; with the kind it tells two messages apart."""

    kind: str
    n: int
    at: int  # from when on


def lead_of(limit: int) -> int:
    """How long before the end of a turn's time somebody is reminded.

    >>> [lead_of(days * DAY) // HOUR for days in (1, 3, 30)]
    [6, 18, 24]
    """
    return max(LEAD[0], min(limit // 4, LEAD[1]))


def standing(table: Table, person: str, seen: int, now: int) -> list[Due]:
    """What is, or will be, worth a message to a person who has seen everything up to event `seen`,
    if nothing else happens."""
    mine = table.seats_of(person)
    if not mine:
        return []
    found = _ended(table, person, now) if table.status == "over" else []
    if table.status == "playing" and not table.outdated:
        found = [*_breaks(table, mine, now), *_match(table, mine, now), *_clocks(table, mine, now)]
    told_anyway = {"reminder", "late", "goes-on"}
    return [due for due in found if due.kind in told_anyway or due.n > seen]


def _ended(table: Table, person: str, now: int) -> list[Due]:
    milestones = table.milestones
    found = [Due("over", milestones.over, now)]
    if table.rematch is not None and milestones.inviter != person:
        found.append(Due("rematch", milestones.rematch, now))
    return found


def _breaks(table: Table, mine: list[int], now: int) -> list[Due]:
    breaks, found = table.breaks, []
    asked = breaks.proposal
    open_ = asked is not None and (asked.until is None or asked.until > now)
    if asked is not None and open_ and not set(mine) <= asked.agreed:
        found.append(Due("pause", asked.n, now))
    if breaks.pauses and breaks.agreed:
        end = breaks.pauses[-1][1]
        if now < end:
            found.append(Due("paused", breaks.agreed, now))
        if now < end + DAY:
            found.append(Due("goes-on", breaks.agreed, end))
    return found


def held_until(table: Table, mine: list[int], now: int) -> int:
    """Nobody is asked to play during a pause, or on holiday."""
    ends = [table.breaks.paused(now), *(table.breaks.holiday(seat, now) for seat in mine)]
    return max((end for end in ends if end is not None), default=now)


def waiting(table: Table, mine: list[int]) -> list[int]:
    return [seat for seat in mine if seat in table.acting and not table.seats[seat].by_bot]


def _match(table: Table, mine: list[int], now: int) -> list[Due]:
    held = held_until(table, mine, now)
    found = [Due("begin", table.milestones.begin, held)]
    warm = [seat for seat in mine if table.seats[seat].warm]
    if warm:
        sat = [change[0] for change in table.changes if change[2:4] == ("bot", warm[0])]
        found.append(Due("stand-in", sat[-1], now))
    due = waiting(table, mine)
    if due:
        found.append(Due("turn", max(table.milestones.waits[seat] for seat in due), held))
    return found


def _clocks(table: Table, mine: list[int], now: int) -> list[Due]:
    """Reminders are for days; whoever has minutes sits at the table."""
    due, limit = waiting(table, mine), limit_of(table.clock)
    if not due or limit is None or table.clock is None or table.clock["kind"] != "slow":
        return []
    seat = min(due, key=lambda each: table.deadline(each) or 0)
    end, soon = table.deadline(seat), table.deadline(seat, -lead_of(limit))
    if end is None or soon is None:
        return []
    n = table.milestones.waits[seat]
    return [Due("late", n, end)] + ([Due("reminder", n, soon)] if now < end else [])
