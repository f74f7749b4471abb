"""Means and shares with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True)
class Figure:
    mean: float
    low: float
    high: float

    def json(self) -> dict[str, float]:
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def show(self, digits: int = 1) -> str:
        """
        >>> Figure(3.25, 3.0, 3.5).show(2)
        '3.25 ± 0.25'
        """
        return f"{self.mean:.{digits}f} ± {(self.high - self.low) / 2:.{digits}f}"

    def percent(self) -> str:
        """
        >>> Figure(0.5, 0.4, 0.6).percent()
        '50.0 % (40.0–60.0)'
        """
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


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
