"""Settings for every test: repeatable examples, and one warm compile cache before workers start."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from spieltisch import cli, games
from tests.server.groups import Together

Command = Callable[..., tuple[int, str]]

SLOW = os.environ.get("NUMBA_DISABLE_JIT") or os.environ.get("NUMBA_BOUNDSCHECK")

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=25 if SLOW else 100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """All that is to be compiled is compiled once, before workers would all do it."""
    if not hasattr(config, "workerinput"):
        from spieltisch import warm
        from spieltisch.cli.warm import compile_together

        cold = [key for key in games.cards() if not warm.is_warm(key)]
        assert not cold or not compile_together(cold)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together | None:
    return Together(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL; `tests.server.postgres.fresh` makes databases in it."""
    from tests.server.postgres import running_postgres

    with running_postgres() as url:
        yield url


@pytest.fixture
def spieltisch(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command of the terminal, in this process: its code, and what it said."""
    monkeypatch.delenv("DATABASE_URL", raising=False)

    def run(*arguments: str) -> tuple[int, str]:
        code = cli.main(arguments)
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


@pytest.fixture(scope="session")
def game() -> str:
    """Any game, where it does not matter which."""
    return next(iter(games.cards()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
