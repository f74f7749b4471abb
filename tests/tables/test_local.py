"""Tables where there is neither a server nor a database, nor any package but NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch.tables.memory import Memory
from spieltisch.tables.storage import Event, StoreError
from tests.tables import alone

PROGRAM = Path(alone.__file__)


def test_tables_need_nothing_but_numpy(game: str) -> None:
    """A process that can import nothing else plays a match against bots, by messages alone."""
    said = subprocess.run(
        [sys.executable, str(PROGRAM), game], capture_output=True, text=True, timeout=300
    )
    assert said.returncode == 0, said.stderr[-2000:]
    events, last = said.stdout.split()
    assert int(events) > 4
    assert last == "over"


async def test_a_storage_that_refuses_leaves_the_table_as_it_was() -> None:
    class Full(Memory):
        full = False

        async def keep(self, match: str, event: Event, opens: object) -> None:
            if self.full:
                raise StoreError("the device is full")

    storage = Full()
    row = {"game": "x", "seed": "00", "created": 1, "public": False}
    assert await storage.append("t", Event(1, 1, {}), ["ada"], row)
    assert not await storage.append("t", Event(1, 1, {}))  # the number is taken
    storage.full = True
    with pytest.raises(StoreError):
        await storage.append("t", Event(2, 2, {}))
    assert [event.n for event in await storage.events("t")] == [1]
    assert await storage.tables_of("ada", 9) == ["t"]


async def test_what_was_kept_elsewhere_comes_back_and_is_looked_after() -> None:
    storage = Memory()
    row = {"game": "x", "seed": "00", "created": 1, "public": False}
    storage.restore("t", row, [Event(1, 1, {}), Event(2, 2, {})])
    assert [event.n for event in await storage.events("t", 1)] == [2]
    assert await storage.due(5, ["x"]) == [("t", 0)]
    assert await storage.claim("t", 0, 100)
    assert not await storage.claim("t", 0, 100)
    assert await storage.due(5, ["x"]) == []
