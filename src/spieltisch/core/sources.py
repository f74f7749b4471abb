"""Which files compiled code depends on: those that the kernels' modules import, one by one.

Nothing is listed anywhere: a module that no kernel imports, such as a board or a printer, is no
part of compiled code, wherever it lies. Data files (weights, boards) count with the modules beside
them.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from spieltisch.core import plugins
from spieltisch.core.signatures import MODULES

PACKAGE = plugins.PACKAGE
SHARED = "shared"  # the module of kernels that are handed no record
# Where kernels begin that are written once for all games, and what makes machine code of them
GENERIC = (
    "core.play",
    "core.lowering",
    "bots.trials",
    "bots.futures",
    "adapters.kernels",
    "builder.__main__",
)
DATA = {".json", ".npy", ".npz"}
# By these code is found and loaded; it is not made of them (`code_image.MAGIC` names the format)
LOADING = (
    "core.jit",
    "core.machine_code",
    "core.sources",
    "core.plugins",
    "core.code_image",
    "core.browser",
)

_IMPORTS = re.compile(
    rb"^[ \t]*(?:from[ \t]+(spieltisch[\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#]*))"
    rb"|import[ \t]+(spieltisch[\w.]*))",
    re.MULTILINE,
)


def sources(scope: str) -> list[Path]:
    """The files that the machine code of a game's folder, or of SHARED, is made of."""
    modules = [] if scope == SHARED else [f"games.{scope}.{name}" for name in MODULES]
    files = _followed([*modules, *GENERIC])
    data = {
        path
        for folder in {file.parent for file in files if _of_a_game(file)}
        for path in folder.iterdir()
        if path.suffix in DATA
    }
    return sorted([*files, *data])


def _followed(modules: Iterable[str]) -> set[Path]:
    """These modules and all of ours that they import, directly or not."""
    loading = {file for module in LOADING for file in _files(module)}
    found: set[Path] = set()
    waiting = [file for module in modules for file in _files(module)]
    while waiting:
        file = waiting.pop()
        if file not in found and file not in loading:
            found.add(file)
            waiting.extend(_imported(file))
    return found


@functools.cache
def _imported(file: Path) -> tuple[Path, ...]:
    found: list[Path] = []
    for package, several, one, plain in _IMPORTS.findall(content(file)):
        module = (package or plain).decode().partition(".")[2]
        here = _files(module)
        found += here
        if not here or any(path.name == "__init__.py" for path in here):  # names may be modules
            for name in re.findall(rb"\w+", several or one):
                found += _files(f"{module}.{name.decode()}")
    return tuple(found)


@functools.cache
def _files(module: str) -> tuple[Path, ...]:
    """The file of one of our modules, if there is one (a name may be anything in a package)."""
    first, *inside = module.split(".")
    roots = _game_folders() if first == "games" and inside else (PACKAGE / first,)
    places = ["/".join([str(root), *inside]) for root in roots]
    possible = [f"{place}{end}" for place in places for end in (".py", "/__init__.py")]
    return tuple(Path(file) for file in possible if os.path.isfile(file))


def _game_folders() -> tuple[Path, ...]:
    return PACKAGE / "games", *plugins.game_folders()[1:]


def _of_a_game(file: Path) -> bool:
    return any(folder in file.parents for folder in _game_folders())


def _name(file: Path) -> str:
    """Wherever it is installed."""
    for folder in _game_folders():
        if folder in file.parents:
            return f"games/{file.relative_to(folder).as_posix()}"
    return file.relative_to(PACKAGE).as_posix()


@functools.cache
def content(file: Path) -> bytes:
    return file.read_bytes()


@functools.cache
def digest(scope: str, settings: str, also: tuple[str, ...] = ()) -> str:
    """Names the present state of what a module is made of, in sixteen characters."""
    return _summed(sorted({*sources(scope), *_followed(also)}), settings)


@functools.cache
def digest_of(module: str, settings: str) -> str:
    """The same for one kernel that is compiled alone, by the module that defines it."""
    inside = module.partition(".")[2]
    return _summed(sorted(_followed([inside, *GENERIC[:2]])), settings)


def _summed(files: Iterable[Path], settings: str) -> str:
    summed = hashlib.sha256(settings.encode())
    for path in files:
        summed.update(_name(path).encode())
        summed.update(content(path))
    return summed.hexdigest()[:16]


def forget() -> None:
    """For tests that edit a copy of the sources."""
    for kept in digest, digest_of, content, _imported, _files:
        kept.cache_clear()
