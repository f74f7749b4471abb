"""The server as it is, with a clock that a test moves: `CLOCK` names a file with the time in ms."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from spieltisch import cli
from spieltisch.core import wall_clock
from tests.server.processes import ServerProcess


class MovedServer(ServerProcess):
    """A process of its own, in which time passes only when somebody says so."""

    program = "tests.notices.moved"

    def __init__(self, folder: Path, at: int, **settings: str) -> None:
        super().__init__(folder, **settings)
        self.at, self.clock = at, folder / "clock"
        self.settings = {**self.settings, "CLOCK": str(self.clock)}
        self.go(0)

    def go(self, ms: int) -> None:
        self.at += ms
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(self.at))
        fresh.rename(self.clock)


if __name__ == "__main__":
    file = Path(os.environ["CLOCK"])
    wall_clock.use(lambda: int(file.read_text()))
    sys.exit(cli.main(sys.argv[1:]))
