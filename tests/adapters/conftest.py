"""The kernels of environments are compiled before the first test, by one process at a time."""

from __future__ import annotations

import fcntl

import pytest

import spieltisch.vector
from spieltisch import games
from spieltisch.core.jit import cache_root


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    with (cache_root() / "warming").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for key in games.cards():
            env = spieltisch.vector.make(key, envs=1)
            env.reset()
            env.step(env.sample())
