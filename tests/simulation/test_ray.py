"""The same games on a Ray cluster: also when one of its machines dies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.errors import BadOption
from spieltisch.simulation import cluster
from spieltisch.simulation.jobs import Job, play_job
from spieltisch.simulation.runners import run
from tests.contract.every import FOLDER


def job_of(count: int, record: Path | None = None) -> Job:
    key = next(key for key, card in games.cards().items() if 2 in card.players)
    folder = None if record is None else str(record)
    return Job(key, 2, ("greedy", "random"), {}, 5, 0, count, folder)


def program(*arguments: str) -> str:
    """What a Python program prints that imports what the tests import."""
    paths = [str(FOLDER.parents[1]), str(FOLDER.parents[2])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_one_machine_as_a_cluster(tmp_path: Path) -> None:
    """Every record is the one that this process writes."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    job = job_of(60, here)
    list(run(job))
    setting = ["--players", "2", "--bots", ",".join(job.bots), "--seed", "5", "--games", "60"]
    record = ["--record", str(there), "--ray", "auto", "--json"]
    program("-m", "spieltisch", "simulate", job.game, *setting, *record)
    assert files(there) == files(here)
    assert len(files(here)) == 60


@pytest.mark.long
def test_a_node_that_dies_in_mid_run_changes_nothing() -> None:
    said = program("-m", "tests.simulation.dying_node", "4000")
    assert said.count("identical: True") == 2


def test_a_job_played_elsewhere_brings_its_records_along(tmp_path: Path) -> None:
    job = job_of(3, tmp_path)
    played, texts = cluster.play_anywhere(job)
    assert list(tmp_path.iterdir()) == []
    assert played == play_job(job)
    assert {name: text.encode() for name, text in texts.items()} == files(tmp_path)
    assert cluster.play_anywhere(job_of(3)) == (played, {})


class Ray:
    """Ray as far as it matters here: it starts only after so many tries."""

    def __init__(self, tries: int) -> None:
        self.tries = tries

    def is_initialized(self) -> bool:
        return False

    def shutdown(self) -> None:
        pass

    def init(self, address: str, **settings: Any) -> None:
        assert address == "local"
        self.tries -= 1
        if self.tries:
            raise RuntimeError("too slow")


def test_starting_and_not_finding_a_cluster(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where a cluster that is gone has left its address behind."""
    note = tmp_path / "ray" / "ray_current_cluster"
    note.parent.mkdir()
    note.write_text("127.0.0.1:1")
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(cluster, "import_module", lambda name: Ray(3))
    assert cluster._connect("auto")[1]
    with pytest.raises(BadOption, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        cluster._connect("127.0.0.1:1")
    monkeypatch.setattr(cluster, "import_module", lambda name: Ray(4))
    with pytest.raises(RuntimeError, match="too slow"):
        cluster._connect("auto")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name=name)

    monkeypatch.setattr(cluster, "import_module", absent)
    with pytest.raises(BadOption, match=r"spieltisch\[ray\]"):
        next(cluster.play_jobs([], "auto"))
