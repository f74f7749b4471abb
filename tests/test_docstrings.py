"""Examples in docstrings say what is true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WITH_EXAMPLES = [
    path
    for folder in (ROOT / "src" / "spieltisch", ROOT / "bench")
    for path in sorted(folder.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


def name_of(path: Path) -> str:
    inside = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in inside if part not in ("src", "__init__"))


@pytest.mark.parametrize("module", [name_of(path) for path in WITH_EXAMPLES])
def test_examples_of_docstrings(module: str) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.testmod(import_module(module), optionflags=flags)
    assert found.attempted > 0
    assert found.failed == 0
