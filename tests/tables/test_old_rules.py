"""A match of other rules than those installed: what its events tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from spieltisch import games
from spieltisch.tables import views
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.tables.test_table import table_of, take


@pytest.mark.parametrize("key", list(games.cards()))
def test_the_lines_of_a_match_are_read_from_its_events_alone(
    key: str, monkeypatch: pytest.MonkeyPatch, opened: Callable[..., tuple[Table, list[Event]]]
) -> None:
    """Chance included, and hidden from whom it was hidden."""
    table, events = opened(key)
    for n in range(30):
        if not table.acting:
            break
        seat = table.acting[-1]
        text = table.running().random_turn(seat)
        take(table, body := table.plan_turn(f"p{seat}", seat, f"t{n}", text))
        assert isinstance(body, dict)
        events.append(Event(table.n, 0, body))
    lines = table.running().lines
    card = games.card(key)
    monkeypatch.setitem(games.cards(), key, replace(card, version=card.version + 1))
    old = Table(table.id, table.seed)
    for event in events:
        old.apply(event)
    assert old.outdated
    assert (old.acting, old.match) == ([], None)
    assert old.past is not None
    told = [(line.kind, line.seat, line.text) for line in old.past.lines]
    known = [(line.kind, line.seat, line.text) for line in lines]
    assert sorted(told[: len(known)], key=str) == sorted(known[: len(told)], key=str)
    for viewer in (*range(len(old.seats)), None):
        mine = {line["text"] for line in views.log(table, viewer)}
        hidden = {text for _, seat, text in known if seat not in (None, viewer)} - mine
        shown = {line["text"] for line in views.log(old, viewer)}
        assert not shown & hidden


@pytest.fixture
def opened() -> Callable[..., tuple[Table, list[Event]]]:
    """A match that has begun, and its events."""

    def begin(key: str) -> tuple[Table, list[Event]]:
        table = table_of(key)
        start = take(table, table.plan_start("p0", "ad"))
        seats: list[dict[str, Any]] = [
            {"kind": "person", "name": seat.name, "holders": seat.holders} for seat in table.seats
        ]
        create = {"what": "create", "game": key, "options": {}, "rules": table.rules}
        create |= {"public": False, "spectators": True, "hints": True, "clock": None}
        return table, [Event(1, 0, {**create, "host": "p0", "seats": seats}), start]

    return begin
