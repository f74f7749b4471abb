"""What compiled code depends on: the modules that kernels import, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.core import sources
from spieltisch.core.sources import SHARED

FOLDERS = [card.folder for card in games.cards().values()]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the sources that a test may edit."""
    copy = tmp_path / "spieltisch"
    ignored = shutil.ignore_patterns("static", "__pycache__", "web", "objects")
    shutil.copytree(sources.PACKAGE, copy, ignore=ignored)
    monkeypatch.setattr(sources, "PACKAGE", copy)
    sources.forget()
    yield copy
    sources.forget()


def digests() -> dict[str, str]:
    sources.forget()
    return {scope: sources.digest(scope, "") for scope in (*FOLDERS, SHARED)}


def edited(file: Path) -> set[str]:
    """The modules that are built anew after an edit."""
    before = digests()
    with file.open("a") as end:
        end.write("# another reading\n")
    after = digests()
    return {scope for scope in before if before[scope] != after[scope]}


def test_editing_a_game_builds_that_game_anew_and_no_other(package: Path) -> None:
    for name in ("rules", "evaluate", "observe"):
        assert edited(package / "games" / FOLDERS[0] / f"{name}.py") == {FOLDERS[0]}


def test_editing_what_all_kernels_use_builds_everything_anew(package: Path) -> None:
    everything = {*FOLDERS, SHARED}
    assert edited(package / "core" / "randomness.py") == everything
    assert edited(package / "bots" / "search.py") == everything
    assert edited(package / "builder" / "entries.py") == everything


def test_what_no_kernel_imports_is_no_part_of_compiled_code(package: Path) -> None:
    folders = [package / "games" / folder for folder in FOLDERS]
    above = [
        file
        for folder in folders
        for pattern in ("board.py", "commands.py", "notation.py", "refusals.py", "view.py")
        for file in folder.glob(pattern)
    ]
    above += [file for folder in folders for file in folder.glob("t*/*.py")]  # training, tests
    above += [package / "cli" / "play.py", package / "api.py", package / "matches" / "match.py"]
    followed = {path for folder in FOLDERS for path in sources.sources(folder)}
    assert above
    assert not followed & set(above)
    assert edited(above[0]) == set()


def test_a_kernel_that_is_compiled_alone_depends_on_its_own_module(package: Path) -> None:
    name = f"spieltisch.games.{FOLDERS[0]}.rules"
    before = sources.digest_of(name, "")
    edited(package / "games" / FOLDERS[0] / "rules.py")
    assert sources.digest_of(name, "") != before


def test_data_files_count(package: Path) -> None:
    """Weights are numbers in the code: another network is another module."""
    files = {
        file: folder
        for folder in FOLDERS
        for file in sources.sources(folder)
        if file.suffix == ".json"
    }
    assert files
    file, folder = next(iter(files.items()))
    assert edited(file) == {folder}
