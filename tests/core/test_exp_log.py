"""Our own exponential function and logarithm, against those of decimal arithmetic."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import pytest

from spieltisch.core.exp_log import ROOTS, STEPS, exp, log

POINTS = [x / 7 for x in range(-4900, 4900, 97)] + [0.0, 1e-12, -1e-12, 0.5, 1.0, -40.0, 50.0]


@pytest.mark.parametrize("x", POINTS)
def test_exp_is_right_to_the_last_place(x: float) -> None:
    with localcontext() as context:
        context.prec = 50
        right = Decimal(x).exp()
        assert abs(Decimal(exp(x)) - right) <= Decimal(math.ulp(float(right)))


@pytest.mark.parametrize("x", [1e-300, 0.1, 0.74, 0.75, 1.0, 1.49, 1.5, 2.0, 3.0, 1e5, 1e300])
def test_log_is_right_to_the_last_place_but_one(x: float) -> None:
    with localcontext() as context:
        context.prec = 50
        right = Decimal(x).ln()
        assert abs(Decimal(log(x)) - right) <= 2 * Decimal(math.ulp(float(right)))


def test_exp_neither_overflows_nor_fails() -> None:
    assert exp(1e9) == exp(700.0) < math.inf
    assert 0.0 < exp(-1e9) == exp(-700.0) < 1e-300


def test_the_table_is_correctly_rounded() -> None:
    with localcontext() as context:
        context.prec = 50
        assert ROOTS.tolist() == [float(Decimal(2) ** (Decimal(j) / STEPS)) for j in range(STEPS)]
