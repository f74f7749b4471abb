"""Jobs on a Ray cluster: the same games with the same results, wherever they are played."""

from __future__ import annotations

import os
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from spieltisch.compiling import compile_game, is_compiled
from spieltisch.core.errors import BadOption
from spieltisch.simulation.jobs import Job, Played, play_job

AHEAD = 4  # jobs per core that are sent before the first result is taken
PATIENCE = 5.0  # seconds until a cluster must have answered
Files = dict[str, str]


def play_jobs(jobs: Sequence[Job], address: str) -> Generator[list[Played], None, None]:
    """The results of all jobs, in their order; record files are written here."""
    results = everywhere(play_anywhere, jobs, address)
    for job, (played, files) in zip(jobs, results, strict=True):
        for name, text in files.items():
            Path(job.record or ".", name).write_text(text, encoding="utf-8", newline="\n")
        yield played


def everywhere(
    function: Callable[..., Any], parts: Sequence[Any], address: str
) -> Generator[Any, None, None]:
    """What a function gives for each part, in their order.

    A part whose node dies is done again on another one.
    """
    ray, ours = _connect(address)
    try:
        task = ray.remote(max_retries=-1, scheduling_strategy="SPREAD")(function)
        left, waiting = deque(parts), deque[Any]()
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while left or waiting:
            while left and len(waiting) < ahead:
                waiting.append(task.remote(left.popleft()))
            yield ray.get(waiting.popleft())
    finally:
        if ours:
            ray.shutdown()


def _connect(address: str) -> tuple[Any, bool]:
    """Ray, connected; and whether it is for us to leave again.

    `auto` means the cluster that this machine belongs to, or, if there is none, one that
    consists of this machine and ends with the run.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        raise BadOption(
            "Dafür wird Ray gebraucht: pip install 'spieltisch[ray]'",
            "Ray is needed for this: pip install 'spieltisch[ray]'",
        ) from None
    if ray.is_initialized():
        return ray, False
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    known = _joined() if address == "auto" else address
    if _answers(known):
        ray.init(address=known, **quiet)
    elif address == "auto":
        _start_here(ray, quiet)
    else:
        raise BadOption(
            f"Kein Ray-Cluster unter {address}", f"there is no Ray cluster at {address}"
        )
    return ray, True


def _joined() -> str:
    """The address of the cluster that this machine belongs to, or did when Ray last ran here."""
    temporary = os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()
    note = Path(temporary, "ray", "ray_current_cluster")
    return os.environ.get("RAY_ADDRESS") or (note.read_text("utf-8") if note.exists() else "")


def _answers(address: str) -> bool:
    """Whether somebody listens there: Ray itself would ask a dead cluster for five minutes."""
    host, _, port = address.removeprefix("ray://").strip().rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, ValueError):
        return False
    return True


def _start_here(ray: Any, quiet: dict[str, Any]) -> None:
    """A cluster of this machine; a busy one may miss Ray's deadline, so there are three tries."""
    for tries_left in (2, 1, 0):
        try:
            ray.init(address="local", include_dashboard=False, **quiet)
            return
        except Exception:
            ray.shutdown()
            if not tries_left:
                raise


def play_anywhere(job: Job) -> tuple[list[Played], Files]:
    """Plays a job on whichever machine this is; record files travel back as texts."""
    _compile_once(job.game)
    if job.record is None:
        return play_job(job), {}
    with tempfile.TemporaryDirectory() as folder:
        played = play_job(replace(job, record=folder))
        return played, {path.name: path.read_text("utf-8") for path in Path(folder).iterdir()}


def compiled_first(work: tuple[str, Callable[..., Any], Any]) -> Any:
    """Any other work with a game, on whichever machine this is: its key, a function and a part."""
    key, function, part = work
    _compile_once(key)
    return function(part)


def _compile_once(key: str) -> None:
    """Compiles on a machine that has not done so yet; one process does it, the others wait."""
    if not is_compiled(key):
        for _ in compile_game(key):
            pass
