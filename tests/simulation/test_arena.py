"""The arena: equal deals, fair seats, and a contest that can be interrupted."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.cli import main
from spieltisch.core.errors import BadOption
from spieltisch.simulation import arena, contest_file
from spieltisch.simulation.arena import Contest, Outcome, Seating
from tests.contract.every import INTERPRETED, every_game

GAMES = 2 if INTERPRETED else 4


def contest(
    key: str = "", bots: str = "random,greedy", players: int = 2, deals: int = 4
) -> Contest:
    return Contest(key, tuple(bots.split(",")), players, deals)


@pytest.mark.parametrize(
    ("bots", "players", "tables"),
    [
        ("a,b", 2, 1),
        ("a,b,c", 2, 3),
        ("a,b,c,d", 3, 4),
        ("a,b", 3, 2),  # a,a,b and a,b,b
        ("a,b,b", 3, 1),
        ("a,a,b", 2, 1),  # not a,a, and not a,b twice
        ("a,a,b", 4, 3),
    ],
)
def test_tables_are_the_bots_named_or_every_choice_of_them(
    bots: str, players: int, tables: int
) -> None:
    assert len(contest(bots=bots, players=players).tables()) == tables


@pytest.mark.parametrize(
    ("bots", "players"), [("a,b", 2), ("a,b,b", 3), ("a,b,c,d", 4), ("a,b", 5)]
)
def test_each_bot_sits_in_each_seat_equally_often(bots: str, players: int) -> None:
    fair = contest(bots=bots, players=players, deals=60)
    for table in fair.tables():
        for seat in range(players):
            sitting = Counter(seating[seat] for seating in fair.seatings(table))
            expected = Counter(table)
            assert all(
                sitting[bot] * players == expected[bot] * len(fair.seatings(table))
                for bot in expected
            )


def test_all_seatings_play_the_same_deals() -> None:
    deals: dict[tuple[str, ...], set[int]] = {}
    for job in contest(deals=10).jobs({}):
        deals.setdefault(job.bots, set()).update(range(job.first, job.first + job.count))
    assert set(deals) == {("random", "greedy"), ("greedy", "random")}
    assert all(numbers == set(range(5)) for numbers in deals.values())


def test_only_what_is_missing_is_played() -> None:
    done: dict[Seating, set[int]] = {
        ("random", "greedy"): {0, 1, 3},
        ("greedy", "random"): set(range(5)),
    }
    jobs = contest(deals=10).jobs(done)
    assert sorted((job.bots, job.first, job.count) for job in jobs) == [
        (("random", "greedy"), 2, 1),
        (("random", "greedy"), 4, 1),
    ]


@every_game
def test_a_resumed_contest_equals_one_played_at_once(key: str, tmp_path: Path) -> None:
    players = next(n for n in games.card(key).players if n > 1)
    seats = ",".join(["random", "easy", "random", "easy", "random"][:players])
    short, long = (contest(key, seats, players, n) for n in (GAMES // 2, GAMES))
    begun = [one for batch in arena.play(short, [], 1) for one in batch]
    contest_file.save(tmp_path / "c.json", short, begun, [])
    again = contest_file.load(tmp_path / "c.json", long).outcomes
    assert again == sorted(begun, key=lambda one: (one.deal, one.seating))
    again += [one for batch in arena.play(long, again, 1) for one in batch]
    once = [one for batch in arena.play(long, [], 1) for one in batch]
    assert sorted(map(repr, again)) == sorted(map(repr, once))


def test_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    contest_file.save(path, contest("x"), [Outcome(("random", "greedy"), 0, (1, 2), (2, 1))], [])
    with pytest.raises(BadOption, match="another contest"):
        contest_file.load(path, contest("x", "random,easy"))
    path.write_text("[]")
    with pytest.raises(BadOption, match="not a file of the arena"):
        contest_file.load(path, contest("x"))


@every_game
def test_the_command_saves_figures_and_a_picture(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if INTERPRETED:
        return  # whole games take long there; what the command calls is tested above
    out = tmp_path / "out.json"
    players = str(next(n for n in games.card(key).players if n > 1))
    command = ["arena", key, "--bots", "random,greedy", "--games", "6", "--players", players]
    assert main([*command, "--out", str(out)]) == 0
    assert "rating" in capsys.readouterr().out
    found = json.loads(out.read_text(encoding="utf-8"))
    assert {row["bot"] for row in found["table"]} == {"random", "greedy"}
    assert "<svg" in out.with_suffix(".svg").read_text(encoding="utf-8")
    assert main([*command, "--out", str(out)]) == 2  # it exists
    assert "--resume" in capsys.readouterr().err
    assert main([*command, "--out", str(out), "--resume"]) == 0
    assert json.loads(out.read_text(encoding="utf-8")) == found


def test_one_bot_is_no_contest(capsys: pytest.CaptureFixture[str]) -> None:
    key = next(iter(games.cards()))
    assert main(["arena", key, "--bots", "greedy,greedy"]) == 2
    assert "two bots" in capsys.readouterr().err


def test_a_bot_named_twice_needs_as_many_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = next(key for key, card in games.cards().items() if 2 in card.players)
    command = ["arena", key, "--players", "2", "--out", str(tmp_path / "c.json")]
    assert main([*command, "--bots", "random,random,easy"]) == 2
    assert "random is named more than once" in capsys.readouterr().err
    assert main([*command, "--bots", "random,random,easy", "--lang", "de"]) == 2
    assert "random ist mehrmals genannt" in capsys.readouterr().err
