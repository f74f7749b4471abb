"""Settings for every test: repeatable examples, and kernels compiled before workers start."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from spieltisch import cli, games
from spieltisch.core.jit import INTERPRETED
from spieltisch.core.objects import CHECKED

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
        # Each server that a test starts would compile a thousand modules of Python anew
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        from spieltisch import compiling
        from spieltisch.cli.compiling import compile_together

        missing = [key for key in games.cards() if not compiling.is_compiled(key)]
        assert not missing or not compile_together(missing)


SERVERS = ("postgres", "hasty", "brief", "server")  # started once per run, in one worker each


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that share a server, or anything else of their file, run in the same worker; those of
    machine code are no tests of a run without it."""
    left = [item for item in items if _left_out(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not _left_out(item)]
    for item in items:
        shared = _shared(item)
        if shared is not None:
            item.add_marker(pytest.mark.xdist_group(shared))


def _left_out(item: pytest.Item) -> bool:
    marked = item.get_closest_marker
    return bool((INTERPRETED and marked("compiled")) or (not CHECKED and marked("checked")))


def _shared(item: pytest.Item) -> str | None:
    fixtures = getattr(item, "fixturenames", ())
    for server in SERVERS:
        if server in fixtures:
            return server
    file = item.nodeid.partition("::")[0]
    known = getattr(item, "_fixtureinfo", None)
    found = known.name2fixturedefs.values() if known is not None else ()
    own = any(of[-1].scope == "module" and of[-1].baseid == file for of in found)
    return file if own else None


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
