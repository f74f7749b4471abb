"""`make wheel`: installed where nothing else is, games are played and nothing is compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from spieltisch import games

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
CODE = """
import sys, spieltisch
from spieltisch.core import machine_code
match = spieltisch.game({key!r}).match(seed=3)
for seat in match.acting:
    match.hint(seat, simulations=20)
folder = {folder!r}
print(machine_code.file_of(folder).parent.name, "numba" in sys.modules)
"""

pytestmark = [pytest.mark.long, pytest.mark.compiled, pytest.mark.timeout(3600)]


def run(*command: str | Path, folder: Path, cache: Path, given: str = "") -> tuple[str, str]:
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "SPIELTISCH_CACHE": str(cache),
    }
    done = subprocess.run(
        command, cwd=folder, env=env, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is committed, and the client that is built already."""
    folder = tmp_path_factory.mktemp("clone")
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    shutil.copytree(ROOT / "src/spieltisch/static", folder / "src/spieltisch/static")
    return folder


@pytest.fixture(scope="module")
def wheel(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("dist")
    code = f"import sys; sys.path.insert(0, {str(clone / 'src')!r}); import runpy; "
    code += f"sys.argv = ['wheel', {str(made)!r}]; "
    code += f"runpy.run_path({str(clone / 'tools/wheel.py')!r}, run_name='__main__')"
    environ = os.environ | {
        "PYTHONPATH": str(clone / "src")
    }  # machine code may come from the cache
    subprocess.run([sys.executable, "-c", code], env=environ, check=True)
    assert {path.suffix for path in made.glob("spieltisch-*")} == {".whl", ".gz"}
    assert not (clone / "src/spieltisch/objects").exists()
    [found] = made.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it names, and nothing of this checkout."""
    folder = tmp_path_factory.mktemp("home")
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder / "v"], check=True)
    python = folder / "v/bin/python"
    install: list[str | Path] = [UV, "pip", "install", "--quiet", "--python", python]
    subprocess.run([*install, "-r", ROOT / "requirements/run.txt"], check=True)
    subprocess.run([*install, "--no-deps", wheel], check=True)
    return folder


def test_the_wheel_is_one_for_this_platform_and_small(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-manylinux_2_17_x86_64.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    images = [name for name in names if name.startswith("spieltisch/objects/")]
    assert len(images) == len(games.cards()) + 1
    inside = [name for name in names if name.startswith("spieltisch/games/")]
    assert not [name for name in inside if "/tests/" in name or "/web/" in name]
    assert "spieltisch/static/index.html" in names
    assert wheel.stat().st_size < 10_000_000


@pytest.mark.parametrize("key", list(games.cards()))
def test_games_are_played_and_nothing_is_compiled(key: str, home: Path, tmp_path: Path) -> None:
    code = CODE.format(key=key, folder=games.card(key).folder)
    python = home / "v/bin/python"
    out, told = run(python, "-c", code, folder=tmp_path, cache=tmp_path / "cache")
    assert (out, told) == ("objects False\n", "")
    assert not list((tmp_path / "cache").glob("*.image"))


def test_the_terminal_draws_a_board_at_once(home: Path, tmp_path: Path) -> None:
    key = next(iter(games.cards()))
    spieltisch = home / "v/bin/spieltisch"
    out, told = run(
        *(spieltisch, "play", key, "--seed", "1", "--seats", "you,random"),
        folder=tmp_path,
        cache=tmp_path / "cache",
        given="quit\n",
    )
    assert len(out.splitlines()) > 10
    assert "compil" not in told


def test_what_is_shipped_for_another_processor_is_replaced_not_deleted(
    home: Path, tmp_path: Path
) -> None:
    """One file is made unusable: it stays, and the cache gets one that can be used."""
    [shipped] = (home / "v").rglob("shared-*.image")
    whole = shipped.read_bytes()
    code = "from spieltisch.core.randomness import generator; print(generator(1)[0])"
    python = home / "v/bin/python"
    try:
        shipped.write_bytes(whole[:-1])
        _, told = run(python, "-c", code, folder=tmp_path, cache=tmp_path / "cache")
        assert "cannot be used" in told
        assert shipped.read_bytes() == whole[:-1]
        assert len(list((tmp_path / "cache").glob("shared-*.image"))) == 1
        _, told = run(python, "-c", code, folder=tmp_path, cache=tmp_path / "cache")
        assert "compiling" not in told
    finally:
        shipped.write_bytes(whole)
