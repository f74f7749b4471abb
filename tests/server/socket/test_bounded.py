"""Frames without end: pings, fragments, halves, and clients that send and never read."""

from __future__ import annotations

import json

import pytest

from tests.server.client import Client
from tests.server.processes import ServerProcess
from tests.server.raw import closing_code, dial, frame, memory, push, push_until_still, upgrade

CONT, TEXT, PING, PONG = 0, 1, 9, 10
MUCH = 48 << 20  # bytes that an attacker is ready to send
LITTLE = 16 << 20  # bytes by which a server may grow meanwhile


async def table_of(server: ServerProcess, game: str) -> str:
    async with Client(server.base) as client:
        return str((await client.open(game, "me", "open"))["id"])


@pytest.mark.parametrize("opcode", [PING, PONG])
async def test_control_frames_are_counted(hasty: ServerProcess, game: str, opcode: int) -> None:
    with upgrade(hasty, await table_of(hasty, game)) as peer:
        peer.sendall(frame(opcode, b"x" * 100) * 200)
        assert closing_code(peer) == 1002


async def test_pongs_that_nobody_reads_do_not_pile_up(server: ServerProcess, game: str) -> None:
    with upgrade(server, await table_of(server, game)) as peer:
        before = memory(server)
        assert push_until_still(server, peer, frame(PING, b"x" * 125) * 1000, MUCH) < MUCH
        assert memory(server) - before < LITTLE
    assert server.ready() is not None


async def test_fragments_are_counted(hasty: ServerProcess, game: str) -> None:
    table = await table_of(hasty, game)
    with upgrade(hasty, table) as peer:
        before = memory(hasty)
        peer.sendall(frame(TEXT, b"{", last=False))
        assert push(peer, frame(CONT, b"", last=False) * 10_000, MUCH) < MUCH
        assert memory(hasty) - before < LITTLE
    with upgrade(hasty, table) as peer:
        peer.sendall(frame(TEXT, b"{", last=False) + frame(CONT, b"", last=False) * 100)
        assert closing_code(peer) == 1002


async def test_a_message_in_fragments_is_read(hasty: ServerProcess, game: str) -> None:
    with upgrade(hasty, await table_of(hasty, game)) as peer:
        text = b'{"kind": "hello"}'
        parts = [frame(CONT, text[at : at + 1], last=False) for at in range(1, len(text))]
        peer.sendall(frame(TEXT, text[:1], last=False) + b"".join(parts) + frame(CONT))
        assert b'"kind":"snapshot"' in peer.recv(1 << 16)


@pytest.mark.parametrize(
    "begun",
    [frame(TEXT, b"{", last=False), frame(TEXT, b'{"kind": "hello"}')[:-3], b"\x81"],
    ids=["fragment", "half a frame", "half a head"],
)
async def test_a_message_must_become_complete(
    hasty: ServerProcess, game: str, begun: bytes
) -> None:
    with upgrade(hasty, await table_of(hasty, game)) as peer:
        peer.sendall(begun)
        assert closing_code(peer) == 1008


async def test_a_text_that_is_none_is_refused_without_a_trace(
    hasty: ServerProcess, game: str
) -> None:
    with upgrade(hasty, await table_of(hasty, game)) as peer:
        peer.sendall(frame(TEXT, b"\xff\xfe"))
        assert closing_code(peer) == 1007
    assert "Traceback" not in hasty.log.read_text()


async def test_many_messages_at_once_are_answered_in_their_order(
    server: ServerProcess, game: str
) -> None:
    async with Client(server.base) as client:
        table = await client.open(game, "me", "open")
        async with client.sit(table["id"]) as talk:
            await talk.next("presence")
            asked = [json.dumps({"kind": "ping", "id": str(n)}) for n in range(3000)]
            data = b"".join(frame(TEXT, text.encode()) for text in asked)
            talk.socket.transport.write(data)  # more than is read ahead, in a few large pieces
            found = [(await talk.next("pong"))["id"] for _ in asked]
    assert found == [str(n) for n in range(3000)]


async def test_whoever_vanishes_in_the_middle_leaves_nothing(
    server: ServerProcess, game: str
) -> None:
    table = await table_of(server, game)
    for begun in (b"\x81", frame(TEXT, b"{", last=False), frame(PING) * 3000):
        with upgrade(server, table) as peer:
            peer.sendall(begun)
    with dial(server) as peer:
        peer.sendall(b"GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert server.ready() is not None
