"""Runs the collected tests against one mutant after the other, each in a fork of this process.

Kernels are plain functions where nothing is compiled, so a mutant is the same function object with
other code, and nothing has to be imported or collected anew. Tests that do not reach the function
are left out. Each test has a limit of CPU time, by what it takes without mutants: a mutant that
never ends is found out, and a busy machine does no harm.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutations import Mutant, function_of, install

SPARE = 2.0  # seconds of CPU that any test may take, and five times what it usually takes
PRIOR = 0.2  # kills that are expected of a test that has not killed yet
OVERHEAD = 0.01  # seconds that the quickest test takes with what stands around it
Progress = Callable[[str], None]


@dataclass
class Hunt:
    """What is to be tried, and what became of it."""

    module: str
    mutants: list[Mutant]
    until: float  # time.monotonic()
    tell: Progress
    killed: dict[int, str] = field(default_factory=dict)  # by number, the test
    survived: list[int] = field(default_factory=list)
    broken: str = ""  # a test that fails without any mutant

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        measured = self._measured(items)
        if measured is None:
            return True
        usual, reached = measured
        killers: Counter[int] = Counter()
        for number, mutant in enumerate(self.mutants):
            if time.monotonic() > self.until:
                break
            # Whatever kills most in its time, as far as is known, comes first.
            reaching = [n for n in range(len(items)) if mutant.function in reached[n]]
            reaching.sort(key=lambda n: -(killers[n] + PRIOR) / (usual[n] + OVERHEAD))
            killer = self._try(items, reaching, usual, mutant)
            if killer is None:
                self.survived.append(number)
            else:
                killers[killer] += 1
                self.killed[number] = items[killer].nodeid
            self.tell("survived" if killer is None else "killed")
        return True

    def _measured(self, items: list[pytest.Item]) -> tuple[list[float], list[set[str]]] | None:
        """Without mutants, of each test: the seconds of CPU, and the functions that it reaches;
        None if one fails."""
        module = import_module(self.module)
        names = {
            function_of(module, name).__code__: name
            for name in {mutant.function for mutant in self.mutants}
        }

        def measure() -> Any:
            seconds, reached = [], []
            for item in items:
                found: set[str] = set()
                began = time.process_time()
                sys.setprofile(_noting(names, found))
                passed = _passes(item)
                sys.setprofile(None)
                if not passed:
                    return item.nodeid
                seconds.append(time.process_time() - began)
                reached.append(found)
            return seconds, reached

        found = _in_fork(measure)
        if isinstance(found, tuple):
            return found
        self.broken = str(found)
        return None

    def _try(
        self, items: list[pytest.Item], order: list[int], usual: list[float], mutant: Mutant
    ) -> int | None:
        """The number of the first test that fails, or None."""
        reader, writer = os.pipe()
        function = function_of(import_module(self.module), mutant.function)
        assert function.__code__.co_freevars == mutant.code.co_freevars, "it cannot be installed"

        def run() -> Any:
            install(function, mutant.code)
            for at in order:
                os.write(writer, at.to_bytes(4, "big"))  # in case it never comes back
                signal.setitimer(signal.ITIMER_VIRTUAL, SPARE + 5 * usual[at])
                if not _passes(items[at]):
                    return at
            return None

        found = _in_fork(run)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            tried = pipe.read()
        if found is ENDED:
            return int.from_bytes(tried[-4:], "big")
        return found  # type: ignore[no-any-return]


ENDED = object()


def _noting(names: dict[CodeType, str], found: set[str]) -> Callable[[FrameType, str, Any], None]:
    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in names:
            found.add(names[frame.f_code])

    return note


def _in_fork(run: Callable[[], Any]) -> Any:
    """What `run` returns in a copy of this process; ENDED if it did not return."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(pickle.dumps(run()))
        finally:
            os._exit(0)  # whatever happens, a copy never goes on as if it were the first
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        found = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(found) if found and status == 0 else ENDED


def _passes(item: pytest.Item) -> bool:
    sys.stdout.flush()
    reports = runtestprotocol(item, log=False, nextitem=None)
    return all(not report.failed for report in reports)
