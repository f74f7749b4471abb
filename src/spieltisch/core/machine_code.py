"""Where machine code comes from: the package itself (a wheel brings it), the user's cache, or the
builder, which is started here when there is none.

The name of a file says what it was made of, so an edited source never meets old code, and two
checkouts of one state share theirs. Whatever is wrong with a file is said in one sentence, and the
file is made anew. Where nothing can be made, Numba compiles kernels one by one as they are called.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from spieltisch.core import sources
from spieltisch.core.sources import PACKAGE, SHARED

if TYPE_CHECKING:  # a browser has neither
    from spieltisch.core import code_image

try:
    import fcntl
except ImportError:  # Windows: processes that compile at once may do work twice
    fcntl = None  # type: ignore[assignment]

IN_BROWSER = sys.platform == "emscripten"
SHIPPED = PACKAGE / "objects"  # what a wheel brings along
SUFFIX = ".image"
LOOK = 0.2  # seconds between two looks at what another process does
BUILDER = "spieltisch.builder"
BUILDING = "SPIELTISCH_BUILDING"  # set by the builder: kernels called meanwhile are plain Python


class Library(Protocol):
    """A loaded module: of machine code (`code_image`), or of WebAssembly (`browser`)."""

    def know(self, record: type) -> None: ...
    def names(self) -> Iterable[str]: ...
    def entry(self, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any] | None: ...


_records: dict[str, type] = {}
_loaded: dict[str, Library | None] = {}
_known: set[str] = set()  # scopes that were asked for
_refused: set[Path] = set()  # what a wheel brought and cannot be used here
_told: set[str] = set()


def setting(name: str) -> bool:
    """Whether one of Numba's switches is on in the environment; they hold for modules, too."""
    return os.environ.get(name, "").strip() not in {"", "0"}


CHECKED = setting("NUMBA_BOUNDSCHECK")


def tell(sentence: str) -> None:
    """Once in every process, on the error stream."""
    if sentence not in _told:
        _told.add(sentence)
        print(f"spieltisch: {sentence}", file=sys.stderr, flush=True)


def supported() -> bool:
    """Images are made for Linux on x86-64; elsewhere Numba compiles as it goes."""
    free_threads = not getattr(sys, "_is_gil_enabled", lambda: True)()
    usual = sys.implementation.name == "cpython" and not free_threads
    return sys.platform == "linux" and os.uname().machine == "x86_64" and usual


def scope_of(module: str, arguments: Sequence[Any] = ()) -> str:
    """The folder of the game whose module has this kernel for these arguments, or SHARED."""
    found = _folder(module)
    for argument in arguments:
        kind = getattr(getattr(argument, "dtype", None), "type", type(argument))
        found = found or _folder(kind.__module__)
    return found or SHARED


def _folder(module: str) -> str | None:
    names = module.split(".")
    return names[2] if names[:2] == ["spieltisch", "games"] and len(names) > 2 else None


def know(module: str, record: type) -> None:
    """A game's record type, which is declared while its rules are imported."""
    scope = _folder(module)
    if scope is not None:
        _records[scope] = record
        library = _loaded.get(scope)
        if library is not None:
            library.know(record)


def digest(scope: str) -> str:
    if IN_BROWSER:  # sources may be left out there; who packs them keeps all of one state
        return "browser"
    return sources.digest(scope, "checked" if CHECKED else "")


def name_of(scope: str) -> str:
    return f"{scope}-{digest(scope)}{SUFFIX}"


@functools.cache
def cache_root() -> Path:
    """Where compiled kernels are kept: the user's cache folder, or a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    root = Path(os.environ.get("SPIELTISCH_CACHE") or Path(home, "spieltisch"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        if not os.access(root, os.W_OK | os.X_OK):
            raise PermissionError(root)
        return root
    except OSError:
        import tempfile

        fallback = Path(tempfile.gettempdir(), f"spieltisch-{os.getuid()}")
        fallback.mkdir(mode=0o700, exist_ok=True)
        tell(
            f"{root} cannot be written, so compiled rules are kept in {fallback} "
            "and may have to be compiled again; set SPIELTISCH_CACHE to choose a folder"
        )
        return fallback


@contextlib.contextmanager
def locked(name: str, waiting: Callable[[str], None] | None = None) -> Iterator[TextIO]:
    """One process at a time, of all that share this machine's cache.

    Whoever holds the lock may write into the file how far it is; `waiting` is told that meanwhile.
    """
    with (cache_root() / f"{name}.lock").open("a+") as file:
        if fcntl is not None:
            _wait(file, waiting)
        try:
            yield file
        finally:
            note(file, "")


def _wait(file: TextIO, waiting: Callable[[str], None] | None) -> None:
    last = ""
    while waiting is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            file.seek(0)
            told = file.read()
        if told not in ("", last):
            waiting(told)
            last = told
        time.sleep(LOOK)
    fcntl.flock(file, fcntl.LOCK_EX)


def note(file: TextIO, line: str) -> None:
    """What others that wait for the lock are told, in place of what stood there."""
    with contextlib.suppress(OSError):  # the disk may be full: then they are told nothing
        os.ftruncate(file.fileno(), 0)
        os.write(file.fileno(), line.encode())


def file_of(scope: str) -> Path | None:
    """The image, if there is one."""
    name = name_of(scope)
    # The builder makes what is missing, or what could not be used
    shipped = [] if os.environ.get(BUILDING) else [SHIPPED]
    for folder in (*shipped, cache_root()):
        if (folder / name).exists() and folder / name not in _refused:
            return folder / name
    return None


def wasm_name(scope: str) -> str:
    made = sources.digest(scope, "checked" if CHECKED else "", ("builder.wasm",))
    return f"{scope}-{made}.wasm"


def wasm_file(scope: str) -> Path | None:
    """The module for browsers, if it was built."""
    kept = cache_root() / wasm_name(scope)
    return kept if kept.exists() else None


def is_there(scope: str) -> bool:
    return _loaded.get(scope) is not None or file_of(scope) is not None


def library(scope: str) -> Library | None:
    """The module of a game, or SHARED: loaded, and built before if need be; None: there is none."""
    if IN_BROWSER and scope == SHARED:  # every game brings those kernels along
        return next((one for one in _loaded.values() if one is not None), None)
    if scope not in _known:
        _known.add(scope)
        load = _fetched if IN_BROWSER else _load if supported() else None
        _loaded[scope] = _loaded.get(scope) or (load(scope) if load else None)
        loaded = _loaded[scope]
        if loaded is not None and scope in _records:
            loaded.know(_records[scope])
        if loaded is None and IN_BROWSER:  # the page may still bring it
            _known.discard(scope)
    return _loaded[scope]


def _fetched(scope: str) -> Library | None:
    """In a browser the page puts the module of a game there before the game is first found."""
    from spieltisch.core import browser

    path = SHIPPED / f"{scope}.wasm"
    return browser.Library(path) if path.exists() else None


def _load(scope: str) -> Library | None:
    for _ in range(2):  # what a wheel brought, if that can be used; else our own
        found = _read(scope)
        if found is not None:
            return found
    tell(f"compiling {scope.replace('_', '-')} for this machine, once")
    for _ in building([scope]):
        pass
    return _loaded.get(scope) or _read(scope)


def _read(scope: str) -> code_image.Library | None:
    """What lies there, if it is whole and for this machine."""
    from spieltisch.core import code_image

    path = file_of(scope)
    if path is None:
        return None
    try:
        return code_image.read(path)
    except (code_image.Damaged, OSError) as error:
        tell(f"{path.name} cannot be used ({error}); it is made anew")
        if path.parent == SHIPPED:  # what was installed is not ours to delete
            _refused.add(path)
            return None
        with contextlib.suppress(OSError):
            path.unlink()
        return None


def command(scopes: Sequence[str], wasm: bool = False) -> list[str]:
    """Starts the builder, which tells a line for each step."""
    return [sys.executable, "-m", BUILDER, *(["--wasm"] if wasm else []), *scopes]


def heard(line: str | bytes) -> tuple[float, str] | None:
    """How much is done, and the next step; or code that could not be kept, which is loaded now."""
    told = json.loads(line)
    if "image" in told:
        import base64

        from spieltisch.core import code_image

        _loaded[told["scope"]] = code_image.Library(base64.b64decode(told["image"]))
        return None
    return told["progress"], told["step"]


def building(scopes: Sequence[str], wasm: bool = False) -> Iterator[tuple[float, str]]:
    """Has modules built by a process of its own, and passes on what it tells."""
    import subprocess

    with subprocess.Popen(command(scopes, wasm), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            step = heard(line)
            if step is not None:
                yield step
    if process.returncode != 0:
        tell("kernels are compiled one by one as they are needed, since they could not be built")
