"""The compile cache: named after what the code depends on, and always somewhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.core import jit


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the sources that a test may edit."""
    copy = tmp_path / "spieltisch"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    jit._digest.cache_clear()
    yield copy
    jit._digest.cache_clear()


def digests() -> dict[str, str]:
    jit._digest.cache_clear()
    found = {card.key: jit.source_digest(card.package) for card in games.cards().values()}
    return found | {name: jit.source_digest(f"spieltisch.{name}.x") for name in jit.RESTS_ON}


def test_editing_a_game_compiles_that_game_anew_and_no_other(package: Path) -> None:
    before = digests()
    edited = next(iter(games.cards().values()))
    with (package / "games" / edited.folder / "rules.py").open("a") as file:
        file.write("# another reading\n")
    after = digests()
    assert {key for key in before if before[key] != after[key]} == {edited.key}


def test_editing_the_core_compiles_everything_anew(package: Path) -> None:
    before = digests()
    with (package / "core" / "randomness.py").open("a") as file:
        file.write("# another generator\n")
    after = digests()
    assert all(before[key] != after[key] for key in before)


def test_editing_bots_leaves_the_games_compiled(package: Path) -> None:
    before = digests()
    with (package / "bots" / "search.py").open("a") as file:
        file.write("# another search\n")
    after = digests()
    assert {key for key in before if before[key] != after[key]} == {"bots", "adapters"}


def test_tests_and_commands_are_no_part_of_compiled_code(package: Path) -> None:
    before = digests()
    folder = package / "games" / next(iter(games.cards().values())).folder
    (folder / "tests" / "test_more.py").write_text("")
    (package / "cli" / "more.py").write_text("")
    assert digests() == before


def test_without_a_writable_home_a_temporary_folder_serves() -> None:
    """/proc cannot be written, not even by root."""
    code = "from spieltisch.core import jit; print(jit.cache_root())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"SPIELTISCH_CACHE": "/proc/nowhere", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_dir()
    assert "cannot be written" in done.stderr


@pytest.mark.slow_interpreted  # it compiles, whatever this run does
def test_two_checkouts_of_one_state_share_their_compiled_code(tmp_path: Path) -> None:
    """Compiles one small kernel in each of two copies; the second finds what the first made."""
    code = (
        "import numpy; from spieltisch.core import randomness as r;"
        "g = r.generator(1); r.below(g, 6);"
        "print(sum(r.below.stats.cache_hits.values()))"
    )
    hits = []
    for name in ("one", "two"):
        copy = tmp_path / name / "spieltisch"
        ignored = shutil.ignore_patterns("static", "__pycache__", "tests", "web")
        shutil.copytree(jit.PACKAGE, copy, ignore=ignored)
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"SPIELTISCH_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(copy.parent)},
            capture_output=True,
            text=True,
            check=True,
        )
        hits.append(int(done.stdout))
    assert hits == [0, 1]
