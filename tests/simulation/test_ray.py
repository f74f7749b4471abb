"""The same games on a Ray cluster: also when one of its machines dies."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.errors import BadOption
from spieltisch.simulation import cluster
from spieltisch.simulation.arena import Contest, play
from spieltisch.simulation.jobs import Job
from spieltisch.simulation.runners import run
from tests.contract.every import FOLDER

pytestmark = [
    pytest.mark.research,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves sockets and pipes open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray.*"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray.*"),
]
SOURCE = str(FOLDER.parents[1])


@pytest.fixture
def where_we_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers import what the tests import."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SOURCE, str(FOLDER.parents[2])]))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")


@pytest.fixture
def two_nodes(where_we_are: None) -> Iterator[Any]:
    Cluster: Any = import_module("ray.cluster_utils").Cluster  # noqa: N806

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    yield nodes
    nodes.shutdown()


def job_of(games_played: int, bots: tuple[str, str], **more: Any) -> Job:
    key = next(key for key, card in games.cards().items() if 2 in card.players)
    return Job(key, 2, bots, {}, 5, 0, games_played, **more)


def test_one_machine_as_a_cluster(where_we_are: None, tmp_path: Path) -> None:
    """Results and records are those of this process; a contest runs there too."""
    job = job_of(60, ("greedy", "random"), record=str(tmp_path))
    (tmp_path / "here").mkdir()
    here = list(run(job_of(60, ("greedy", "random"), record=str(tmp_path / "here"))))
    assert list(run(job, ray="auto")) == here
    written = {path.name: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    assert written == {p.name: p.read_bytes() for p in (tmp_path / "here").iterdir()}
    assert len(written) == 60


@pytest.mark.long
def test_a_node_that_dies_in_mid_run_changes_nothing(two_nodes: Any) -> None:
    job = job_of(6000, ("greedy", "greedy"))
    expected = [played for batch in run(job) for played in batch]
    doomed = two_nodes.worker_nodes
    victim = next(iter(doomed))
    found, killed = [], threading.Event()
    for batch in run(job, ray=two_nodes.address):
        found += batch
        if not killed.is_set() and len(found) >= 600:
            two_nodes.remove_node(victim, allow_graceful=False)
            killed.set()
            time.sleep(0.1)
    assert killed.is_set()
    assert found == expected


@pytest.mark.long
def test_a_contest_on_a_cluster(two_nodes: Any) -> None:
    job = job_of(1, ("greedy", "random"))
    contest = Contest(job.game, job.bots, 2, 40)
    there = [o for batch in play(contest, [], 1, ray=two_nodes.address) for o in batch]
    here = [o for batch in play(contest, [], 1) for o in batch]
    assert there == here


def test_no_cluster_at_that_address(where_we_are: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**settings: Any) -> None:
        raise ConnectionError("nobody there")

    import ray

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(BadOption, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        next(cluster.play_jobs([job_of(1, ("random", "random"))], "127.0.0.1:1"))


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name=name)

    monkeypatch.setattr(cluster, "import_module", absent)
    with pytest.raises(BadOption, match=r"spieltisch\[ray\]"):
        next(cluster.play_jobs([], "auto"))
