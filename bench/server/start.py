"""How long a newcomer waits: `make play` in a fresh clone, twice.

    python -m bench.server.start

Clones what is committed into a temporary folder, with an empty compile cache and the machine's
package cache, and tells when the page is there (aim: 60 s), when every game is ready (180 s), and
when the page is there again at the second start (5 s).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spieltisch import games
from tests.server.processes import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0  # seconds


def asked(address: str) -> Any:
    """The answer, or None as long as nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read()
    except (OSError, urllib.error.URLError):
        return None


def waited(began: float, done: Callable[[], bool]) -> float:
    """Seconds since `began`, when it is done."""
    while not done():
        if time.monotonic() - began > PATIENCE:
            raise SystemExit(f"nothing after {PATIENCE:.0f} s")
        time.sleep(0.1)
    return time.monotonic() - began


def started(folder: Path, env: dict[str, str], base: str) -> tuple[float, float]:
    """When the page is there, and when all games are ready."""

    def is_ready() -> bool:
        ready = json.loads(asked(f"{base}/healthz") or b"{}").get("ready", [])
        return set(ready) == set(games.cards())

    began = time.monotonic()
    log = folder.with_suffix(".log")
    with open(log, "ab") as told:
        play = subprocess.Popen(
            ["make", "play"], cwd=folder, env=env, stdout=told, stderr=told, start_new_session=True
        )
    try:
        page = waited(began, lambda: asked(base) is not None)
        return page, waited(began, is_ready)
    finally:
        os.killpg(play.pid, signal.SIGTERM)
        play.wait()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="spieltisch-start-") as place:
        folder, port = Path(place, "clone"), free_port()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        packages = Path.home() / ".cache"
        env = {
            "PIP_CACHE_DIR": str(packages / "pip"),
            "UV_CACHE_DIR": str(packages / "uv"),
            **os.environ,
            "XDG_CACHE_HOME": str(Path(place, "cache")),
            "SPIELTISCH_PORT": str(port),
            "SPIELTISCH_DATA": str(Path(place, "data")),
        }
        for unwanted in ("VIRTUAL_ENV", "DISPLAY", "WAYLAND_DISPLAY"):  # no browser is opened
            env.pop(unwanted, None)
        for name in ("first", "second"):
            page, ready = started(folder, env, f"http://127.0.0.1:{port}")
            print(
                f"{name} start: page after {page:.1f} s, all games after {ready:.1f} s", flush=True
            )


if __name__ == "__main__":
    main()
