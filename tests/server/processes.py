"""Real servers in processes of their own, to be asked, stopped and killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

FINISHED = "Finished server process"
ROOT = Path(__file__).parents[2]
PATIENCE = 150.0  # seconds; a busy machine starts slowly


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def counted() -> dict[str, str]:
    """Servers count the lines that they reach when the tests do; those that are killed cannot."""
    import coverage

    if coverage.Coverage.current() is None:
        return {}
    file = Path(os.environ.get("COVERAGE_FILE", ".coverage")).absolute()
    return {"COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"), "COVERAGE_FILE": str(file)}


def tried() -> dict[str, str]:
    """Where `SPIELTISCH_TRIED` names the sources of another checkout, servers run that code (as
    plain Python, there is nothing to compile): to see whether a test would have failed there."""
    source = os.environ.get("SPIELTISCH_TRIED")
    return {"PYTHONPATH": source, "NUMBA_DISABLE_JIT": "1"} if source else {}


class ServerProcess:
    program = "spieltisch"  # the module that is started

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        self.folder, self.database = folder, database
        self.port = free_port()
        self.base = f"http://{settings.get('host', '127.0.0.1')}:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.settings: Mapping[str, str] = {
            "SPIELTISCH_DATA": str(folder),
            "SPIELTISCH_DATABASE": database,
            "SPIELTISCH_PAUSE": "0",
            "SPIELTISCH_ALONE": "0",
            "SPIELTISCH_LIMITS": "off",
            "DATABASE_URL": "",
            **tried(),
            **{f"SPIELTISCH_{name.upper()}": value for name, value in settings.items()},
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def where(self) -> tuple[str, str]:
        """The option by which commands find the same data."""
        return ("--database", self.database) if self.database else ("--data", str(self.folder))

    def start(self, wait: bool = True) -> ServerProcess:
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    self.program,
                    "serve",
                    "--no-open",
                    "--port",
                    str(self.port),
                ],
                env={**os.environ, **counted(), **self.settings},
                stdout=log,
                stderr=log,
            )
        if wait:
            self.wait_ready()
        return self

    def wait_ready(self, game: str | None = None) -> None:
        """Until it answers and has loaded all games (or the one that is needed)."""
        assert self.process is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            found = self.ready()
            if found is not None and (game in found if game else len(found) == installed()):
                return
            time.sleep(0.05)
        raise AssertionError(f"not ready: {self.log.read_text()[-3000:]}")

    def wait_open(self) -> ServerProcess:
        """Until it answers, whatever it has loaded."""
        until = time.monotonic() + PATIENCE
        while self.ready() is None:
            assert time.monotonic() < until, self.log.read_text()[-3000:]
            time.sleep(0.05)
        return self

    def ready(self) -> list[str] | None:
        try:
            with urllib.request.urlopen(f"{self.base}/healthz", timeout=10) as answer:
                return list(json.load(answer)["ready"])
        except (OSError, urllib.error.URLError):
            return None

    def metrics(self) -> str:
        with urllib.request.urlopen(f"{self.base}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        """As if the power had failed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def end(self) -> None:
        assert self.stop() == 0

    def stop(self) -> int:
        """Politely; 0 if it finished what it had begun (uvicorn then ends by the signal itself)."""
        if self.process is None or self.process.poll() is not None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(40)
            done = FINISHED in self.log.read_text().rstrip().rpartition("\n")[2]
            return 0 if code in {0, -signal.SIGTERM} and done else code or 1
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise


def installed() -> int:
    from spieltisch import games

    return len(games.cards())
