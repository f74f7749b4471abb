"""The tests of the server once more, on a real PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
HERE = Path(__file__).parent
ONLY_SQLITE = "not second_server"  # a file belongs to one server, a database to many


def test_the_same_tests_pass_on_postgresql() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(HERE), "-k", ONLY_SQLITE],
        cwd=HERE.parents[1],
        env={**os.environ, "SPIELTISCH_TEST_ON": "postgresql"},
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stdout[-5000:]
