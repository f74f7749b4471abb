"""How a game describes the numbers that a learning agent sees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    """A stretch of the observation vector, made from a hidden record only."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def total(fields: Sequence[Field]) -> int:
    """
    >>> total([Field("a", (2, 3), 0, 1, "six numbers"), Field("b", (), 0, 1, "one more")])
    7
    """
    return sum(field.size for field in fields)
