"""Nobody waits for a database that says nothing, however often it falls silent."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from sqlalchemy.ext.asyncio import create_async_engine

from spieltisch.store.timeouts import Watch

ADDRESS = "postgresql+asyncpg://nobody@127.0.0.1:9/nothing"  # nobody connects to it


async def test_a_connection_made_after_the_first_silence_is_ended_in_the_next() -> None:
    """Else a block whose first connection fell silent, and then its second, waits for ever, and
    keeps the lock of its table."""
    watch = Watch(create_async_engine(ADDRESS), 0.02)
    ended = asyncio.Event()
    late = SimpleNamespace(driver_connection=Late(ended))
    with watch.within():
        await asyncio.sleep(0.1)
        watch._connected(late, None)
        async with asyncio.timeout(20):
            await ended.wait()


class Late:
    def __init__(self, ended: asyncio.Event) -> None:
        self.terminate = ended.set
