"""One bounded POST to an address that a person has named: checked, pinned, small and short.

A server that posts wherever it is told could be sent against the host's own network. So a name is
resolved once, every address behind it must be public (unless the host allows others), and the
connection goes to the address that was checked. Redirections are not followed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import h11

from spieltisch.notices.blocking_calls import BlockingCalls, Crowded

URL = 2048
TOGETHER = 15.0  # seconds for name, connection, request and answer
NAME = 5.0  # seconds for a name alone
NAMES = BlockingCalls(16)  # a name server may let one wait for each
READ = 16 * 1024  # bytes of an answer, of which only the status counts
HEAD = 16 * 1024


class Forbidden(Exception):
    """The address leads into the host's own network, or is none."""


class Unreachable(Exception):
    """Nobody answered in time, or not in HTTP; later somebody may."""


@dataclass(frozen=True)
class Target:
    url: str
    host: str
    port: int
    path: str
    secure: bool


@dataclass(frozen=True)
class Allowed:
    """`private`: the host lets people name addresses of the host's own network."""

    private: bool = False
    authorities: ssl.SSLContext | None = None  # those of the system, unless handed in


def parse(url: str, allowed: Allowed) -> Target:
    """Only HTTPS leaves this house; HTTP only where the host's own network is allowed."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Forbidden("not an address") from None
    plain = parts.scheme == "http" and allowed.private
    if not host or len(url) > URL or not (parts.scheme == "https" or plain):
        raise Forbidden("https is needed")
    if parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise Forbidden("not an address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    secure = parts.scheme == "https"
    return Target(url, host, port or (443 if secure else 80), path, secure)


def is_public(address: str) -> bool:
    """Whether an address is somebody else's: neither this machine's nor this network's.

    >>> is_public("93.184.216.34"), is_public("2606:2800:220:1::1")
    (True, True)
    >>> [is_public(a) for a in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1")]
    [False, False, False, False, False]
    >>> [is_public(a) for a in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "0.0.0.0")]
    [False, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or _translated(found)
        if inner is not None and not is_public(str(inner)):
            return False
        if found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """What a NAT64 gateway makes of it."""
    if address in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


async def resolve(target: Target, allowed: Allowed) -> str:
    """The address to connect to. One bad address is enough to refuse: names may have several."""
    asked = target.host, target.port
    try:
        async with asyncio.timeout(NAME):
            found = await NAMES.call(lambda: socket.getaddrinfo(*asked, type=socket.SOCK_STREAM))
    except (OSError, UnicodeError):
        raise Unreachable("nobody has this name") from None
    except (TimeoutError, Crowded):
        raise Unreachable("nobody says whose name this is") from None
    addresses = [str(info[4][0]) for info in found]
    if not allowed.private and not all(is_public(address) for address in addresses):
        raise Forbidden("this address is in the host's own network")
    if not addresses:
        raise Unreachable("nobody has this name")
    return addresses[0]


async def post(url: str, headers: Mapping[str, str], body: bytes, allowed: Allowed) -> int:
    """The status of the answer."""
    target = parse(url, allowed)
    try:
        async with asyncio.timeout(TOGETHER):
            address = await resolve(target, allowed)
            return await _exchange(target, address, headers, body, allowed)
    except (OSError, TimeoutError, EOFError, h11.ProtocolError) as error:
        raise Unreachable(str(error) or type(error).__name__) from None


async def _exchange(
    target: Target, address: str, headers: Mapping[str, str], body: bytes, allowed: Allowed
) -> int:
    context = (allowed.authorities or ssl.create_default_context()) if target.secure else None
    name = target.host if target.secure else None
    reader, writer = await asyncio.open_connection(
        address, target.port, ssl=context, server_hostname=name, limit=HEAD
    )
    try:
        talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD)
        usual = 443 if target.secure else 80
        host = f"[{target.host}]" if ":" in target.host else target.host
        asked = {
            "host": host if target.port == usual else f"{host}:{target.port}",
            "user-agent": "Spieltisch",
            "connection": "close",
            "content-length": str(len(body)),
            **headers,
        }
        request = h11.Request(method="POST", target=target.path, headers=list(asked.items()))
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(talk.send(event) or b"")
        await writer.drain()
        return await _status(talk, reader)
    finally:
        writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await writer.wait_closed()


async def _status(talk: h11.Connection, reader: asyncio.StreamReader) -> int:
    """What comes before the final answer is skipped; its body is not read at all."""
    read = 0
    while True:
        event = talk.next_event()
        if isinstance(event, h11.Response):
            return int(event.status_code)
        if event is h11.NEED_DATA:
            data = await reader.read(READ)
            read += len(data)
            if not data or read > READ:
                raise Unreachable("no answer in HTTP")
            talk.receive_data(data)
