"""Building a game's machine code before it is needed, step by step, so that a bar can be shown.

`python -m spieltisch.compiling` builds the game that a newcomer can play first; `make play` does
that while the client is still being built, and the server that starts then shows how far it is.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from spieltisch import games
from spieltisch.core import machine_code
from spieltisch.core.jit import INTERPRETED
from spieltisch.core.sources import SHARED, sources


def is_compiled(key: str, wasm: bool = False) -> bool:
    """Whether the game can be played without compiling anything first (`wasm`: and in browsers)."""
    native = INTERPRETED or not machine_code.supported() or not missing(key)
    return native and not (wasm and machine_code.wasm_file(games.card(key).folder) is None)


def missing(key: str) -> list[str]:
    """The modules that have to be built before the game can be played."""
    scopes = games.card(key).folder, SHARED
    return [scope for scope in scopes if not machine_code.is_there(scope)]


def size(key: str) -> int:
    """Bytes of what the game's machine code is made of: about how long it takes."""
    return sum(path.stat().st_size for path in sources(games.card(key).folder))


def order(keys: Iterable[str]) -> list[str]:
    """What is compiled, then the least of the others, so that one game can be played soon; then
    those that take longest, so that all cores are done at about the same time."""
    keys = list(keys)
    ready = [key for key in keys if is_compiled(key)]
    rest = sorted((key for key in keys if key not in ready), key=size)
    return [*ready, *rest[:1], *reversed(rest[1:])]


def compile_game(key: str, wasm: bool = False) -> Iterator[tuple[float, str]]:
    """Has everything built, telling how much is done and what is next; one process a game."""
    if not is_compiled(key, wasm):
        scopes = [games.card(key).folder, SHARED] if wasm else missing(key)
        yield from machine_code.building(scopes, wasm)


def write_wasm(key: str, folder: Path) -> Iterator[tuple[float, str]]:
    """Writes a game's module for browsers, `GAME.wasm`, into a folder; it tells of its steps, too.

    The page puts it into `spieltisch/objects` before the game is found (`spieltisch.browser`).
    It is built only if there is none of these sources, with the linker of the package `ziglang`.
    """
    yield from compile_game(key, wasm=True)
    scope = games.card(key).folder
    found = machine_code.wasm_file(scope)
    if found is None:
        raise FileNotFoundError(f"there is no WebAssembly of {key}")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(found, folder / f"{scope}.wasm")


if __name__ == "__main__":
    for _ in compile_game(order(games.cards())[0]):
        pass
