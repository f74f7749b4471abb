"""Where outcomes come from: a fast seeded generator, or one that anyone can check afterwards."""

from __future__ import annotations

import functools
import hashlib
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from spieltisch.core.randomness import generator
from spieltisch.core.state import copied

if TYPE_CHECKING:
    from spieltisch.core.game import Game
    from spieltisch.core.state import AnyState


class Chance(Protocol):
    def outcome(self, game: Game, state: AnyState) -> int:
        """The next single outcome: one die, one card, one counter."""


class Seeded:
    """For simulation: fast, and the same for the same seed. Never for live matches."""

    def __init__(self, seed: int) -> None:
        self.random = generator(seed)

    def outcome(self, game: Game, state: AnyState) -> int:
        return int(game.rules.sample_chance(state, self.random))


class Fair:
    """Commit and reveal: the seed's hash is shown first, every outcome can be recomputed later.

    Outcome n is HMAC-SHA-256(seed, nonces joined by "," + ":n:try"), first 8 bytes, rejected at or
    above the largest multiple of the total weight, so that no outcome is favoured.
    """

    def __init__(self, seed: bytes, nonces: Sequence[str], used: int = 0) -> None:
        self.seed = seed
        self.nonces = list(nonces)
        self.used = used  # single outcomes so far
        self._given = ",".join(self.nonces)
        self._usual = 1  # outcomes in the last line

    @staticmethod
    def fresh_seed() -> bytes:
        return secrets.token_bytes(32)

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def outcome(self, game: Game, state: AnyState) -> int:
        outcomes, weights = game.chances(state)
        ticket = self.ticket(self.used, sum(weights))
        self.used += 1
        for outcome, weight in zip(outcomes, weights, strict=True):
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError("a ticket is below the total weight")

    def ticket(self, n: int, total: int) -> int:
        """A whole number below `total`, the n-th, without bias.

        >>> Fair(bytes(32), ["", "ab"]).ticket(0, 6)
        1
        """
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while True:
            number = int.from_bytes(self._digest(n, attempt)[:8], "big")
            if number < limit:
                return number % total
            attempt += 1

    def _digest(self, n: int, attempt: int = 0) -> bytes:
        inside, outside = _pads(self.seed)
        inner, outer = inside.copy(), outside.copy()
        inner.update(f"{self._given}:{n}:{attempt}".encode())
        outer.update(inner.digest())
        return outer.digest()

    def line(self, game: Game, state: AnyState) -> tuple[list[int], AnyState] | None:
        """A whole line of chance, and the state after it: the same as outcome by outcome, by one
        call of a kernel. None where that cannot say; then nothing was drawn."""
        numbers: list[bytes] = []
        found: list[int] | None = []
        while found == []:
            more = range(self.used + len(numbers), self.used + max(self._usual, 2 * len(numbers)))
            numbers += [self._digest(n)[:8] for n in more]
            after = copied(state)
            found = game.draw_line(after, b"".join(numbers))
        if found is None:
            return None
        self._usual = len(found)
        self.used += len(found)
        return found, after


@functools.lru_cache(maxsize=4096)
def _pads(seed: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """What all HMACs of a key begin with, inside and outside; OpenSSL makes it anew for each, which
    takes longer than the rest."""
    key = (seed if len(seed) <= BLOCK else hashlib.sha256(seed).digest()).ljust(BLOCK, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in key)) for pad in (0x36, 0x5C))
    return inner, outer


BLOCK = 64  # bytes, of SHA-256


def commitment(seed: bytes) -> str:
    """What is shown before the first draw: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()
