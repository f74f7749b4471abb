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
    place = 0
    for width in (22, 11):  # halve the word before going bit by bit
        here = ones(word & ((1 << width) - 1))
        if nth >= here:
            nth -= here
            word >>= width
            place += width
    for _ in range(nth):
        word &= word - 1
    return place + lowest(word)


@intrinsic
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@overload(ones)
def _ones(word):  # type: ignore[no-untyped-def]
    return lambda word: _population(word)  # type: ignore[call-arg]


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return lambda word: _trailing_zeros(word)  # type: ignore[call-arg]
