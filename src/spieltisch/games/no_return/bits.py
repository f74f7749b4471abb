"""Counting and finding bits, as single machine instructions where compiled.

Words are signed and never negative, so that compiled and interpreted code agree.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic, overload

from spieltisch.core.jit import kernel


def ones(word: int) -> int:
    """How many bits are set.

    >>> ones(0b10110)
    3
    """
    return int(word).bit_count()


def lowest(word: int) -> int:
    """The place of the lowest bit that is set; `word` must not be 0.

    >>> lowest(0b10100)
    2
    """
    return (int(word) & -int(word)).bit_length() - 1


@kernel
def select(word: int, nth: int) -> int:
    """The place of the nth bit that is set, counted from 0.

    >>> select(0b10110, 2)
    4
    """
    for _ in range(nth):
        word &= word - 1
    return lowest(word)


@intrinsic
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@overload(ones)
def _ones(word):  # type: ignore[no-untyped-def]
    return lambda word: _population(word)  # type: ignore[call-arg]


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return lambda word: _trailing_zeros(word)  # type: ignore[call-arg]
