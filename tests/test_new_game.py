"""A new game laid out by the tool keeps the contract, but for the tests its author must write."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.tools.new_game import main

ROOT = Path(__file__).parents[1]
NAME = "-".join(("odd", "even"))  # in two parts: nobody outside its folder may name a game
MISSING = {"test_every_rule_has_a_test", "test_the_folder_has_the_files_of_the_contract"}


@pytest.mark.parametrize("name", [[], ["one"], ["Two-Words"], ["a", "b"], ["../x-y"]])
def test_bad_names_are_refused(name: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(name) == 2
    assert "expected a name" in capsys.readouterr().err


def test_an_existing_game_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([next(iter(games.cards()))]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.slow_interpreted
def test_a_new_game_passes_everything_but_its_own_tests(tmp_path: Path) -> None:
    """In a copy of the project with this one game: its layout, then the contract suite."""
    ignore = shutil.ignore_patterns("static", "__pycache__", "node_modules")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignore)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for card in games.cards().values():
        shutil.rmtree(tmp_path / "src/spieltisch/games" / card.folder)
    environment = {
        "PYTHONPATH": str(tmp_path / "src"),
        "HOME": str(Path.home()),
        "PATH": str(Path(sys.executable).parent),
    }
    tool = [sys.executable, "-m", "spieltisch.tools.new_game", NAME]
    subprocess.run(tool, cwd=tmp_path, env=environment, check=True, capture_output=True)
    suite = [sys.executable, "-m", "pytest", "tests/contract", "-p", "no:xdist", "-p", "no:cov"]
    done = subprocess.run(
        suite, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    failed = {
        line.split("::")[1].split("[")[0] for line in done.stdout.splitlines() if "::" in line
    }
    assert failed == MISSING, done.stdout[-3000:]
