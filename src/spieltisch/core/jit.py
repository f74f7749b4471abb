"""The project's one way to compile a kernel, and the key of its disk cache.

Numba notices an edit only in the file that defines the compiled function, and does not
notice at all that bounds checking was switched on. Either way it would go on running the
old machine code. So the cache folder is named after all that a kernel depends on: for a game
the core and its own folder, for generic kernels their package and those below it (the record type
that they are compiled for carries the game's digest, see `state.layout`). Editing one game thus
compiles that game anew, and no other. Where the sources lie does not matter: two checkouts of one
state share their compiled code. Several processes may fill a cache at once.
"""

from __future__ import annotations

import contextlib
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
from numba.core import caching

try:
    import fcntl
except ImportError:  # Windows: processes that compile at once may do work twice
    fcntl = None  # type: ignore[assignment]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
# What kernels of each package rest on; a game's rest on the core and on the game's own folder.
RESTS_ON = {
    "core": ("core",),
    "bots": ("core", "bots"),
    "adapters": ("core", "bots", "adapters"),
    "training": ("core", "bots", "training"),
}
# What a game's kernels never import: these modules stand above the rules (CONTRIBUTING.md).
ABOVE = {"board.py", "commands.py", "notation.py", "refusals.py", "view.py", "words.py"}


def sources(scope: str) -> Iterator[Path]:
    """The files that kernels of one of our packages, or of one game's, depend on."""
    folders = [PACKAGE / name for name in RESTS_ON.get(scope, ("core", scope))]
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
    _, package, *inside = module.split(".")
    return _digest(f"{package}/{inside[0]}" if package == "games" else package)


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


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """One process at a time, of all that share this machine's cache."""
    with (cache_root() / f"{name}.lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


class _Locator(caching.UserProvidedCacheLocator):
    """The folder's name says what the code is made of; Numba would add the checkout's path."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(cache_folder(py_func.__module__) / py_func.__module__)

    def get_source_stamp(self) -> str:
        return ""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        locator = cls(py_func, py_file)
        locator.ensure_cache_path()  # type: ignore[no-untyped-call]
        return locator


class _Files(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012 (Numba's own type)


class _Cache(caching.FunctionCache):
    """Numba reads, extends and writes an index; two processes that do so at once lose an entry."""

    _impl_class = _Files

    def _save_overload(self, sig: Any, data: Any) -> None:
        with locked("index"):
            super()._save_overload(sig, data)  # type: ignore[no-untyped-call]


def kernel(function: Kernel) -> Kernel:
    """Compiles a rules function; callers and the type checker see the function itself."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    dispatcher: Any = numba.njit(nogil=True)(function)
    dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]
    return cast(Kernel, dispatcher)
