"""A browser knocks while a restarted server compiles, as one that does not know the code sees it.

Beside `test_restart`, which holds a game back by today's cache: this one also runs against the code
of another checkout (`SPIELTISCH_TRIED`, see docs/faults.md).
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page

from spieltisch import games
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.timeout(600)


@pytest.mark.long
def test_a_browser_waits_out_the_window_after_a_restart(
    fresh: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start finds nothing compiled, and its compilers stand still; the one after that is
    ready at once."""
    page = fresh
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nothing to compile
    server = ServerProcess(tmp_path).start()
    game = min(games.cards(), key=lambda key: len(games.card(key).options))
    page.goto(server.base)
    opened = page.request.post(
        f"{server.base}/api/tables",
        data={"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]},
    ).json()
    at = f"{server.base}/api/tables/{opened['id']}"
    page.request.post(f"{at}/start", data={"nonce": ""})
    page.goto(f"{server.base}/table/{opened['id']}")
    wait_connected(page, at)
    server.kill()
    with monkeypatch.context() as cold:
        cold.delenv("NUMBA_DISABLE_JIT")
        cold.setenv("SPIELTISCH_CACHE", str(tmp_path / "empty"))
        server.settings = {k: v for k, v in server.settings.items() if k != "NUMBA_DISABLE_JIT"}
        server.start(wait=False).wait_open()
        for _ in range(30):
            stop_compiling(server)
            page.wait_for_timeout(500)
        assert game not in (server.ready() or [])  # the browser has knocked inside the window
        end_compiling(server)
    server.start()
    wait_connected(page, at)
    server.end()


def compilers(server: ServerProcess) -> list[int]:
    """The processes in which it compiles, whichever of its threads has started them."""
    assert server.process is not None
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return [int(child) for each in tasks for child in each.read_text().split()]


def stop_compiling(server: ServerProcess) -> None:
    """The window stays open however quick the machine is, and costs nothing."""
    for child in compilers(server):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGSTOP)


def end_compiling(server: ServerProcess) -> None:
    found = compilers(server)
    server.kill()
    for child in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def wait_connected(page: Page, table: str) -> None:
    """The server says so of the seat in which the browser sits."""
    for _ in range(300):
        told = page.request.get(table)
        if told.ok and told.json()["seats"][0]["connected"]:
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"the browser is not back: {page.inner_text('body')[:300]!r}")
