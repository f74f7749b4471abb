"""The tool that looks for what no test notices, and its list of exceptions."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from spieltisch import games
from tests.mutants import __main__ as command
from tests.mutants import mutations

SOURCE = '''
def f(a, b):
    """A docstring, which nobody changes."""
    found: int = 0
    for n in range(3):
        if n == a and not b:
            continue
        found += n << 1
    return found
'''


def f(a: int, b: int) -> int:
    return -1


def test_the_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(mutations).failed == 0


def test_every_mutant_is_another_program() -> None:
    found = mutations.mutants(SOURCE)
    changes = [mutant.change for mutant in found]
    assert len(set(changes)) == len(changes)
    assert "`continue` → `break`" in changes
    assert "`found += n << 1` → `pass`" in changes
    assert "`if n == a and (not b):` → `if n == a or not b:`" in changes
    assert all("docstring" not in change for change in changes)


def test_a_mutant_takes_the_place_of_its_function_wherever_it_is_known() -> None:
    before, known = f.__code__, f
    assert isinstance(known, FunctionType)
    mutant = next(m for m in mutations.mutants(SOURCE) if m.change.endswith("`found += n << 2`"))
    try:
        mutations.install(known, mutant.code)
        assert f(5, 0) == 0 + 4 + 8
    finally:
        f.__code__ = before


def test_methods_and_what_is_wrapped_are_found() -> None:
    source = "class C:\n    @property\n    def p(self):\n        return self.n + 1\n"
    (mutant,) = (m for m in mutations.mutants(source) if m.change.endswith("`return self.n - 1`"))
    module = ModuleType("module")
    exec(source + "from functools import cache\n@cache\ndef f():\n    return 1\n", vars(module))
    assert (module.C.p.fget, mutant.function) == (mutations.function_of(module, "C.p"), "C.p")
    assert module.f() == 1  # and remembered
    changed = mutations.mutants("def f():\n    return 1\n")[0]
    mutations.install(mutations.function_of(module, "f"), changed.code)
    assert module.f() == 2


def test_listed_exceptions_are_still_there() -> None:
    """A row of the list that fits no mutant any more is out of date."""
    existing = set()
    for key, card in games.cards().items():
        for path in command.folder_of(card).glob("*.py"):
            named = f"{key} {path.name}"
            existing |= {m.name(named) for m in mutations.mutants(path.read_text("utf-8"))}
    listed = command.exceptions()
    assert listed
    assert listed <= existing


@pytest.mark.long
def test_every_mutant_of_hide_and_fill_is_noticed() -> None:
    for key in games.cards():
        asked = [sys.executable, "-m", "tests.mutants", key, "--many", "0"]
        done = subprocess.run(asked, cwd=Path(__file__).parents[2], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
