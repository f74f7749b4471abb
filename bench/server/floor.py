"""What no server in Python can pass: one that knows no game, checks nothing and keeps nothing.

    python -m bench.server.floor [--tables 100] [--seconds 5]

On one core it takes a short message from one of three connections of a table and writes a text as
long as an event to all three; clients on the other core answer as soon as all three have it.
Prints the moves per second. Only loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import time
from typing import ClassVar, cast

import uvloop

SEATS = 3
MOVE, EVENT = b"m" * 110, b"e" * 4_300  # bytes of a usual turn and of what each viewer is told
SETTLED = 1.0


class Server(asyncio.Protocol):
    waiting: ClassVar[list[Server]] = []  # those that have come, until they are a table

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.waiting.append(self)
        if len(self.waiting) == SEATS:
            table = [one.transport for one in self.waiting]
            for one in self.waiting:
                one.table = table
            self.waiting.clear()

    def data_received(self, data: bytes) -> None:
        for transport in self.table:
            transport.write(EVENT)

    table: list[asyncio.Transport]


class Seat(asyncio.Protocol):
    def __init__(self, table: Table) -> None:
        self.table, self.got = table, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        if self.got == len(EVENT):
            self.got = 0
            self.table.heard()


class Table:
    moves = 0

    def __init__(self) -> None:
        self.seats = [Seat(self) for _ in range(SEATS)]
        self.missing = SEATS

    def move(self) -> None:
        self.missing = SEATS
        self.seats[0].transport.write(MOVE)

    def heard(self) -> None:
        self.missing -= 1
        if not self.missing:
            Table.moves += 1
            self.move()


async def _serve(port: multiprocessing.SimpleQueue[int], core: int) -> None:
    os.sched_setaffinity(0, {core})
    server = await asyncio.get_running_loop().create_server(Server, "127.0.0.1", 0)
    port.put(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def serve(port: multiprocessing.SimpleQueue[int], core: int) -> None:
    uvloop.run(_serve(port, core))


async def play(port: int, tables: int, seconds: float) -> float:
    loop = asyncio.get_running_loop()
    all_ = [Table() for _ in range(tables)]
    for table in all_:
        for seat in table.seats:
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.sleep(0.2)  # until the server has seen the last of them
    for table in all_:
        table.move()
    await asyncio.sleep(SETTLED)
    before, started = Table.moves, time.perf_counter()
    await asyncio.sleep(seconds)
    return (Table.moves - before) / (time.perf_counter() - started)


def measure(tables: int, seconds: float) -> float:
    """Moves per second."""
    cores = sorted(os.sched_getaffinity(0))
    port: multiprocessing.SimpleQueue[int] = multiprocessing.SimpleQueue()
    server = multiprocessing.Process(target=serve, args=(port, cores[0]), daemon=True)
    server.start()
    try:
        os.sched_setaffinity(0, {cores[-1]})
        return uvloop.run(play(port.get(), tables, seconds))
    finally:
        server.kill()
        server.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    print(f"{measure(args.tables, args.seconds):,.0f} moves per second")


if __name__ == "__main__":
    main()
