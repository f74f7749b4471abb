"""What a client is to be sent that does not keep up: in order, and not for ever."""

from __future__ import annotations

import asyncio

from spieltisch.server.socket.outbox import Outbox


class Client:
    """Takes messages while its way is free."""

    def __init__(self) -> None:
        self.got: list[bytes | tuple[int, str]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.out = Outbox(self.take)

    async def take(self, message: bytes | tuple[int, str]) -> None:
        await self.free.wait()
        self.got.append(message)


async def test_all_is_sent_in_its_order() -> None:
    client = Client()
    client.out.put(b"a")
    client.out.put(b"b")
    await asyncio.sleep(0)
    assert client.got == [b"a", b"b"]
    assert client.out.idle
    assert len(client.out) == 0


async def test_who_is_slow_gets_everything_later_in_the_same_order() -> None:
    client = Client()
    client.free.clear()
    for message in (b"a", b"b", b"c"):
        client.out.put(message)
    await asyncio.sleep(0)
    assert client.got == []
    assert len(client.out) == 2  # the first one is on its way
    client.free.set()
    await client.out.emptied(10)
    assert client.got == [b"a", b"b", b"c"]
    client.out.put((1000, "bye"))
    await asyncio.sleep(0)
    assert client.got[-1] == (1000, "bye")


async def test_who_never_listens_is_given_up() -> None:
    client = Client()
    client.free.clear()
    client.out.put(b"a")
    client.out.put(b"b")
    await client.out.emptied(0.01)
    client.free.set()
    await asyncio.sleep(0)
    assert client.got == []
    client.out.put(b"c")
    await asyncio.sleep(0)
    assert client.got == [b"c"]
