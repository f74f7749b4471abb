"""`python -m spieltisch.builder NAME …` builds modules and tells each step, a line of JSON each."""

from __future__ import annotations

import base64
import gc
import json
import os
import sys
import tempfile
from pathlib import Path

from spieltisch.core.jit import BUILDING

os.environ[BUILDING] = "1"

from spieltisch.builder import native
from spieltisch.builder.versions import unknown_versions
from spieltisch.core import objects, sources


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


def build(scope: str) -> None:
    """One process at a time; whoever waited finds what the other made."""
    with objects.locked(f"building-{objects.name_of(scope)}"):
        if objects.file_of(scope) is not None:
            return
        name = objects.name_of(scope)
        data = native.build(scope, lambda done, step: tell(progress=done, step=step))
        sources.forget()
        if objects.name_of(scope) != name:
            raise SystemExit("spieltisch: sources were edited while they were compiled; once more")
        try:
            keep(data, objects.cache_root() / name)
        except OSError as error:
            objects.tell(f"compiled rules cannot be kept ({error.strerror}), only used this once")
            tell(scope=scope, image=base64.b64encode(data).decode())


def main() -> int:
    """0, or 1 when these versions of the compiler are not those that we know."""
    problem = unknown_versions()
    if problem:
        objects.tell(problem)
        return 1
    gc.disable()  # a short life, and garbage by the million
    for scope in sys.argv[1:]:
        build(scope)
    return 0


if __name__ == "__main__":
    sys.exit(main())
