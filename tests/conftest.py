"""Settings for every test: repeatable examples, and one warm compile cache before workers start."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=25 if os.environ.get("NUMBA_DISABLE_JIT") else 100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """All that is to be compiled is compiled once, before workers would all do it."""
    if not hasattr(config, "workerinput"):
        from spieltisch import games, warm
        from spieltisch.cli.warm import compile_together

        cold = [key for key in games.cards() if not warm.is_warm(key)]
        assert not cold or not compile_together(cold)
