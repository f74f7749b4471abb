"""The project's one way to compile a kernel, and the key of its disk cache.

Numba notices an edit only in the file that defines the compiled function, and does not
notice at all that bounds checking was switched on. Either way it would go on running the
old machine code. So the cache folder is named after all that a kernel depends on: for a game
the core and its own folder, for generic kernels everything but the games (the record type that
they are compiled for carries the game's digest, see `state.layout`). Editing one game thus
compiles that game anew, and no other.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
GENERIC = ("core", "bots", "adapters")  # the packages that hold kernels for every game
# What a game's kernels never import: these modules stand above the rules (CONTRIBUTING.md).
ABOVE = {"board.py", "commands.py", "notation.py", "refusals.py", "view.py", "words.py"}


def sources(module: str) -> Iterator[Path]:
    """The files that kernels of `module` depend on."""
    parts = module.split(".")
    folders = [PACKAGE / "core"]
    if parts[1:2] == ["games"] and len(parts) > 2:
        folders.append(PACKAGE / "games" / parts[2])
    else:
        folders += [PACKAGE / name for name in GENERIC[1:]]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).parts
            is_source = path.suffix in {".py", ".json"} and path.name not in ABOVE
            if is_source and not {"tests", "web"} & set(inside):
                yield path


@functools.cache
def _digest(scope: str) -> str:
    setting = f"{numba.__version__} {np.__version__} {sys.version} {numba.config.BOUNDSCHECK}"  # type: ignore[attr-defined]
    digest = hashlib.sha256(setting.encode())
    for path in sources(scope):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def source_digest(module: str) -> str:
    """Names the present state of what `module`'s kernels depend on, in twelve characters."""
    parts = module.split(".")
    is_game = parts[1:2] == ["games"] and len(parts) > 2
    return _digest(".".join(parts[:3]) if is_game else "spieltisch.core")


@functools.cache
def cache_root() -> Path:
    """Where compiled kernels are kept: the user's cache folder, or a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    root = Path(os.environ.get("SPIELTISCH_CACHE") or Path(home, "spieltisch"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        fallback = Path(tempfile.gettempdir(), f"spieltisch-{os.getuid()}")
        fallback.mkdir(mode=0o700, exist_ok=True)
        print(
            f"spieltisch: {root} cannot be written, so compiled rules are kept in {fallback} "
            "and may have to be compiled again; set SPIELTISCH_CACHE to choose a folder",
            file=sys.stderr,
        )
        return fallback


def cache_folder(module: str) -> Path:
    return cache_root() / source_digest(module)


def kernel(function: Kernel) -> Kernel:
    """Compiles a rules function; callers and the type checker see the function itself."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    numba.config.CACHE_DIR = str(cache_folder(function.__module__))  # type: ignore[attr-defined]
    return cast(Kernel, numba.njit(cache=True, nogil=True)(function))
