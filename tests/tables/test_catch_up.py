"""What happened since: every seat is shown what it would have been shown then."""

from __future__ import annotations

import random

import pytest

from spieltisch import games
from spieltisch.tables import views
from spieltisch.tables.catch_up import AT_ONCE, since
from spieltisch.tables.table import Table
from tests.tables.test_table import begun, take


def play(table: Table, turns: int) -> list[dict[int, object]]:
    """What each seat saw after each event."""
    seen: list[dict[int, object]] = []
    for n in range(turns):
        if not table.acting:
            break
        seat = table.acting[0]
        text = table.running().random_turn(seat, random.Random(n))
        take(table, table.plan_turn(f"p{seat}", seat, f"t{n}", text))
        match = table.running()
        seen.append({viewer: match.view(viewer) for viewer in range(len(table.seats))})
    return seen


@pytest.mark.parametrize("key", list(games.cards()))
def test_the_views_are_those_of_whoever_stayed(key: str) -> None:
    table = begun(key)
    start = table.n
    views_then = play(table, 10)
    for viewer in range(len(table.seats)):
        told = list(since(table, viewer, start))
        assert (told[0]["what"], told[0]["lines"]) == ("", [])
        by_event = {event["n"]: event for event in told[1:]}
        assert by_event
        for n, event in by_event.items():
            before = views_then[n - start - 1][viewer]
            if table.changes[n - 1][5] == len(event["lines"]) + table.changes[n - 1][4] - 1:
                assert event["view"] == before
        lines = [line for event in told for line in event["lines"]]
        assert lines == views.log(table, viewer)[-len(lines) :]


def test_only_what_is_new_is_told(game: str) -> None:
    table = begun(game)
    play(table, 6)
    here = table.n
    assert list(since(table, 0, here)) == []
    seat = table.acting[0]
    text = table.running().random_turn(seat, random.Random(1))
    take(table, table.plan_turn(f"p{seat}", seat, "last", text))
    assert [event["n"] for event in since(table, 0, here)] == [here, here + 1]
    assert len(list(since(table, 0, 0))) <= AT_ONCE + 1
