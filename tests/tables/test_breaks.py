"""Pauses by agreement and holidays: clocks of slow tables stand still, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch import games
from spieltisch.tables import break_plans
from spieltisch.tables.breaks import DAY, Span, merged, moment, worked
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table
from tests.tables.test_table import begun, take

SLOW = {"kind": "slow", "days": 3}
START = 1000

spans = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=5).map(merged)


@given(spans, st.integers(0, 80))
def test_a_clock_counts_the_moments_outside_of_breaks(found: list[Span], at: int) -> None:
    assert worked(found, at) == sum(1 for t in range(at) if not any(b <= t < e for b, e in found))


@given(spans, st.integers(0, 80))
def test_the_moment_of_what_a_clock_shows_is_the_first_one(found: list[Span], shown: int) -> None:
    at = moment(found, shown)
    assert worked(found, at) == shown
    assert at == 0 or worked(found, at - 1) < shown


def first(table: Table) -> int:
    return table.acting[0]


def propose(table: Table, person: str, until: int | None, at: int) -> Any:
    return take(table, break_plans.plan_pause(table, person, until, at), at)


def agree(table: Table, person: str, at: int) -> Any:
    return take(table, break_plans.plan_answer(table, person, True, at), at)


def test_a_pause_begins_when_all_agree_and_moves_the_deadline(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    late = table.deadline(first(table))
    assert late == START + 3 * DAY
    propose(table, "p0", START + 10 * DAY, START + DAY)
    assert table.deadline(first(table)) == late
    assert table.breaks.paused(START + DAY) is None
    agree(table, "p1", START + 2 * DAY)
    assert table.breaks.paused(START + 2 * DAY) == START + 10 * DAY
    assert table.deadline(first(table)) == START + 11 * DAY  # one of three days was left
    assert table.too_late(first(table)) == START + 11 * DAY + DAY // 4


def test_all_can_agree_to_go_on_earlier(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    propose(table, "p0", START + 10 * DAY, START)
    agree(table, "p1", START)
    propose(table, "p1", None, START + DAY)
    assert table.breaks.paused(START + DAY) == START + 10 * DAY
    agree(table, "p0", START + DAY)
    assert table.breaks.paused(START + DAY) is None
    assert table.deadline(first(table)) == START + 4 * DAY


def test_whoever_refuses_ends_the_proposal(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    propose(table, "p0", START + DAY, START)
    take(table, break_plans.plan_answer(table, "p1", False, START), START)
    with pytest.raises(Problem, match="pause/none"):
        break_plans.plan_answer(table, "p1", True, START)


def test_two_who_propose_the_same_agree(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    propose(table, "p0", START + DAY, START)
    propose(table, "p1", START + DAY, START)
    assert table.breaks.paused(START) == START + DAY


def test_a_holiday_stops_only_ones_own_clock(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    seat = first(table)
    other = 1 - seat
    for person in range(2):
        spans = [(START + DAY, START + 8 * DAY)] if person == seat else []
        body = break_plans.plan_away(table, f"p{person}", spans, START)
        assert (body is not None) == (person == seat)
        if body is not None:
            take(table, body, START)
    assert table.deadline(seat) == START + 10 * DAY
    assert table.breaks.holiday(seat, START + 2 * DAY) == START + 8 * DAY
    assert table.breaks.holiday(other, START + 2 * DAY) is None
    again = break_plans.plan_away(
        table, f"p{seat}", [(START + DAY, START + 8 * DAY)], START + 2 * DAY
    )
    assert again is None  # it is known


def test_a_holiday_ends_earlier_and_never_begins_in_the_past(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    seat = first(table)
    person = f"p{seat}"
    take(
        table,
        break_plans.plan_away(table, person, [(0, START + 8 * DAY)], START + DAY),
        START + DAY,
    )
    assert table.deadline(seat) == START + 10 * DAY
    take(table, break_plans.plan_away(table, person, [], START + 2 * DAY), START + 2 * DAY)
    assert table.deadline(seat) == START + 4 * DAY


def test_what_cannot_be_paused(game: str) -> None:
    table = begun(game, START, clock=SLOW)
    for until in (START, START + 61 * DAY):
        with pytest.raises(Problem, match="pause/end"):
            break_plans.plan_pause(table, "p0", until, START)
    with pytest.raises(Problem, match="seat/not-yours"):
        break_plans.plan_pause(table, "nobody", START + DAY, START)
    assert break_plans.plan_pause(table, "p0", None, START) is None  # nothing is paused
    with pytest.raises(Problem, match="pause/not-slow"):
        break_plans.plan_pause(begun(game), "p0", START + DAY, START)


def test_replaying_gives_the_same_clocks() -> None:
    game = next(iter(games.cards()))
    table, twin = begun(game, START, clock=SLOW), begun(game, START, clock=SLOW)
    kept = [
        propose(table, "p0", START + 5 * DAY, START + DAY),
        agree(table, "p1", START + DAY),
        take(
            table, break_plans.plan_away(table, "p0", [(START + 6 * DAY, START + 9 * DAY)], START)
        ),
    ]
    for event in kept:
        twin.apply(event)
    assert [twin.deadline(n) for n in range(2)] == [table.deadline(n) for n in range(2)]
