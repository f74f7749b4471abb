"""At a table without hints nobody gets one by letting a bot play a turn and coming back."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.tables.outcomes import Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table
from tests.tables.test_table import begun, take


def give(table: Table, level: str) -> None:
    take(table, table.plan_bot("p0", 0, level, "Bot"))


def test_without_hints_only_the_usual_stand_in_plays_on(game: str) -> None:
    table = begun(game, hints=False)
    assert len(table.stand_ins) == 1
    with pytest.raises(Problem, match="bot/stand-in"):
        table.plan_bot("p0", 0, "master", "Bot")
    give(table, table.stand_ins[0])
    assert table.seats[0].by_bot


def test_with_hints_every_bot_may(game: str) -> None:
    table = begun(game, hints=True)
    assert "master" in table.stand_ins
    give(table, "master")
    assert table.seats[0].level == "master"


def played_by_bot(hints: bool) -> tuple[Table, int]:
    """A bot has played a turn after which nothing was drawn, and its person is back."""
    for key in games.cards():
        for _ in range(20):
            table = begun(key, hints=hints)
            seat = table.acting[0]
            text = table.running().random_turn(seat)
            take(table, table.plan_bot(f"p{seat}", seat, table.stand_ins[0], "Bot"))
            take(table, table.plan_turn(None, seat, "b", text))
            take(table, table.plan_back(f"p{seat}", seat))
            if table.running().cannot_undo(seat) is None:
                return table, seat
    raise AssertionError("nothing can be taken back in any game")


@pytest.mark.parametrize("hints", [False, True])
def test_what_a_bot_played_is_taken_back_only_where_there_are_hints(hints: bool) -> None:
    table, seat = played_by_bot(hints)
    if hints:
        take(table, table.plan_undo(f"p{seat}", seat, "u"))
        return
    with pytest.raises(Refused):
        table.plan_undo(f"p{seat}", seat, "u")
    assert table.cannot_undo(seat) is not None
