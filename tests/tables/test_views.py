"""What clients are told of a table, each part by itself: above all, what they are not told yet."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.chance import commitment
from spieltisch.core.errors import Refusal
from spieltisch.core.patches import diff
from spieltisch.tables import changes, views
from spieltisch.tables.breaks import Proposal
from spieltisch.tables.changes import CHECKED, Changes, Public
from spieltisch.tables.outcomes import Change
from spieltisch.tables.patches import checksum
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.tables.test_table import begun, take


@pytest.fixture
def key() -> str:
    return min(games.cards(), key=lambda key: games.card(key).players[0])


def play(table: Table, turns: int) -> None:
    for n in range(turns):
        if not table.acting:
            return
        seat = table.acting[0]
        text = table.running().random_turn(seat)
        take(table, table.plan_turn(f"p{seat}", seat, f"t{table.n}-{n}", text))


def told(table: Table, body: dict[str, Any]) -> tuple[dict[str, Any], Change]:
    """What a spectator who keeps a view hears of an event, and the event's change."""
    before = Public(table)
    change = table.apply(Event(table.n + 1, 0, body))
    made = Changes(table, change, before, Public(table))
    return json.loads(made.head + b"}"), change


@dataclass
class Here:
    """A table where only seat 0 is there, and seat 1 is waited for."""

    table: Table
    hurried: dict[int, float] = field(default_factory=lambda: {1: 0.5})

    def is_here(self, seat: int) -> bool:
        return seat == 0

    def grace(self, seat: int) -> int | None:
        return 7000 if seat == 1 else None

    def opening(self) -> dict[str, Any] | None:
        return None


PRIVATE = {"seed", "holders", "chat", "answers", "p0", "p1"}


def test_a_table_is_told_without_who_its_people_are_and_its_seed(key: str) -> None:
    table = begun(key, clock={"kind": "slow", "days": 2}, rated=True)
    table.seats[1].left = 5
    table.breaks.away = {1: [(3, 9)]}
    found = views.info(Here(table), "p0", "/table/t")
    assert found["you"] == {"seats": [0], "host": True}
    assert (found["id"], found["game"], found["players"]) == ("t", key, len(table.seats))
    assert (found["status"], found["n"], found["updated"]) == ("playing", table.n, 1000)
    assert (found["public"], found["spectators"], found["hints"]) == (False, True, True)
    assert (found["rated"], found["clock"]) == (True, {"kind": "slow", "days": 2})
    assert found["commitment"] == commitment(bytes.fromhex(table.seed))
    assert found["nonces"] == ["ad", *[""] * (len(table.seats) - 1)]
    assert (found["link"], found["offline"], found["handed"]) == ("/table/t", False, False)
    assert found["pause"] == {"until": None, "proposal": None}
    first, second = found["seats"][:2]
    assert (first["seat"], first["kind"], first["name"]) == (0, "person", "P0")
    assert (first["connected"], first["grace"], first["left"]) == (True, None, False)
    assert (first["away"], first["about"], first["level"]) == ([], None, None)
    assert (second["connected"], second["grace"], second["left"]) == (False, 7000, True)
    assert (second["away"], second["warm"]) == ([[3, 9]], False)
    text = json.dumps(found)
    assert table.seed not in text
    assert not any(f'"{word}"' in text for word in PRIVATE)
    for person in ("p1", None):
        you = views.info(Here(table), person, "")["you"]
        assert you == {"seats": [1] if person else [], "host": False}


def test_of_pauses_the_last_one_is_told_and_what_is_proposed(key: str) -> None:
    table = begun(key)
    table.breaks.pauses = [(1, 2), (4, 8), (9, 12), (20, 30)]
    table.breaks.proposal = Proposal(3, 1, 50, {1})
    found = views.info(Here(table), None, "")["pause"]
    assert found == {"until": 30, "proposal": {"seat": 1, "until": 50, "agreed": [1]}}


def test_who_is_there_is_told_seat_by_seat(key: str) -> None:
    told = views.presence(Here(begun(key)), 3, 99)
    assert told["seats"][:2] == [
        {"seat": 0, "connected": True, "grace": None, "hurried": None},
        {"seat": 1, "connected": False, "grace": 7000, "hurried": 0.5},
    ]
    assert (told["kind"], told["watching"], told["now"]) == ("presence", 3, 99)


@pytest.mark.parametrize("game_key", list(games.cards()))
def test_scores_are_told_when_the_match_is_over_and_not_before(game_key: str) -> None:
    table = begun(game_key)
    play(table, 3)
    assert views.result(table) is None
    assert views.snapshot(table, 0, None, 0)["result"] is None
    while len(table.acting) and table.status == "playing":
        seat = table.acting[0]
        text = table.running().random_turn(seat)
        body = table.plan_turn(f"p{seat}", seat, f"e{table.n}", text)
        assert isinstance(body, dict)
        head, change = told(table, body)
        assert ("result" in head) == change.ended == (table.status == "over")
    assert table.match is not None
    assert views.result(table) == table.match.final


def test_a_seed_is_in_the_record_of_a_match_of_old_rules_only_when_it_is_over(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = games.card(key)
    monkeypatch.setitem(games.cards(), key, replace(card, version=card.version + 1))
    table = begun(key, rules=card.version)
    assert table.past is not None
    assert table.seed not in views.past_record(table, None)
    table.end_past("over")
    assert table.seed in views.past_record(table, None)


def test_what_was_missed_is_each_event_with_its_own_lines(key: str) -> None:
    table = begun(key)
    play(table, 6)
    whole = views.snapshot(table, None, 0, 0)
    assert [event["n"] for event in whole["missed"]] == list(range(1, table.n + 1))
    lines = [line for event in whole["missed"] for line in event["lines"]]
    assert lines == whole["log"]
    later = views.snapshot(table, None, table.n - 2, 0)["missed"]
    assert later == whole["missed"][-2:]


def test_an_event_of_chat_carries_what_was_said_last(key: str) -> None:
    table = begun(key)
    for n, text in enumerate(("first", "second", "third")):
        body = table.plan_chat("p0", "P0", f"c{n}", text)
        assert isinstance(body, dict)
        head, change = told(table, body)
        assert head["chat"]["text"] == text
        assert views.Telling(table, change).same["chat"]["text"] == text
        assert "view" not in head
        assert "patch" not in head, "nothing at the table has changed"


def test_every_so_many_events_a_sum_says_whether_a_view_is_right(key: str) -> None:
    table, sums = begun(key), {}
    while table.n < 2 * CHECKED and table.acting:
        body = table.plan_chat("p0", "P0", f"c{table.n}", "hello")
        assert isinstance(body, dict)
        head, _ = told(table, body)
        if "sum" in head:
            sums[head["n"]] = head["sum"]
    assert list(sums) == [CHECKED, 2 * CHECKED]
    assert sums[CHECKED] == checksum(views.frame(table, None)["view"])


def test_the_first_view_is_told_whole(key: str) -> None:
    table = begun(key)
    change = Change(Event(table.n, 0, {"what": "start"}), 1, 0, True, False)
    before = Public(table)
    before.view = None
    head = changes._head(table, change, before, Public(table))
    assert head["view"] == Public(table).view


def test_whether_a_turn_can_be_taken_back() -> None:
    refusal = Refusal("REC-6", "Nein.", "No.")
    assert views.undo_told(refusal, False, "en") == {"can": False, "rule": "REC-6", "en": "No."}
    assert views.undo_told(None, False, None) == {"can": True}
    assert views.undo_told(None, True, None) == {"can": False}


def test_parts_inside_of_lists_are_patched_where_they_are() -> None:
    assert diff([{"a": 1, "b": 2}], [{"a": 1, "b": 3}]) == {">": {"0": {"=": {"b": 3}}}}
