"""Where games live: in this package, and in packages of others that say so.

A distribution with games of its own declares an entry point of the group `spieltisch.games` that
names a package; each folder in it is a game, as in ours, and is imported as `spieltisch.games.…`.
"""

from __future__ import annotations

import functools
import os
import sys
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
GROUP = "spieltisch.games"


@functools.cache
def game_folders() -> tuple[Path, ...]:
    """Ours first: nobody replaces a game by another of its name."""
    found = [PACKAGE / "games"]
    for package in _packages() if _are_declared() else ():
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            print(f"spieltisch: there is no package {package} with games", file=sys.stderr)
        else:
            found += [Path(place).resolve() for place in spec.submodule_search_locations]
    return tuple(dict.fromkeys(found))


def _packages() -> list[str]:
    from importlib.metadata import entry_points

    return sorted(entry.value for entry in entry_points(group=GROUP))


def _are_declared() -> bool:
    """Whether any distribution may say so: mostly none does, and only to load Python's own reader
    of distributions takes a third as long as NumPy."""
    return any(map(_is_declared_in, sys.path))


def _is_declared_in(folder: str) -> bool:
    if os.path.isfile(folder):  # an archive: let Python's reader look
        return True
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return False
    kept = [name for name in names if name.endswith((".dist-info", ".egg-info", ".egg"))]
    return any(_names_group(os.path.join(folder, name, "entry_points.txt")) for name in kept)


def _names_group(file: str) -> bool:
    try:
        with open(file, "rb") as declared:
            return GROUP.encode() in declared.read()
    except OSError:
        return False
