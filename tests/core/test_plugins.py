"""A game in a package of somebody else, found by its entry point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from spieltisch.tools.new_game import main

NAME = "-".join(("odd", "even"))  # in two parts: nobody outside its folder may name a game
DIGEST = "import sys; from spieltisch.core import sources; print(sources.digest(sys.argv[1], ''))"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """As `pip install --editable` leaves it: the package on the path, and its metadata."""
    assert main([NAME, "--package", str(tmp_path)]) == 0
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    told = tmp_path / f"{NAME.replace('-', '_')}-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Name: {NAME}\nVersion: {project['version']}\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (told / "entry_points.txt").write_text("".join(lines))
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    there = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], env=there, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_it_is_listed_and_played_like_ours(outside: Path) -> None:
    assert "Odd Even" in run(outside, "-m", "spieltisch", "games")
    asked = ("simulate", NAME, "--games", "2", "--bots", "random", "--json")
    assert json.loads(run(outside, "-m", "spieltisch", *asked))["games"] == 2
    assert "OE-2" in run(outside, "-m", "spieltisch", "rules", NAME)


def test_its_machine_code_is_named_after_its_own_files(outside: Path) -> None:
    scope = NAME.replace("-", "_")
    before = run(outside, "-c", DIGEST, scope)
    (rules,) = outside.rglob("rules.py")
    rules.write_text(rules.read_text("utf-8") + "\n# changed\n", encoding="utf-8")
    assert run(outside, "-c", DIGEST, scope) != before


def test_a_package_that_is_gone_is_one_sentence(outside: Path) -> None:
    (package,) = (file.parent.parent for file in outside.rglob("rules.py"))
    package.rename(outside / "gone")
    assert "Odd Even" not in run(outside, "-m", "spieltisch", "games")
