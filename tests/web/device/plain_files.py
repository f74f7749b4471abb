"""A file server that knows nothing of us, and can be switched off."""

from __future__ import annotations

import fcntl
import functools
import http.server
import threading
from pathlib import Path

from spieltisch.site import bundle
from spieltisch.site.write import write


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *told: object) -> None:
        pass


class PlainFiles:
    """What `python -m http.server` does, on one port from start to start."""

    def __init__(self, folder: Path) -> None:
        self.serve = functools.partial(Quiet, directory=str(folder))
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), self.serve)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def written(base: Path) -> Path:
    """The site, from a bundle that is as new as the sources; one test process makes it for all."""
    base.mkdir(exist_ok=True)
    with (base / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (base / "site").exists():
            bundle.build()
            write(base / "site")
    return base / "site"
