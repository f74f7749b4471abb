"""Whether the server can do its work now: read, write, hear the others, and have room on disk."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spieltisch.store.store import Store
from spieltisch.tables.storage import Bus, StoreError

DEADLINE = 3.0  # seconds; whoever asks must not wait for a database that hangs
FRESH = 1.0  # seconds for which an answer holds: asking often writes nothing more
LEAST = 1 << 20  # bytes that must be free on the disk of a SQLite file


@dataclass
class Health:
    store: Store
    bus: Bus
    file: Path | None  # of SQLite
    _found: dict[str, bool] = field(default_factory=dict)
    _at: float = float("-inf")
    _asking: asyncio.Task[dict[str, bool]] | None = None

    async def checks(self) -> dict[str, bool]:
        """What was tried and whether it works; all who ask at once share one attempt."""
        if time.monotonic() - self._at < FRESH:
            return self._found
        if self._asking is None:
            self._asking = asyncio.create_task(self._check())
        return await asyncio.shield(self._asking)

    async def _check(self) -> dict[str, bool]:
        try:
            reads, writes = await asyncio.gather(
                _works(self.store.read()), _works(self.store.probe())
            )
            found = {"read": reads, "write": writes}
            if self.bus.shared:
                found["listen"] = self.bus.well
            if self.file is not None:
                found["disk"] = await asyncio.to_thread(_has_space, self.file)
            self._found, self._at = found, time.monotonic()
            return found
        finally:
            self._asking = None


async def _works(attempt: Awaitable[None]) -> bool:
    try:
        async with asyncio.timeout(DEADLINE):
            await attempt
    except (StoreError, TimeoutError):
        return False
    return True


def _has_space(file: Path) -> bool:
    """SQLite writes into what it has for a while after the disk is full, and then stops."""
    try:
        return shutil.disk_usage(file.parent).free >= LEAST
    except OSError:
        return False


def told(checks: dict[str, bool], ready: list[str], stopping: bool) -> dict[str, Any]:
    """The answer of `/healthz`: `failing` names what does not work."""
    failing = [name for name, works in checks.items() if not works]
    failing += ["stopping"] if stopping else []
    return {"ok": not failing, "failing": failing, "ready": ready}
