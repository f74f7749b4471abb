"""What is written in one tick goes out together, in order, and nothing is lost at the end."""

from __future__ import annotations

import asyncio
from typing import Any

from spieltisch.server.socket.write_batching import Gathering


class Pipe:
    """A transport that notes what happens to it."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def write(self, data: bytes) -> None:
        self.heard.append(data)

    def is_closing(self) -> bool:
        return "closed" in self.heard

    def close(self) -> None:
        self.heard.append("closed")

    def abort(self) -> None:
        self.heard.append("aborted")

    def get_extra_info(self, name: str) -> str:
        return name


def gathering() -> tuple[Gathering, Pipe]:
    pipe = Pipe()
    return Gathering(pipe, asyncio.get_running_loop()), pipe  # type: ignore[arg-type]


async def test_several_writes_are_one() -> None:
    transport, pipe = gathering()
    transport.write(b"a")
    transport.write(b"b")
    assert pipe.heard == []
    await asyncio.sleep(0)
    assert pipe.heard == [b"ab"]
    transport.write(b"c")
    await asyncio.sleep(0)
    assert pipe.heard == [b"ab", b"c"]
    assert transport.get_extra_info("peername") == "peername"


async def test_the_last_words_go_out_before_the_end() -> None:
    transport, pipe = gathering()
    transport.write(b"bye")
    transport.close()
    transport.write(b"too late")
    await asyncio.sleep(0)
    assert pipe.heard == [b"bye", "closed"]


async def test_nothing_is_written_after_an_abort() -> None:
    transport, pipe = gathering()
    transport.write(b"bye")
    transport.abort()
    await asyncio.sleep(0)
    assert pipe.heard == ["aborted"]


async def test_all_are_written_to_in_one_go_and_one_that_fails_keeps_nobody_from_hearing() -> None:
    (first, one), (second, two), (third, three) = gathering(), gathering(), gathering()

    def fail(data: bytes) -> None:
        raise RuntimeError(data)

    two.write = fail  # type: ignore[method-assign]
    for transport in (first, second, third):
        transport.write(b"a")
    assert (one.heard, three.heard) == ([], [])
    await asyncio.sleep(0)
    assert (one.heard, three.heard) == ([b"a"], [b"a"])
    second.write(b"b")
    third.write(b"b")
    await asyncio.sleep(0)
    assert three.heard == [b"a", b"b"]
