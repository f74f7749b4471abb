"""A table as its storage has it: all its events, applied."""

from __future__ import annotations

import asyncio

from spieltisch.tables.storage import Archive
from spieltisch.tables.table import Table

AT_ONCE = 20  # events, then others have their turn: a long match does not hold them up


async def rebuild(storage: Archive, id_: str, seed: str, status: str) -> Table:
    """Any error: an event may have been damaged, or written by a newer version."""
    table = Table(id_, seed)
    for count, event in enumerate(await storage.events(id_), 1):
        table.apply(event)
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)
    table.end_past(status)
    return table
