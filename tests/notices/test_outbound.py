"""A server that posts wherever people say must not be sent against its own network."""

from __future__ import annotations

import asyncio
import socket

import pytest

from spieltisch.notices import outbound
from spieltisch.notices.outbound import Allowed, Forbidden, Unreachable, post
from tests.notices.receivers import Receiver

INSIDE = [
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://10.1.2.3/x",
    "https://192.168.0.1:8443/x",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fe80::1]/",
    "https://[fd12::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://0.0.0.0/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://100.64.0.1/",
    "https://224.0.0.1/",
]
NONE = [
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "https://",
    "https://user@example.org/",
    "https://exa mple.org/",
    "https://example.org:99999/",
    "https://example.org/\r\nHost: other",
    "https://example.org/" + "a" * 3000,
]


@pytest.mark.parametrize("url", INSIDE)
async def test_the_hosts_own_network_is_out_of_reach(url: str) -> None:
    with pytest.raises((Forbidden, Unreachable)):
        await post(url, {}, b"", Allowed())


@pytest.mark.parametrize("url", NONE)
async def test_what_is_no_public_address_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        await post(url, {}, b"", Allowed())


async def test_a_name_is_resolved_once_and_the_address_pinned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that answers with a public address first and a private one later gets nowhere."""
    asked: list[str] = []
    connected: list[str] = []

    def names(host: str, port: int, **_: object) -> list[object]:
        asked.append(host)
        return [(0, 0, 0, "", ("93.184.216.34" if len(asked) == 1 else "127.0.0.1", port))]

    async def connect(host: str, *_: object, **__: object) -> None:
        connected.append(host)
        raise OSError("nobody is asked in a test")

    monkeypatch.setattr(socket, "getaddrinfo", names)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Unreachable):
        await post("https://rebind.example/x", {}, b"", Allowed())
    assert asked == ["rebind.example"]
    assert connected == ["93.184.216.34"]


async def test_one_private_address_among_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def names(host: str, port: int, **_: object) -> list[object]:
        return [(0, 0, 0, "", (address, port)) for address in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", names)
    with pytest.raises(Forbidden):
        await post("https://both.example/x", {}, b"", Allowed())


async def test_where_the_host_allows_it_the_status_comes_back_and_nothing_is_followed() -> None:
    receiver = Receiver(status=302)
    with receiver.running():
        allowed = Allowed(private=True)
        assert await post(f"{receiver.base}/in?a=b", {"x-it": "1"}, b"{}", allowed) == 302
    (posted,) = receiver.posted
    assert (posted.path, posted.body, posted.headers["x-it"]) == ("/in?a=b", b"{}", "1")


@pytest.mark.parametrize(
    "said", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nx: " + b"a" * 99999]
)
async def test_whoever_answers_nonsense_or_too_much_is_unreachable(said: bytes) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(said)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Unreachable):
        await post(f"http://127.0.0.1:{port}/", {}, b"", Allowed(private=True))
    server.close()


async def test_whoever_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "TOGETHER", 0.2)
    hold = asyncio.Event()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await hold.wait()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Unreachable):
        await post(f"http://127.0.0.1:{port}/", {}, b"", Allowed(private=True))
    hold.set()
    server.close()
