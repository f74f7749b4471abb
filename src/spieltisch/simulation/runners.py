"""Where jobs run: in this process, in many on this machine, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from typing import Any

from spieltisch.simulation.cluster import compiled_first, everywhere, play_jobs
from spieltisch.simulation.jobs import Job, Played, batch, play_job
from spieltisch.simulation.workers import in_order


def run(job: Job, workers: int = 1, ray: str | None = None) -> Generator[list[Played], None, None]:
    """Batches of results in the order of the games, the same wherever they are played.

    `ray` is the address of a Ray cluster, or "auto".
    """
    parts = list(job.parts(batch(job.bots)))
    return _spread_here(play_job, parts, workers) if ray is None else play_jobs(parts, ray)


def spread(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int, ray: str | None, game: str
) -> Generator[Any, None, None]:
    """What `function` gives for each part of a study of `game`, in their order, like `run`.

    The function is one of a module's own, its result depends on the part alone, and parts are large
    enough to be sent: some games each.
    """
    if ray is None:
        return _spread_here(function, parts, workers)
    return everywhere(compiled_first, [(game, function, part) for part in parts], ray)


def _spread_here(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int
) -> Generator[Any, None, None]:
    if workers <= 1 or len(parts) <= 1:
        yield from map(function, parts)
        return
    yield from in_order(function, parts, workers)


def all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
