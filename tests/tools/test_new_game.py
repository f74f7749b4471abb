"""A new game laid out by the tool keeps the contract, and can be played."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.tools.new_game import main, prefix

ROOT = Path(__file__).parents[2]
NAME = "-".join(("odd", "even"))  # in two parts: nobody outside its folder may name a game


@pytest.mark.parametrize("name", ["one", "Two-Words", "../x-y", "a-"])
def test_bad_names_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name]) == 2
    assert "expected a name" in capsys.readouterr().err


def test_an_existing_game_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([next(iter(games.cards()))]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_prefix_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    card = next(iter(games.cards().values()))
    assert prefix(NAME) == "OE"
    monkeypatch.setattr(games, "cards", lambda: {"other": replace(card, prefix="OE")})
    assert prefix(NAME) == "OEV"


def laid_out(folder: Path) -> dict[str, str]:
    """A copy of the project with this one game; the environment of its commands."""
    ignore = shutil.ignore_patterns("static", "__pycache__", "node_modules")
    for part in ("src", "tests", "web"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    for file in ("pyproject.toml", "package.json", "hatch_build.py"):
        shutil.copy(ROOT / file, folder)
    for card in games.cards().values():
        shutil.rmtree(folder / "src/spieltisch/games" / card.folder)
    environment = {
        "PYTHONPATH": str(folder / "src"),
        "HOME": str(Path.home()),
        "PATH": str(Path(sys.executable).parent),
    }
    tool = [sys.executable, "-m", "spieltisch.tools.new_game", NAME]
    subprocess.run(tool, cwd=folder, env=environment, check=True, capture_output=True)
    return environment


def test_a_new_game_passes_everything(tmp_path: Path) -> None:
    """Its own tests, the contract suite, lint; and a bot plays it in the terminal."""
    environment = laid_out(tmp_path)
    suite = ["-m", "pytest", "tests/contract", "src/spieltisch/games"]
    commands = [
        [*suite, "-p", "no:cov"],
        ["-m", "ruff", "check", "src/spieltisch/games"],
        ["-m", "ruff", "format", "--check", "src/spieltisch/games"],
        ["-m", "spieltisch", "simulate", NAME, "--games", "2", "--bots", "greedy,random"],
    ]
    for command in commands:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
