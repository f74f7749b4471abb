"""What can happen to a server and its database, each from its beginning to its end."""

from __future__ import annotations

import asyncio
import random
import resource
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.server.postgres import PostgresProcess
from tests.server.processes import ServerProcess
from tests.server.proxy import Proxy

SMALL = 512  # bytes that a file may have while the disk is full
UNLIMITED = resource.RLIM_INFINITY


@dataclass
class Place:
    """The servers, and, where they run on PostgreSQL, the database and the way to it."""

    servers: list[ServerProcess]
    game: str | None
    luck: random.Random
    postgres: PostgresProcess | None = None
    proxy: Proxy | None = None

    def one(self) -> ServerProcess:
        return self.luck.choice(self.servers)

    def pids(self) -> list[int]:
        return [server.process.pid for server in self.servers if server.process is not None]

    async def restart(self, server: ServerProcess) -> None:
        server.start(wait=False)
        await asyncio.to_thread(server.wait_ready, self.game)


async def kill(place: Place) -> None:
    """As if the power had failed."""
    server = place.one()
    server.kill()
    await place.restart(server)


async def end(place: Place) -> None:
    """As an update does it."""
    server = place.one()
    await asyncio.to_thread(server.stop)
    await place.restart(server)


async def stop(place: Place) -> None:
    """SIGSTOP: the machine is suspended for a while."""
    server = place.one()
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(place.luck.uniform(0.5, 3.0))
    server.process.send_signal(signal.SIGCONT)


async def fill_disk(place: Place) -> None:
    """No file may grow, which is what a full disk or a quota means to a server."""
    for pid in place.pids():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (SMALL, UNLIMITED))
    await asyncio.sleep(place.luck.uniform(0.5, 2.0))
    for pid in place.pids():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


async def kill_database(place: Place) -> None:
    assert place.postgres is not None
    await asyncio.to_thread(place.postgres.kill)
    await asyncio.sleep(place.luck.uniform(0.2, 1.0))
    await asyncio.to_thread(place.postgres.start)


async def stop_database(place: Place) -> None:
    """SIGSTOP: connections stand, and nobody answers."""
    assert place.postgres is not None
    place.postgres.signal(signal.SIGSTOP)
    await asyncio.sleep(place.luck.uniform(1.0, 8.0))
    place.postgres.signal(signal.SIGCONT)


async def swallow(place: Place) -> None:
    """Half open: what was sent is lost, and nobody is told."""
    assert place.proxy is not None
    place.proxy.swallow()
    await asyncio.sleep(place.luck.uniform(1.0, 8.0))
    place.proxy.flow()


async def cut(place: Place) -> None:
    """All connections to the database end at once."""
    assert place.proxy is not None
    place.proxy.cut()


Fault = Callable[[Place], Awaitable[None]]
ON_SQLITE: dict[str, Fault] = {"kill": kill, "end": end, "stop": stop, "full disk": fill_disk}
ON_POSTGRES: dict[str, Fault] = {
    "kill": kill,
    "end": end,
    "stop": stop,
    "database killed": kill_database,
    "database stopped": stop_database,
    "half open": swallow,
    "cut": cut,
}
