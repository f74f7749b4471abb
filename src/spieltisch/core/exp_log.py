"""The exponential function and the logarithm, of sums and products only.

Those of C libraries differ in their last bit from system to system; with these a bot thinks the
same thoughts everywhere: compiled, interpreted and in a browser. Errors are below one unit in the
last place but one.
"""

from __future__ import annotations

import math

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats

STEPS = 32  # of the table, in each doubling
PRECISION = 60
LOG_2 = 0.6931471805599453
# log(2) / 32 in two parts, the first with so few digits that its multiples are exact
COARSE, FINE = 0.021660849392446835, 5.145609244655338e-14
LARGEST = 700.0  # beyond it the result would overflow
BIAS, FRACTION = 1023, 52  # of a number of 64 bits


def _roots() -> list[float]:
    """2 ** (step / 32), correctly rounded: by whole roots of whole numbers."""
    found = []
    for step in range(STEPS):
        root = 1 << (step + STEPS * PRECISION)
        for _ in range(5):  # five square roots make the 32nd
            root = math.isqrt(root)
        found.append(math.ldexp(float(root), -PRECISION))
    return found


ROOTS: Floats = np.array(_roots(), np.float64)


@kernel
def exp(x: float) -> float:
    """e to the power of `x`, which counts as at most 700, and as at least -700."""
    x = min(max(x, -LARGEST), LARGEST)
    steps = int(x * (STEPS / LOG_2) + (0.5 if x >= 0.0 else -0.5))
    rest = (x - steps * COARSE) - steps * FINE
    square = rest * rest
    high = 1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0))
    small = rest + square * (0.5 + rest * (1.0 / 6.0) + square * high)
    root = float(ROOTS[steps & (STEPS - 1)])
    return (root + root * small) * power_of_two(steps >> 5)


@kernel
def power_of_two(exponent: int) -> float:
    return float(np.int64((exponent + BIAS) << FRACTION).view(np.float64))


@kernel
def log(x: float) -> float:
    """The natural logarithm of a positive number."""
    doublings = 0
    while x > 1.5:
        x *= 0.5
        doublings += 1
    while x < 0.75:
        x *= 2.0
        doublings -= 1
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    total = 0.0
    for odd in range(23, 0, -2):
        total = total * square + 1.0 / odd
    return 2.0 * ratio * total + doublings * LOG_2
