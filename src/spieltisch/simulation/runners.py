"""Where jobs run: in this process, in many on this machine, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from spieltisch.simulation.cluster import play_jobs
from spieltisch.simulation.jobs import Job, Played, play_job

BATCH = 50  # games; small enough for a lively progress bar, large enough to send


def run(job: Job, workers: int = 1, ray: str | None = None) -> Iterator[list[Played]]:
    """Batches of results in the order of the games, the same wherever they are played.

    `ray` is the address of a Ray cluster, or "auto".
    """
    parts = list(job.parts(BATCH))
    if ray is not None:
        yield from play_jobs(parts, ray)
        return
    if workers <= 1:
        yield from map(play_job, parts)
        return
    # fork would copy the locks of the caller's threads; a fresh process finds compiled code on disk
    with ProcessPoolExecutor(min(workers, len(parts)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_job, parts)


def all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
