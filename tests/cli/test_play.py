"""The table in the terminal: played by typing, left, resumed, and seen by several people."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from spieltisch import api, games
from spieltisch.cli import main
from spieltisch.cli.prompt import Prompt
from tests.contract.every import every_game


def play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: list[str], *arguments: str
) -> tuple[int, Path]:
    """Plays with these lines typed in; the match is kept in a file."""
    path = tmp_path / "match.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    return main(["play", *arguments, "--save", str(path)]), path


def seats(key: str, person: str = "you") -> str:
    return ",".join([person] + ["random"] * (max(2, games.card(key).players[0]) - 1))


@every_game
def test_a_person_asks_errs_and_leaves(
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = ["?", "why nonsense", "nonsense", "", "board", "undo", "save", "quit"]
    code, path = play(monkeypatch, tmp_path, typed, key, "--seats", seats(key), "--seed", "1")
    shown = capsys.readouterr().out
    assert code == 0
    assert "[REC-2]" in shown
    assert f"--resume {path}" in shown
    assert not api.load(path).over


@every_game
def test_a_match_is_resumed_where_it_was_left(
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, path = play(monkeypatch, tmp_path, ["quit"], key, "--seats", seats(key), "--lang", "de")
    before = api.load(path)
    turn = next(before.turns(0))
    assert code == 0
    assert "Weiterspielen" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(f"why {turn}\n{turn}\nquit\n"))
    assert main(["play", "--resume", str(path), "--lang", "de"]) == 0
    assert "Dieser Zug ist erlaubt." in capsys.readouterr().out
    after = api.load(path)
    assert [line.text for line in after.lines if line.kind == "turn" and line.seat == 0][
        : len(before.lines)
    ]
    assert len(after.lines) > len(before.lines)


@every_game
def test_bots_alone_play_to_the_end(
    key: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    short = [f"--option={o.name}=20" for o in games.card(key).options if o.kind == "number"]
    table = seats(key, "random")
    code, path = play(monkeypatch, tmp_path, [], key, "--seats", table, *short)
    assert code == 0
    assert api.verify(path).over
    assert "1. random" in capsys.readouterr().out


def test_between_two_hands_there_is_a_curtain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = next(key for key, card in games.cards().items() if 2 in card.players)
    turn = next(api.game(key).match(2, seed=1).turns(0))
    typed = ["", turn, "", "quit"]
    code, _ = play(monkeypatch, tmp_path, typed, key, "--seats", "Ada,Bo", "--seed", "1")
    shown = capsys.readouterr().out
    assert code == 0
    assert "Ada is next" in shown
    assert "Bo is next" in shown


def test_completion_goes_word_by_word() -> None:
    prompt = Prompt()
    prompt.offered = ["lay g11 g9", "lay g2", "swap r1"]
    found = [prompt.complete("lay g", n) for n in range(3)]
    assert found == ["lay g11 ", "lay g2", None]
