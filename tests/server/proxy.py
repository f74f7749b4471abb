"""A way between a server and its database that can be cut, blocked, or swallow everything."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from sqlalchemy import make_url

PIECE = 65_536


class Proxy:
    """Passes bytes on between a port of its own and another one, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.flowing = threading.Event()
        self.flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()

    def swallow(self) -> None:
        """Half open: connections are accepted, nothing is passed on, nobody is told."""
        self.flowing.clear()

    def flow(self) -> None:
        """What was swallowed is lost, as with a machine that is gone; new connections work."""
        self.flowing.set()

    def cut(self) -> None:
        """Ends all connections."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        if not self.flowing.is_set():
            return  # the connection stands; nobody will ever answer
        try:
            there, out = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:  # nobody is there, and whoever knocked is told
            writer.transport.abort()
            return
        self._writers.add(out)
        with contextlib.suppress(asyncio.CancelledError):  # when all ends
            await asyncio.gather(self._pass(reader, out), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lost = False
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                lost = lost or not self.flowing.is_set()
                if not lost:
                    writer.write(piece)
                    await writer.drain()
        if not lost:
            writer.close()

    async def _serve(self, started: threading.Event) -> None:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._end = asyncio.Event()
        started.set()
        await self._end.wait()
        server.close()
        self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    @classmethod
    @contextlib.contextmanager
    def before(cls, port: int) -> Iterator[Proxy]:
        proxy, started = cls(port), threading.Event()
        thread = threading.Thread(
            target=proxy._loop.run_until_complete, args=(proxy._serve(started),)
        )
        thread.start()
        started.wait(10)
        try:
            yield proxy
        finally:
            proxy._loop.call_soon_threadsafe(proxy._end.set)
            thread.join(10)
            proxy._loop.close()

    @classmethod
    @contextlib.contextmanager
    def of_database(cls, address: str) -> Iterator[tuple[Proxy, str]]:
        """And the address by which the same database is reached through it."""
        url = make_url(address)
        assert url.port is not None
        with cls.before(url.port) as proxy:
            yield proxy, url.set(port=proxy.port).render_as_string(hide_password=False)
