"""Ctrl-C in real processes: one is enough, and nothing goes on behind it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from spieltisch import games

KEY = next(key for key, card in games.cards().items() if 2 in card.players)
WORKERS = 2
SOON = 10.0  # seconds, on a busy machine; the games that were begun would take ten minutes
SLEEPY = """
import os, time
from functools import partial
from pathlib import Path
MADE = 0

class Bot:
    def __init__(self):
        global MADE
        MADE += 1

    def choose(self, position):
        if MADE > 3:  # three games are played, the fourth never ends
            Path(f"asleep-{os.getpid()}").touch()
            time.sleep(600)
        return next(position.turns())
"""


def start(folder: Path, *arguments: str, bot: str = SLEEPY) -> subprocess.Popen[str]:
    """A command as a terminal starts it: a process group of its own."""
    (folder / "sleepy.py").write_text(bot)
    return subprocess.Popen(
        [sys.executable, "-m", "spieltisch", *arguments, "--workers", str(WORKERS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": ":".join(sys.path), "HOME": str(Path.home()), "COLUMNS": "200"},
        start_new_session=True,
    )


def wait_for(happened: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def asleep(folder: Path) -> list[int]:
    return [int(path.name.partition("-")[2]) for path in folder.glob("asleep-*")]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def stop(process: subprocess.Popen[str], folder: Path, times: int) -> tuple[int, str, str]:
    """Ctrl-C, once all workers are in games that do not end; its code and what it said."""
    try:
        assert wait_for(lambda: len(asleep(folder)) == WORKERS, 60)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.1)
        out, err = process.communicate(timeout=SOON)
        assert all(wait_for(partial(gone, pid), 1) for pid in asleep(folder))
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert "Traceback" not in out + err
    assert "KeyboardInterrupt" not in out + err
    return process.returncode, out, err


@pytest.mark.parametrize("times", [1, 2, pytest.param(5, marks=pytest.mark.long)])
def test_one_is_enough_to_end_a_contest(tmp_path: Path, times: int) -> None:
    seats = ["--players", "2", "--bots", "sleepy:Bot,random"]
    process = start(
        tmp_path, "arena", KEY, *seats, "--games", "400", "--out", "c.json", "--lang", "en"
    )
    code, out, _ = stop(process, tmp_path, times)
    assert code == 130
    kept = len(json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))["outcomes"])
    assert 0 < kept <= 6  # the last ones may still have been on their way from a worker
    assert out == f"{kept} games are kept in c.json; go on with --resume\n"
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("times", [1, 2])
def test_one_is_enough_to_end_a_simulation(tmp_path: Path, times: int) -> None:
    seats = ["--players", "2", "--bots", "sleepy:Bot,random", "--json"]
    process = start(tmp_path, "simulate", KEY, *seats, "--games", "400", "--lang", "en")
    code, out, err = stop(process, tmp_path, times)
    assert code == 130
    finished = json.loads(out)["games"]
    assert 0 < finished <= 6
    assert err.strip() == f"stopped: {finished} of 400 games were finished"


def test_a_worker_that_dies_is_told_in_a_sentence(tmp_path: Path) -> None:
    dying = SLEEPY.replace("time.sleep(600)", "os._exit(1)")
    seats = ["--players", "2", "--bots", "sleepy:Bot", "--lang", "en"]
    process = start(tmp_path, "simulate", KEY, *seats, bot=dying)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "a worker process ended unexpectedly" in err
    assert "Traceback" not in out + err
