"""The kernels of environments are compiled before the first test: each worker begins with another
game, and waits for those that are being compiled elsewhere."""

from __future__ import annotations

import os

import pytest

import spieltisch.vector
from spieltisch import games
from spieltisch.core.jit import locked


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    keys = list(games.cards())
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = len(keys) * worker // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    for key in keys[first:] + keys[:first]:
        with locked(f"adapters-{key}"):
            env = spieltisch.vector.make(key, envs=1)
            env.reset()
            env.step(env.sample())
