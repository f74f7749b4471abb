"""The file of a contest: refused before play if it cannot be written, and read with suspicion."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.cli import main
from spieltisch.simulation import arena
from tests.cli.test_commands import run

KEY = next(key for key, card in games.cards().items() if 2 in card.players)
COMMAND = ["arena", KEY, "--bots", "random,greedy", "--players", "2", "--games", "4"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*COMMAND, *arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing/out.json", "cannot be written: No such file or directory"),
        ("folder", "folder is a folder"),
        ("pictured.json", "pictured.svg is a folder"),
        ("file/out.json", "cannot be written: Not a directory"),
        ("x" * 300, "cannot be written: File name too long"),
        ("pic.svg", "name a .json file"),
        ("pic.SVG", "name a .json file"),
    ],
    ids=lambda value: value[:20],
)
def test_a_place_that_cannot_be_written_is_refused_before_play(
    name: str,
    sentence: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (here / "folder").mkdir()
    (here / "pictured.svg").mkdir()
    (here / "file").touch()
    before = sorted(here.rglob("*"))
    monkeypatch.setattr(arena, "play", None)
    assert sentence in refused(["--out", name], capsys)
    assert sorted(here.rglob("*")) == before


def spoil(change: Callable[[dict[str, Any]], object], path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    change(found)
    path.write_text(json.dumps(found), encoding="utf-8")


@pytest.fixture
def played(here: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main([*COMMAND, "--out", "c.json"]) == 0
    capsys.readouterr()
    return here / "c.json"


def first(found: dict[str, Any], place: int, value: Any) -> None:
    found["outcomes"][0][place] = value


SPOILT: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "short row": (lambda f: f["outcomes"].append([1, 2]), "outcomes, number 5"),
    "no list": (lambda f: f.update(outcomes=5), "outcomes is no list"),
    "unknown bot": (lambda f: first(f, 0, ["random", "nobody"]), "outcomes, number 1"),
    "other seats": (lambda f: first(f, 0, ["random"] * 2), "outcomes, number 1"),
    "no seats": (lambda f: first(f, 0, [["random"], 3]), "outcomes, number 1"),
    "deal": (lambda f: first(f, 1, "x"), "outcomes, number 1"),
    "deal below zero": (lambda f: first(f, 1, -1), "outcomes, number 1"),
    "scores": (lambda f: first(f, 2, [1]), "outcomes, number 1"),
    "huge scores": (lambda f: first(f, 2, [10**400, 0]), "outcomes, number 1"),
    "ranks": (lambda f: first(f, 3, [2, 2]), "outcomes, number 1"),
    "no ranks": (lambda f: first(f, 3, [True, 2]), "outcomes, number 1"),
    "twice": (lambda f: f["outcomes"].append(f["outcomes"][0]), "outcomes, number 5"),
    "version": (lambda f: f.update({"spieltisch-arena": 2}), "is of version 2"),
    "true version": (lambda f: f.update({"spieltisch-arena": True}), "is of version True"),
    "no version": (lambda f: f.pop("spieltisch-arena"), "is not a file of the arena"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_file_is_refused(
    name: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, sentence = SPOILT[name]
    spoil(change, played)
    before = played.read_text(encoding="utf-8")
    assert sentence in refused(["--out", "c.json", "--resume"], capsys)
    assert played.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("text", ["", "{}", "5", "\x00", "[" * 100_000])
def test_no_file_of_the_arena(text: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "c.json").write_text(text)
    assert "not a file of the arena" in refused(["--out", "c.json", "--resume"], capsys)


def test_games_of_other_bots_are_kept_with_a_warning(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND, "--out", "c.json", "--resume"]) == 0
    assert capsys.readouterr().err.strip() == ""
    spoil(lambda found: found["made_by"].update(digest="000000000000"), played)
    assert main([*COMMAND, "--out", "c.json", "--resume", "--games", "6"]) == 0
    assert "were played by another version" in capsys.readouterr().err
    assert len(json.loads(played.read_text(encoding="utf-8"))["outcomes"]) == 6


def test_many_workers_find_the_same_outcomes(here: Path) -> None:
    bots = ["--bots", "random,easy,greedy", "--players", "2", "--games", "4"]
    for workers in ("1", "2"):
        out = str(here / f"{workers}.json")
        done = run("arena", KEY, *bots, "--workers", workers, "--out", out)
        assert done.returncode == 0, done.stderr
    assert (here / "1.json").read_text("utf-8") == (here / "2.json").read_text("utf-8")
