"""Machine code on disk: found, refused and made anew, by one process and by several."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from spieltisch.compiling import is_compiled
from spieltisch.core import code_image, machine_code
from spieltisch.core.sources import PACKAGE, SHARED

pytestmark = pytest.mark.compiled

# The first words of a generator by the module of kernels that are handed no record
CODE = """
import resource, sys
{before}
from spieltisch.core.randomness import generator, next_word
random = generator(5)
print([next_word(random) for _ in range(3)], "numba" in sys.modules)
"""


def start(cache: Path | str, before: str = "", path: str = "") -> subprocess.Popen[str]:
    env = os.environ | {"SPIELTISCH_CACHE": str(cache), "PYTHONPATH": path or ":".join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-c", CODE.format(before=before)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[str, list[str]]:
    out, told = process.communicate(timeout=280)
    assert process.returncode == 0, told
    return out, told.splitlines()


@pytest.fixture
def words() -> str:
    from spieltisch.core.randomness import generator, next_word

    random = generator(5)
    return f"{[next_word(random) for _ in range(3)]} False\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache with the module that this run uses, so that nothing has to be built."""
    machine_code.library(SHARED)
    found = machine_code.file_of(SHARED)
    assert found is not None
    shutil.copy(found, tmp_path / found.name)
    return tmp_path


def kept(cache: Path) -> Path:
    return cache / machine_code.name_of(SHARED)


def test_what_is_there_is_used_without_a_word(cache: Path, words: str) -> None:
    assert ended(start(cache)) == (words, [])


def test_a_damaged_file_is_made_anew_with_one_sentence(cache: Path, words: str) -> None:
    data = bytearray(kept(cache).read_bytes())
    data[-5000] ^= 1
    kept(cache).write_bytes(data)
    out, told = ended(start(cache))
    assert out == words
    assert [line for line in told if "cannot be used" in line] == told[:1]
    assert ended(start(cache)) == (words, [])  # the new one is whole


@pytest.mark.parametrize("data", [b"", b"\x7fELF something else", code_image.MAGIC + bytes(20)])
def test_files_that_are_no_images_are_refused(data: bytes) -> None:
    with pytest.raises(code_image.Damaged):
        code_image.Library(data)


def test_code_for_another_processor_is_refused() -> None:
    found = machine_code.file_of(SHARED)
    assert found is not None
    description, code = code_image.unpack(found.read_bytes())
    foreign = code_image.pack(description | {"needs": ["no_such_instruction"]}, code)
    with pytest.raises(code_image.Damaged, match="no_such_instruction"):
        code_image.Library(foreign)


def test_two_processes_build_once(tmp_path: Path, words: str) -> None:
    two = [start(tmp_path), start(tmp_path)]
    assert [ended(process)[0] for process in two] == [words, words]
    assert len(list(tmp_path.glob("*.image"))) == 1
    assert not list(tmp_path.glob("*.part"))


def test_a_full_disk_still_plays(tmp_path: Path, words: str) -> None:
    """No file may become longer than a thousand bytes."""
    full = "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    out, told = ended(start(tmp_path, full))
    assert out == words
    assert any("cannot be kept" in line for line in told)
    assert not list(tmp_path.glob("*.image"))
    assert not list(tmp_path.glob("*.part"))


def test_without_a_writable_home_a_temporary_folder_serves() -> None:
    """/proc cannot be written, not even by root."""
    code = "from spieltisch.core import machine_code; print(machine_code.cache_root())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"SPIELTISCH_CACHE": "/proc/nowhere", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_dir()
    assert "cannot be written" in done.stderr


def test_two_checkouts_of_one_state_share_their_code(
    cache: Path, tmp_path: Path, words: str
) -> None:
    copy = tmp_path / "checkout" / "spieltisch"
    ignored = shutil.ignore_patterns("static", "__pycache__", "tests", "web")
    shutil.copytree(PACKAGE, copy, ignore=ignored)
    assert ended(start(cache, path=str(copy.parent))) == (words, [])


def test_a_compiler_that_we_do_not_know_gets_a_sentence(tmp_path: Path) -> None:
    """Then Numba compiles kernels one by one, by what it promises to everyone."""
    other = (
        "import subprocess; from spieltisch.core import machine_code;"
        "machine_code.BUILDER = 'tests.core.unknown_compiler'"
    )
    out, told = ended(start(tmp_path, other))
    assert out.endswith("True\n")
    assert [line for line in told if "numba 0.68.1, and this is 0.1" in line]
    assert [line for line in told if "one by one" in line]


def test_a_game_that_was_built_is_compiled() -> None:
    from spieltisch import games

    key = next(iter(games.cards()))
    games.find(key).legal(games.find(key).new(2, games.card(key).resolve(2, {})))
    assert is_compiled(key)


def test_who_waits_is_told_how_far_the_other_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "cache_root", lambda: tmp_path)
    heard: queue.Queue[str] = queue.Queue()

    def wait() -> None:
        with machine_code.locked("building", heard.put):
            heard.put("mine")

    with machine_code.locked("building") as lock:
        waiting = threading.Thread(target=wait)
        waiting.start()
        for line in ('{"progress": 0.1}', '{"progress": 0.2}'):
            machine_code.note(lock, line)
            assert heard.get(timeout=20) == line
    assert heard.get(timeout=20) == "mine"
    waiting.join()
    assert (tmp_path / "building.lock").read_text() == ""
