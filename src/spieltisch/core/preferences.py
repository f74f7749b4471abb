"""The weights by which a game prefers decisions are data: `preferences.json` in the game's folder.

`python -m spieltisch.training.tune GAME` fits them by games of bots against themselves.
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from spieltisch.core.state import Floats

FILE = "preferences.json"


def load(package: str, names: tuple[str, ...]) -> Floats:
    """The weights of these names, in their order."""
    known = json.loads(resources.files(package).joinpath(FILE).read_text("utf-8"))["weights"]
    if set(known) != set(names):
        wrong = ", ".join(sorted(set(known) ^ set(names)))
        raise ValueError(f"{package}: {FILE} and the game's names of weights differ: {wrong}")
    return np.array([known[name] for name in names], np.float64)
