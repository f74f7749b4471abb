"""`python -m spieltisch.builder NAME …` builds modules and tells each step, a line of JSON each.

`--wasm` builds those for browsers, too, of the same lowered code; `--level` and `--folder` build
for any processor of a level of x86-64 (a wheel's) and into another folder than the cache.
"""

from __future__ import annotations

import argparse
import base64
import functools
import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TextIO

from spieltisch.core.jit import BUILDING

os.environ[BUILDING] = "1"

from spieltisch.builder import native
from spieltisch.builder.lower import Code, lower
from spieltisch.builder.versions import unknown_versions
from spieltisch.core import machine_code, sources
from spieltisch.core.sources import SHARED

Maker = Callable[[Code, Callable[[float, str], None]], bytes]


def tell(**told: object) -> None:
    print(json.dumps(told), flush=True)


def keep(data: bytes, path: Path) -> None:
    """Writes the whole file, or nothing."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise


def targets(scope: str, wanted: argparse.Namespace) -> dict[Path, Maker]:
    """What is missing, by its file, and who makes it."""
    found: dict[Path, Maker] = {}
    folder = wanted.folder or machine_code.cache_root()
    image = folder / machine_code.name_of(scope)
    if not image.exists() if wanted.folder else machine_code.file_of(scope) is None:
        found[image] = functools.partial(native.build, cpu=wanted.level)
    if wanted.wasm and scope != SHARED and machine_code.wasm_file(scope) is None:
        # Not imported by name: machine code is not made of it
        wasm = import_module("spieltisch.builder.wasm")
        found[machine_code.cache_root() / machine_code.wasm_name(scope)] = wasm.build
    return found


def build(scope: str, wanted: argparse.Namespace) -> None:
    """One process at a time; whoever waits tells what the other one tells, and finds its work."""
    name = f"building-{machine_code.name_of(scope)}"
    with machine_code.locked(name, lambda line: print(line, flush=True)) as lock:
        missing = targets(scope, wanted)
        if not missing:
            return
        told = _teller(len(missing), lock)
        code = lower(scope, told, with_shared=wanted.wasm and scope != SHARED)
        for path, make in missing.items():
            data = make(code, told)
            sources.forget()
            if path not in targets(scope, wanted):
                message = "sources were edited while they were compiled; once more"
                raise SystemExit(f"spieltisch: {message}")
            _keep_or_tell(scope, path, data)


def _teller(many: int, lock: TextIO) -> Callable[[float, str], None]:
    """Steps of several targets come one after another; a bar never goes back."""
    most = 0.0

    def told(done: float, step: str) -> None:
        nonlocal most
        most = max(most, done / many)
        tell(progress=most, step=step)
        machine_code.note(lock, json.dumps({"progress": most, "step": step}))

    return told


def _keep_or_tell(scope: str, path: Path, data: bytes) -> None:
    try:
        keep(data, path)
    except OSError as error:
        machine_code.tell(f"compiled rules cannot be kept ({error.strerror}), only used this once")
        if path.suffix == machine_code.SUFFIX:
            tell(scope=scope, image=base64.b64encode(data).decode())


def read(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m spieltisch.builder")
    parser.add_argument("scopes", nargs="+", metavar="NAME", help="the folder of a game, or shared")
    parser.add_argument("--wasm", action="store_true", help="also for browsers")
    parser.add_argument("--level", choices=list(native.LEVELS), help="of x86-64")
    parser.add_argument("--folder", type=Path, help="in place of the cache")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """0, or 1 when these versions of the compiler are not those that we know."""
    wanted = read(words)
    problem = unknown_versions()
    if wanted.wasm and not problem and not import_module("spieltisch.builder.wasm").is_possible():
        problem = "WebAssembly is linked by the package ziglang, which is not installed"
    if problem:
        machine_code.tell(problem)
        return 1
    gc.disable()  # a short life, and garbage by the million
    for scope in wanted.scopes:
        build(scope, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
