"""The secret of each day, from one secret of the server, so that nobody can look or choose ahead.

The days are links of a chain: each day's secret is the SHA-256 of the next day's. When a day is
over its secret is opened; its own SHA-256 is the secret of the day before, which was opened a day
earlier. So what was opened yesterday is the commitment to today, and the very first link commits to
all days: a server that wanted other luck for a day would have to break SHA-256.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import date
from functools import cached_property

FIRST = date(2026, 1, 1)
DAYS = 36_525  # a hundred years; the last link is made from the server's secret


class Chain:
    def __init__(self, secret: str) -> None:
        self.secret = secret

    @cached_property
    def _links(self) -> list[bytes]:
        """The first is the anchor, of the day before the first: some 20 ms, once."""
        link = hashlib.sha256(f"deal of the day:{self.secret}".encode()).digest()
        found = [link]
        for _ in range(DAYS):
            link = hashlib.sha256(link).digest()
            found.append(link)
        return found[::-1]

    def link(self, day: date) -> bytes:
        """The secret of a day. Never to be told before that day is over."""
        number = (day - FIRST).days + 1
        if not 0 <= number <= DAYS:
            raise ValueError(f"{day} is not in the chain")
        return self._links[number]


def knows(day: date) -> bool:
    return 0 <= (day - FIRST).days < DAYS


def commitment(secret: bytes) -> str:
    """What is known of a day beforehand: the opened secret of the day before."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, game: str) -> str:
    """The seed of a game's deal on the day of this secret, in hex.

    >>> seed_of(bytes(32), "a-game")[:16]
    '22cc7f677295d704'
    """
    return hmac.digest(secret, game.encode(), "sha256").hex()
