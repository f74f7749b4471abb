"""Where games live: in this package, and in packages of others that say so.

A distribution with games of its own declares an entry point of the group `spieltisch.games` that
names a package; each folder in it is a game, as in ours, and is imported as `spieltisch.games.…`.
"""

from __future__ import annotations

import functools
import sys
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
GROUP = "spieltisch.games"


@functools.cache
def game_folders() -> tuple[Path, ...]:
    """Ours first: nobody replaces a game by another of its name."""
    found = [PACKAGE / "games"]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.value):
        spec = find_spec(entry.value)
        if spec is None or not spec.submodule_search_locations:
            print(f"spieltisch: there is no package {entry.value} with games", file=sys.stderr)
        else:
            found += [Path(place).resolve() for place in spec.submodule_search_locations]
    return tuple(dict.fromkeys(found))
