"""Where outcomes come from: a fast seeded generator, or one that anyone can check afterwards."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from spieltisch.core.randomness import generator

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
            message = f"{self._given}:{n}:{attempt}".encode()
            digest = hmac.digest(self.seed, message, "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % total
            attempt += 1


def commitment(seed: bytes) -> str:
    """What is shown before the first draw: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()
