"""Means and shares with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True)
class Figure:
    mean: float
    low: float
    high: float

    def json(self) -> dict[str, float]:
        return {"mean": self.mean, "low": self.low, "high": self.high}

    @classmethod
    def read(cls, found: Mapping[str, float]) -> Figure:
        """As `json` wrote it."""
        return cls(found["mean"], found["low"], found["high"])

    def show(self, digits: int = 1, sign: str = "") -> str:
        """
        >>> Figure(3.25, 3.0, 3.5).show(2), Figure(3.25, 3.0, 3.5).show(sign="+")
        ('3.25 ± 0.25', '+3.2 ± 0.2')
        """
        return f"{self.mean:{sign}.{digits}f} ± {(self.high - self.low) / 2:.{digits}f}"

    def percent(self, digits: int = 1) -> str:
        """
        >>> Figure(0.5, 0.4, 0.6).percent(), Figure(0.5, 0.4, 0.6).percent(0)
        ('50.0 % (40.0–60.0)', '50.0 % (40–60)')
        """
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.mean:.1f} % ({low:.{digits}f}–{high:.{digits}f})"


def mean(values: Sequence[float]) -> Figure:
    """The mean and its interval, by the normal approximation."""
    n = len(values)
    middle = math.fsum(values) / n
    if n == 1:
        return Figure(middle, middle, middle)
    spread = math.sqrt(math.fsum((x - middle) ** 2 for x in values) / (n - 1))
    half = Z * spread / math.sqrt(n)
    return Figure(middle, middle - half, middle + half)


def share(hits: float, n: float) -> Figure:
    """A share and Wilson's interval, which is honest near 0 and 1.

    >>> share(0, 10).low, round(share(0, 10).high, 3)
    (0.0, 0.278)
    """
    p = hits / n
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Figure(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))
