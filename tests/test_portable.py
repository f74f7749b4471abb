"""Nothing that only Unix has is needed to import a module."""

from __future__ import annotations

import ast
from pathlib import Path

import spieltisch

UNIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"}


def test_modules_that_only_unix_has_are_imported_with_a_way_out() -> None:
    """Inside of `try` or of `if sys.platform`."""
    for file in Path(spieltisch.__file__).parent.rglob("*.py"):
        for statement in ast.parse(file.read_text("utf-8")).body:
            names: set[str] = set()
            if isinstance(statement, ast.Import):
                names = {name.name for name in statement.names}
            elif isinstance(statement, ast.ImportFrom):
                names = {statement.module or ""}
            assert not names & UNIX, (file, names)
