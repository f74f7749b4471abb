"""Requests that never end, in size or in time, and connections that nobody uses."""

from __future__ import annotations

import resource
import socket

import pytest

from spieltisch.server import limits
from spieltisch.server.http.idle_connections import Waiting
from tests.server.processes import ServerProcess
from tests.server.raw import dial, memory, push, read_all

MUCH = 48 << 20  # bytes that an attacker is ready to send
LITTLE = 16 << 20  # bytes by which a server may grow meanwhile
GET = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"a" * 65536),
        (GET + b"X: ", b"a" * 65536),
        (GET, b"X: y\r\n" * 8192),
        (GET + b"Transfer-Encoding: chunked\r\n\r\n", b"1;" + b"x" * 65536),
        (GET + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 8192),
        (GET + b"Content-Length: 99999999999\r\n\r\n", b"a" * 65536),
    ],
    ids=["url", "header", "headers", "chunk extension", "trailers", "body"],
)
def test_an_endless_request_costs_no_memory(
    hasty: ServerProcess, begin: bytes, more: bytes
) -> None:
    before = memory(hasty)
    with dial(hasty) as peer:
        peer.sendall(begin)
        assert push(peer, more, MUCH) < MUCH
    assert memory(hasty) - before < LITTLE
    assert hasty.ready() is not None


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /" + b"a" * limits.URL + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (GET + b"X: " + b"a" * limits.HEAD + b"\r\n\r\n", 431),
        (GET + b"X: y\r\n" * limits.HEADERS + b"\r\n", 431),
    ],
)
def test_what_is_too_long_is_told_so(hasty: ServerProcess, request_: bytes, status: int) -> None:
    with dial(hasty) as peer:
        peer.sendall(request_)
        answer = read_all(peer)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert b'"code":"input/too-big"' in answer
    assert b"content-security-policy" in answer


@pytest.mark.parametrize(
    "begin",
    [b"GET", GET, GET + b"X:", b"POST /api/me HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"],
    ids=["method", "headers", "header", "body"],
)
def test_a_request_that_does_not_become_complete_is_told_so(
    hasty: ServerProcess, begin: bytes
) -> None:
    with dial(hasty) as peer:
        peer.sendall(begin)
        answer = read_all(peer)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"input/slow"' in answer


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("said", [b"", b"\r\n"])
def test_a_connection_without_a_request_is_closed(
    hasty: ServerProcess, said: bytes, asked: bool
) -> None:
    with dial(hasty) as peer:
        if asked:
            peer.sendall(GET + b"\r\n")
            assert b"200 OK" in peer.recv(1 << 16)
        if said or not asked:  # a connection that was used is kept a while longer
            peer.sendall(said)
            assert read_all(peer) in {b"", b'{"id":null,"name":null}'}


def test_requests_in_a_row_are_all_answered(hasty: ServerProcess) -> None:
    with dial(hasty) as peer:
        peer.sendall((GET + b"\r\n") * 40 + GET + b"Connection: close\r\n\r\n")
        assert read_all(peer).count(b"HTTP/1.1 200") == 41


def test_unfinished_requests_keep_nobody_out(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("crowded")
    server = ServerProcess(folder, limits="on", patience="60").start(wait=False).wait_open()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    peers: list[socket.socket] = []
    try:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
        for _ in range(1100):
            peer = dial(server)
            peer.sendall(GET)
            peers.append(peer)
        with dial(server) as visitor:
            visitor.sendall(GET + b"Connection: close\r\n\r\n")
            assert read_all(visitor).startswith(b"HTTP/1.1 200")
    finally:
        for peer in peers:
            peer.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert server.stop() == 0
    assert "Too many open files" not in server.log.read_text()


class Guest:
    closed = False

    def give_up(self) -> None:
        self.closed = True


def test_who_has_been_waited_for_longest_goes_first() -> None:
    waiting = Waiting(of_one=2, together=3)
    first, second, third, fourth, fifth = (Guest() for _ in range(5))
    waiting.add(first, "a")
    waiting.add(second, "a")
    waiting.add(first, "a")  # it began something new
    waiting.add(third, "a")
    assert [guest.closed for guest in (first, second, third)] == [False, True, False]
    waiting.add(fourth, "b")
    waiting.add(fifth, "c")
    assert first.closed
    assert len(waiting) == 3
    for guest in (third, fourth, fifth, fifth):
        waiting.discard(guest)
    assert len(waiting) == 0
