"""Counting and finding bits, as single machine instructions where compiled.

Words are signed and never negative, so that compiled and interpreted code agree.
"""

from __future__ import annotations

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
