"""Processes of this machine that play games, and end at once when nobody waits for them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from spieltisch.core.errors import Refusal, SpieltischError

Send = Callable[[Callable[[Any], Any], Sequence[Any]], list[Future[Any]]]


@contextmanager
def at_work(workers: int) -> Iterator[Send]:
    """Sends parts of a work to so many processes; they are ended when the block is left early."""
    # fork would copy the locks of the caller's threads; a fresh process finds compiled code on disk
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=deafen)

    def send(function: Callable[[Any], Any], parts: Sequence[Any]) -> list[Future[Any]]:
        with _unheard():  # processes are started here, and inherit what they do not listen to
            return [pool.submit(function, part) for part in parts]

    try:
        yield send
    except BrokenProcessPool:
        raise SpieltischError(
            Refusal(
                "REC-1",
                "Ein Arbeitsprozess ist unerwartet zu Ende gegangen (zu wenig Speicher?)",
                "a worker process ended unexpectedly (out of memory?)",
            )
        ) from None
    except BaseException:  # Ctrl-C, a bot that failed, or nobody takes any more results
        _end(pool)
        raise
    pool.shutdown()


def _end(pool: ProcessPoolExecutor) -> None:
    """A pool by itself would wait until the games that were begun are over."""
    with _undisturbed():
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C waits for nothing either, so it need not be heard."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
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
