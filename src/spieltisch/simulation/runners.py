"""Where jobs run: in this process, in many on this machine, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from spieltisch.simulation.cluster import everywhere, play_jobs, warmed
from spieltisch.simulation.jobs import Job, Played, play_job

BATCH = 50  # games; small enough for a lively progress bar, large enough to send


def run(job: Job, workers: int = 1, ray: str | None = None) -> Iterator[list[Played]]:
    """Batches of results in the order of the games, the same wherever they are played.

    `ray` is the address of a Ray cluster, or "auto".
    """
    parts = list(job.parts(BATCH))
    return _spread_here(play_job, parts, workers) if ray is None else play_jobs(parts, ray)


def spread(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int, ray: str | None, game: str
) -> Iterator[Any]:
    """What `function` gives for each part of a study of `game`, in their order, like `run`.

    The function is one of a module's own, its result depends on the part alone, and parts are large
    enough to be sent: some games each.
    """
    if ray is None:
        return _spread_here(function, parts, workers)
    return everywhere(warmed, [(game, function, part) for part in parts], ray)


def _spread_here(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int
) -> Iterator[Any]:
    if workers <= 1 or len(parts) <= 1:
        yield from map(function, parts)
        return
    # fork would copy the locks of the caller's threads; a fresh process finds compiled code on disk
    with ProcessPoolExecutor(min(workers, len(parts)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(function, parts)


def all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
