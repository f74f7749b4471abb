"""How much one connection, one address and one newcomer may ask for."""

from __future__ import annotations

import functools
import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass

MESSAGES = (20.0, 60.0)  # per second, and at once: of one connection
# Of one address, by all its connections, and by connecting: else each new connection would begin
# with a full bucket. Families, clubs and classes share an address: thirty people who play on, or
# ten who click as fast as one may.
MESSAGES_TOGETHER = (100.0, 600.0)
REQUESTS = (30.0, 120.0)  # of one address
COST = (0.4, 8.0)  # seconds of computing for the requests of one address
CREATIONS = (20 / 60, 20.0)  # tables and guests of one address
RECOVERIES = (10 / 60, 10.0)  # codes that are tried or made, and exports, of one address
CODES = (4 / 3600, 4.0)  # letters with a code to one address, or asked for by one person
LETTERS = (20 / 3600, 20.0)  # letters with a code, asked for by one network
CONNECTIONS = 200  # of one address at the same time
NONSENSE = 20  # messages that make no sense, until a connection is closed
ADDRESSES = 50_000  # remembered

BODY = 64 * 1024
RECORD = 256 * 1024  # a body with the record of a match; the longest have a quarter of it
MESSAGE = 16 * 1024
UNSENT = 400  # messages that wait for a slow reader

# Of an HTTP request, beside its body
URL = 8 * 1024
HEAD = 32 * 1024  # request line and headers together
HEADERS = 100
FRAMING = 8 * BODY  # a body in chunks of one byte has six times its length
PIPELINED = 1000  # requests sent before the first one is answered

# Connections on which the server waits for the client: new, idle, unfinished or not reading.
# Above that the one that has been waited for longest is closed, never a newcomer.
WAITING = 200  # of one address
WAITING_TOGETHER = 1000

# Of WebSocket frames
CONTROL = (2.0, 60.0)  # per second, and at once: pings and pongs of one connection
FRAGMENTS = 64  # of one message
QUEUED = 64  # messages read ahead of the one that is being answered
SLICE = 4 * 1024  # bytes of frames that are parsed before anybody else has a turn


@functools.lru_cache(10_000)
def network_of(address: str) -> str:
    """Whom limits count together: an IPv4 address, or the 64 bits of IPv6 that one home gets.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    >>> network_of("fe80::1%eth0"), network_of("local")
    ('fe80::/64', 'local')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


@dataclass
class Bucket:
    rate: float
    most: float
    tokens: float
    at: float

    @classmethod
    def full(cls, rate: float, most: float) -> Bucket:
        return cls(rate, most, most, time.monotonic())

    def take(self) -> float:
        """0 if there was a token, else the seconds until there is one."""
        self._fill()
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / self.rate

    def debt(self) -> float:
        """The seconds until what was spent is made up for; 0 where something is left."""
        self._fill()
        return max(0.0, -self.tokens / self.rate)

    def _fill(self) -> None:
        at = time.monotonic()
        self.tokens = min(self.most, self.tokens + (at - self.at) * self.rate)
        self.at = at


class Limiter:
    """A bucket per address; the ones not used for longest are forgotten."""

    def __init__(self, rate: float, most: float, enabled: bool = True) -> None:
        self.rate, self.most, self.enabled = rate, most, enabled
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        return self._bucket(address).take() if self.enabled else 0.0

    def _bucket(self, address: str) -> Bucket:
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket.full(self.rate, self.most)
            if len(self.buckets) > ADDRESSES:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket


class Budget(Limiter):
    """What is known to have cost something only afterwards."""

    def debt(self, address: str) -> float:
        """The seconds until this address may ask again."""
        return self._bucket(address).debt() if self.enabled else 0.0

    def spend(self, address: str, amount: float) -> None:
        if self.enabled:
            self._bucket(address).tokens -= amount
