"""Processes of this machine that play games, and end at once when nobody waits for them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from queue import SimpleQueue
from typing import Any

from spieltisch.core.errors import Refusal, SpieltischError

Done = SimpleQueue[Future[Any] | None]  # None: somebody pressed Ctrl-C


def in_order(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int
) -> Generator[Any, None, None]:
    """What the function gives for each part, in their order."""
    early: dict[int, Any] = {}
    given = 0
    for place, result in as_finished(function, parts, workers):
        early[place] = result
        while given in early:
            yield early.pop(given)
            given += 1


def as_finished(
    function: Callable[[Any], Any], parts: Sequence[Any], workers: int
) -> Generator[tuple[int, Any], None, None]:
    """What the function gives for each part, with the part's place, as soon as it is known.

    Whoever stops asking (or Ctrl-C, or an error) ends the processes.
    """
    # fork would copy the locks of the caller's threads; a fresh process finds compiled code on disk
    context = get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(parts)), mp_context=context, initializer=deafen)
    done: Done = SimpleQueue()
    with _noted(done):
        try:
            yield from _results(pool, done, function, parts)
        except BrokenProcessPool:
            raise _died() from None
        except BaseException:
            _end(pool)
            raise
        pool.shutdown()


def _results(
    pool: ProcessPoolExecutor, done: Done, function: Callable[[Any], Any], parts: Sequence[Any]
) -> Iterator[tuple[int, Any]]:
    with _unheard():  # processes are started here, and inherit what they do not listen to
        places = {pool.submit(function, part): place for place, part in enumerate(parts)}
    for future in places:
        future.add_done_callback(done.put)
    for _ in places:
        finished = done.get()
        if finished is None:
            raise KeyboardInterrupt
        yield places[finished], finished.result()


@contextmanager
def _noted(done: Done) -> Iterator[None]:
    """Ctrl-C is noted and raised where results are waited for: anywhere else, it might leave locks
    of the pool behind that nobody opens again."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: done.put(None))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _unheard() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; only the one that started the others heeds it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def deafen() -> None:
    """From now on this process does not heed Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """A pool by itself would wait until the games that were begun are over."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _died() -> SpieltischError:
    return SpieltischError(
        Refusal(
            "REC-1",
            "Ein Arbeitsprozess ist unerwartet zu Ende gegangen (zu wenig Speicher?)",
            "a worker process ended unexpectedly (out of memory?)",
        )
    )
