"""A table as its events tell it, without any server."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch import games
from spieltisch.tables import views
from spieltisch.tables.clock import DAY
from spieltisch.tables.outcomes import Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table

LIVE = {"kind": "live", "seconds": 10}


def created(key: str, people: int) -> dict[str, Any]:
    """The event by which a table with so many people is opened."""
    seats = [{"kind": "person", "name": f"P{n}", "holders": [f"p{n}"]} for n in range(people)]
    return {
        "what": "create",
        "game": key,
        "options": {},
        "rules": games.card(key).version,
        "public": False,
        "spectators": True,
        "hints": True,
        "clock": None,
        "host": "p0",
        "seats": seats,
    }


def table_of(key: str, people: int = 2, **changed: Any) -> Table:
    table = Table("t", "ab" * 32)
    take(table, created(key, max(people, games.card(key).players[0])) | changed)
    return table


def take(table: Table, body: Any, at: int = 0) -> Event:
    assert isinstance(body, dict)
    event = Event(table.n + 1, at, body)
    table.apply(event)
    return event


def begun(key: str, at: int = 1000, **changed: Any) -> Table:
    table = table_of(key, **changed)
    take(table, table.plan_start("p0", "ad"), at)
    return table


@pytest.mark.parametrize("key", list(games.cards()))
def test_replaying_the_events_gives_the_same_match(key: str) -> None:
    table = begun(key)
    events = [Event(1, 0, {})]
    for n in range(25):
        if not table.acting:
            break
        seat = table.acting[-1]
        body = table.plan_turn(f"p{seat}", seat, f"t{n}", table.running().random_turn(seat))
        take(table, body)
        assert isinstance(body, dict)
        events.append(Event(table.n, 0, body))
    twin = begun(key)
    for event in events[1:]:
        twin.apply(event)
    assert twin.running().lines == table.running().lines
    assert twin.running().state.tobytes() == table.running().state.tobytes()
    for viewer in (0, 1, None):
        shown = views.snapshot(twin, viewer, 0, 5)
        assert shown == views.snapshot(table, viewer, 0, 5)


def test_a_slow_clock_counts_days_from_when_a_seat_is_to_act(game: str) -> None:
    table = begun(game, clock={"kind": "slow", "days": 3})
    seat = table.acting[0]
    assert table.deadline(seat) == 1000 + 3 * DAY == table.next_deadline()
    take(table, table.plan_warm(seat, "greedy", "clock"), 5000)
    assert table.deadline(seat) is None
    take(table, table.plan_back(f"p{seat}", seat), 9000)
    assert table.deadline(seat) == 9000 + 3 * DAY - 4000  # the bot has not played


def test_who_comes_back_late_gets_a_quarter_of_the_time_once_in_a_turn(game: str) -> None:
    table = begun(game, clock=LIVE)
    seat = table.acting[0]
    person, at = f"p{seat}", 1000
    for rest in (2500, 0):
        late = table.too_late(seat)
        assert late == at + (10_000 if at == 1000 else 2500) + 2500
        take(table, table.plan_warm(seat, "greedy", "clock"), late)
        at = late + 300
        take(table, table.plan_back(person, seat), at)
        deadline = table.deadline(seat)
        assert deadline is not None
        assert max(deadline - at, 0) == rest
    text = table.running().random_turn(seat)
    take(table, table.plan_turn(person, seat, "late", text), at)
    while seat not in table.acting:
        other = table.acting[0]
        text = table.running().random_turn(other)
        take(table, table.plan_turn(f"p{other}", other, f"t{table.n}", text), at)
    take(table, table.plan_warm(seat, "greedy", "clock"), at + 60_000)
    take(table, table.plan_back(person, seat), at + 60_000)
    assert table.deadline(seat) == at + 62_500  # another turn


def test_leaving_and_staying_after_all_gives_no_time(game: str) -> None:
    """Nor does it where a bot had the seat before the match."""
    table = table_of(game, clock=LIVE)
    for seat in range(len(table.seats)):
        take(table, {"what": "open", "seat": seat})
        take(table, table.plan_bot("p0", seat, "greedy", "Bot"))
        take(table, table.plan_open("p0", seat))
        take(table, table.plan_join(f"p{seat}", f"P{seat}", seat, ""))
    take(table, table.plan_start("p0", "ad"), 1000)
    seat = table.acting[0]
    take(table, table.plan_leave(f"p{seat}"), 4000)
    assert table.seats[seat].left == 4000
    assert table.plan_leave(f"p{seat}") is None  # said once is enough
    take(table, table.plan_back(f"p{seat}", seat), 6000)
    assert table.seats[seat].left is None
    assert table.deadline(seat) == 11_000


def test_whoever_plays_has_not_left(game: str) -> None:
    table = begun(game)
    seat = table.acting[0]
    take(table, table.plan_leave(f"p{seat}"), 4000)
    body = table.plan_turn(f"p{seat}", seat, "one", table.running().random_turn(seat))
    assert isinstance(body, dict)
    change = table.apply(Event(table.n + 1, 5000, body))
    assert table.seats[seat].left is None
    assert change.table  # everyone is told


def test_taking_back_gives_no_time() -> None:
    """Also not again and again, and not after a restart, which replays the events."""
    checked = 0
    for key in games.cards():
        table, events = until_undo(key)
        if table is None:
            continue
        seat = table.running().lines[-1].seat or 0
        text, left = table.running().lines[-1].text, 7000
        for n in range(3):
            events.append(
                take(table, table.plan_undo(f"p{seat}", seat, f"u{n}"), table.updated + 9000)
            )
            assert table.deadline(seat) == table.updated + left
            played = table.plan_turn(f"p{seat}", seat, f"again{n}", text)
            events.append(take(table, played, table.updated + 1000))
            left -= 1000
        twin = begun(key, clock=LIVE)
        for event in events:
            twin.apply(event)
        assert twin.glass.since == table.glass.since
        checked += 1
    assert checked


def until_undo(key: str) -> tuple[Table | None, list[Event]]:
    """A table with a clock of ten seconds after a turn that took three and can be taken back."""
    table, events = begun(key, clock=LIVE), []
    for n in range(60):
        if not table.acting:
            break
        seat = table.acting[0]
        deadline = table.deadline(seat)
        assert deadline is not None
        text = table.running().random_turn(seat)
        event = take(table, table.plan_turn(f"p{seat}", seat, f"t{n}", text), deadline - 7000)
        events.append(event)
        if table.running().cannot_undo(seat) is None and not event.body["sealed"]:
            return table, events
    return None, events


def test_an_answer_is_given_again(game: str) -> None:
    table = begun(game)
    seat = table.acting[0]
    text = table.running().random_turn(seat)
    take(table, table.plan_turn(f"p{seat}", seat, "one", text))
    assert table.plan_turn(f"p{seat}", seat, "one", "whatever") == Done(table.n, text)
    with pytest.raises(Refused) as refused:
        table.plan_turn(f"p{seat}", seat, "two", "nonsense")
    with pytest.raises(Refused) as again:
        table.plan_turn(f"p{seat}", seat, "two", text)
    assert again.value.refusal == refused.value.refusal


def test_taking_back_is_not_mistaken_for_the_turn_of_the_same_id() -> None:
    table = next(table for key in games.cards() if (table := until_undo(key)[0]) is not None)
    last = table.running().lines[-1]
    seat, turn = last.seat or 0, table.n
    id_ = next(id_ for (_, _, id_), done in table.answers.items() if done.n == turn)
    take(table, table.plan_undo(f"p{seat}", seat, id_), table.updated)
    assert table.running().lines[-1] != last
    assert table.plan_undo(f"p{seat}", seat, id_) == Done(turn + 1, "")
    assert table.plan_turn(f"p{seat}", seat, id_, "whatever") == Done(turn, last.text)


def test_strangers_do_not_talk_where_they_may_not_watch(game: str) -> None:
    table = table_of(game, spectators=False)
    take(table, table.plan_chat("p9", "Nine", "c1", "Hello"))
    take(table, table.plan_start("p0", ""))
    for id_ in ("c1", "c2"):
        with pytest.raises(Problem, match="table/no-spectators"):
            table.plan_chat("p9", "Nine", id_, "Hello")


def test_what_is_not_possible_now_has_a_code(game: str) -> None:
    table = table_of(game)
    for code, plan in (
        ("table/not-started", lambda: table.plan_turn("p0", 0, "x", "y")),
        ("seat/not-yours", lambda: table.plan_turn("p1", 0, "x", "y")),
        ("seat/not-host", lambda: table.plan_start("p1", "")),
        ("table/full", lambda: table.plan_join("p9", "Nine", None, "")),
        ("table/full", lambda: table.plan_open("p0", 1)),
        ("seat/not-yours", lambda: table.plan_open("p0", 9)),
    ):
        with pytest.raises(Problem) as found:
            plan()
        assert found.value.code == code
    take(table, table.plan_start("p0", ""))
    with pytest.raises(Problem, match="table/started"):
        table.plan_join("p9", "Nine", None, "")
