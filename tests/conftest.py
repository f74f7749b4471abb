"""Settings for every test: repeatable examples, and kernels compiled before workers start."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from spieltisch import cli, games
from spieltisch.core.jit import INTERPRETED
from spieltisch.core.machine_code import CHECKED

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
    """What a test shares with others: something that is made once per run, or for its file."""
    known = getattr(item, "_fixtureinfo", None)
    found = known.name2fixturedefs if known is not None else {}
    made: list[str] = sorted(name for name, of in found.items() if _is_made_once(of[-1]))
    if made:
        return made[-1]
    file = item.nodeid.partition("::")[0]
    own = any(of[-1].scope == "module" and of[-1].baseid == file for of in found.values())
    return file if own else None


def _is_made_once(fixture: pytest.FixtureDef[object]) -> bool:
    """A server, a database, a folder: whatever is ended again or needs a place. The server of the
    browsers' tests (`tests/web`) is shared by all workers."""
    ours = fixture.baseid.startswith("tests") and fixture.baseid != "tests/web"
    made = inspect.isgeneratorfunction(fixture.func) or "tmp_path_factory" in fixture.argnames
    return ours and fixture.scope == "session" and made


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
