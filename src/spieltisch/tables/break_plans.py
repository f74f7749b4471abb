"""How somebody asks for a pause, answers that, or goes on holiday: events, or a problem."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.tables.breaks import DAY, MINUTE, Span, merged
from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem
from spieltisch.tables.table_state import TableState

LONGEST = 60 * DAY  # of a pause


def needed(table: TableState) -> set[int]:
    """The seats whose people must agree: bots wait as long as one likes."""
    return {n for n, place in enumerate(table.seats) if place.kind == "person" and not place.warm}


def _check(table: TableState, person: str) -> list[int]:
    mine = table.seats_of(person)
    if not mine:
        raise Problem("seat/not-yours")
    if table.clock is None or table.clock["kind"] != "slow":
        raise Problem("pause/not-slow")
    if table.status != "playing":
        raise Problem("table/over" if table.status == "over" else "table/not-started")
    return mine


def plan_pause(table: TableState, person: str, until: int | None, now: int) -> Body | None:
    """A pause until then, or (None) an earlier end of the one that is going on."""
    mine = _check(table, person)
    if until is not None and not now + MINUTE <= until <= now + LONGEST:
        raise Problem("pause/end")
    if until is None and table.breaks.paused(now) is None:
        return None
    asked = table.breaks.proposal
    if asked is not None and asked.until == until:
        return plan_answer(table, person, True, now)
    return {"what": "pause", "seat": mine[0], "person": person, "until": until}


def plan_answer(table: TableState, person: str, yes: bool, now: int) -> Body | None:
    mine = _check(table, person)
    asked = table.breaks.proposal
    if asked is None or (asked.until is not None and asked.until <= now):
        raise Problem("pause/none")
    if yes and set(mine) <= asked.agreed:
        return None
    return {"what": "agree" if yes else "refuse", "seat": mine[0], "person": person}


def plan_away(table: TableState, person: str, spans: Sequence[Span], now: int) -> Body | None:
    """None where the table knows it already, or has no slow clock that could stand still."""
    mine = table.seats_of(person)
    slow = table.clock is not None and table.clock["kind"] == "slow"
    if not mine or not slow or table.status != "playing" or table.outdated:
        return None
    wanted = merged([(max(begins, now), ends) for begins, ends in spans])
    known = [merged([(max(b, now), e) for b, e in table.breaks.away.get(n, [])]) for n in mine]
    if all(each == wanted for each in known):
        return None
    told = [list(span) for span in merged([(b, e) for b, e in spans if e > now])]
    return {"what": "away", "seats": mine, "person": person, "spans": told}
