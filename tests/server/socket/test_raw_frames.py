"""The short way out of the server: what goes by it, what does not, and that nothing overtakes."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from starlette.websockets import WebSocket
from websockets.utils import apply_mask

from spieltisch.server import limits
from spieltisch.server.socket.connection import Socket
from spieltisch.server.socket.raw_frames import NAME, alone
from tests.server.client import Client as Visitor
from tests.server.processes import ServerProcess


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


async def test_a_frame_is_heard_once_wherever_it_is_cut(server: ServerProcess, game: str) -> None:
    """Also where what comes later looks like a whole frame, by the mask that was chosen."""
    async with Visitor(server.base) as client:
        table = await client.open(game, "me", "open")
        async with client.sit(table["id"]) as talk:
            await talk.next("presence")
            for cut in range(12):
                turn = {"kind": "turn", "id": f"t{cut}", "seat": 0, "text": "x"}
                text = json.dumps(turn, separators=(",", ":")).encode()
                mask = bytes([0x81, 0x80 | len(text) - 2, cut, 7])
                data = bytes([0x81, 0x80 | len(text)]) + mask + bytes(apply_mask(text, mask))
                talk.socket.transport.write(data[:cut])
                await asyncio.sleep(0.02)
                talk.socket.transport.write(data[cut:])
                assert (await talk.next("error"))["id"] == f"t{cut}"
            talk.socket.transport.write(data + data)  # two at once
            assert [(await talk.next("error"))["id"] for _ in range(2)] == ["t11"] * 2


def test_only_a_whole_short_text_is_read_without_the_parser() -> None:
    mask = b"\1\2\3\4"
    for length in (0, 1, 125, 126, 4096, 4097):
        text = bytes(apply_mask(b"x" * length, mask))
        head_ = bytes([0x81, 0x80 | min(length, 126)]) + (
            length.to_bytes(2, "big") if length > 125 else b""
        )
        whole = head_ + mask + text
        assert alone(whole) == (b"x" * length if length <= limits.SLICE else None)
        others = [whole[:-1], whole + b"\x81", b"\x01" + whole[1:], b"\x82" + whole[1:]]
        others += [whole[:1] + bytes([whole[1] & 0x7F]) + whole[2:], whole[:5], b""]
        assert [alone(other) for other in others] == [None] * 7
    assert alone(b"\x81\xfe\0\5" + mask + b"12345") is None, "a length in more bytes than it needs"
