"""Sockets without a library that would know better, and what a process holds."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import struct
from pathlib import Path

from tests.server.processes import ServerProcess

PATIENCE = 20.0
PIECE = 64 * 1024


def dial(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def push(peer: socket.socket, data: bytes, most: int) -> int:
    """Sends `data` again and again without reading, until the server has enough; bytes sent."""
    sent = 0
    try:
        while sent < most:
            peer.sendall(data)
            sent += len(data)
    except (ConnectionError, TimeoutError):
        pass
    return sent


def push_until_still(server: ServerProcess, peer: socket.socket, data: bytes, most: int) -> int:
    """The same, but a server that is only busy is waited for: it counts as still when it answers
    others and has taken nothing meanwhile, twice."""
    peer.settimeout(1)
    sent = still = 0
    while sent < most and still < 2:
        try:
            taken = peer.send(data[sent % len(data) :])
        except TimeoutError:
            still += 1
            assert server.ready() is not None
        except ConnectionError:
            break
        else:
            sent, still = sent + taken, 0
    return sent


def read_all(peer: socket.socket) -> bytes:
    """Until the server closes."""
    found = b""
    try:
        while part := peer.recv(PIECE):
            found += part
    except ConnectionError:
        pass
    return found


def upgrade(server: ServerProcess, table: str, host: str = "localhost") -> socket.socket:
    """A WebSocket of which every byte is ours."""
    peer = dial(server)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    peer.sendall("\r\n".join([*lines, "", ""]).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += peer.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return peer


def frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    """As clients write it, masked with zeros."""
    first = opcode | (0x80 if last else 0)
    if len(data) < 126:
        return struct.pack("!BB4x", first, 0x80 | len(data)) + data
    return struct.pack("!BBH4x", first, 0x80 | 126, len(data)) + data


def closing_code(peer: socket.socket) -> int:
    """The code by which the server closes, after whatever it says before."""
    data = read_all(peer)
    while data:
        length, start = data[1], 2
        if length == 126:
            (length,), start = struct.unpack("!H", data[2:4]), 4
        elif length == 127:
            (length,), start = struct.unpack("!Q", data[2:10]), 10
        if data[0] == 0x88:
            return int(struct.unpack("!H", data[start : start + 2])[0])
        data = data[start + length :]
    return 0


def memory(server: ServerProcess) -> int:
    """Bytes that the process holds."""
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def files(server: ServerProcess) -> list[str]:
    """What each open descriptor is: a path, or `socket`, `pipe` and the like."""
    assert server.process is not None
    found = []
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(each).partition(":")[0])
    return sorted(found)


def has_compiler(server: ServerProcess) -> bool:
    """Whether LLVM is in its memory, which nothing that a visitor asks for may need."""
    assert server.process is not None
    return "llvmlite" in Path(f"/proc/{server.process.pid}/maps").read_text()
