"""The short way out of the server: what goes by it, what does not, and that nothing overtakes."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from starlette.websockets import WebSocket

from spieltisch.server import limits
from spieltisch.server.socket.connection import Socket
from spieltisch.server.socket.raw_frames import NAME


class Client:
    """Takes messages by the short way while it keeps up, by ASGI's when its way is free again."""

    def __init__(self, short: bool = True) -> None:
        self.got: list[str] = []
        self.keeps_up = True
        self.free = asyncio.Event()
        self.free.set()
        extensions = {NAME: self.put} if short else {}
        scope = {"type": "websocket", "extensions": extensions}
        web = WebSocket(scope, cast(Any, None), self.send)
        web.application_state = web.client_state.CONNECTED
        self.socket = Socket(web, None)

    def put(self, text: bytes) -> bool:
        if self.keeps_up:
            self.got.append(f"short {text.decode()}")
        return self.keeps_up

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.got.append(message.get("text") or f"close {message['code']}")


async def test_who_keeps_up_is_told_by_the_short_way() -> None:
    client = Client()
    client.socket.push(b"a")
    client.socket.say({"b": "ü"})
    assert client.got == ["short a", 'short {"b":"ü"}']


async def test_nothing_overtakes_what_is_on_its_way() -> None:
    client = Client()
    client.keeps_up = False
    client.free.clear()
    client.socket.push(b"a")
    client.keeps_up = True  # from here on the short way would be free
    client.socket.push(b"b")
    client.free.set()
    await asyncio.sleep(0.01)
    assert client.got == ["a", "b"]
    client.socket.push(b"c")
    assert client.got == ["a", "b", "short c"]


async def test_without_a_short_way_all_go_by_the_usual_one() -> None:
    client = Client(short=False)
    client.socket.push(b"a")
    client.socket.close("input/invalid")
    await asyncio.sleep(0.01)
    assert client.got == ["a", "close 4400"]


async def test_who_never_reads_is_closed() -> None:
    client = Client()
    client.keeps_up = False
    client.free.clear()
    for n in range(limits.UNSENT + 2):
        client.socket.push(json.dumps(n).encode())
    assert client.socket.closing
    client.free.set()
    await asyncio.sleep(0.01)
    assert client.got[-1] == "close 4409"
