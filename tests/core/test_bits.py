"""Bits are counted and found alike, compiled and interpreted."""

from __future__ import annotations

import random

from spieltisch.core.bits import lowest, ones, select
from spieltisch.core.jit import kernel

LUCK = random.Random(1)
WORDS = [1, 1 << 62, (1 << 63) - 1, *(LUCK.getrandbits(LUCK.randint(1, 63)) | 1 for _ in range(50))]


@kernel
def counted(word: int) -> int:
    return ones(word)


@kernel
def found(word: int) -> int:
    return lowest(word)


def places(word: int) -> list[int]:
    """The slow and obvious way."""
    return [place for place in range(63) if word >> place & 1]


def test_bits_are_counted_and_the_lowest_is_found() -> None:
    assert counted(0) == ones(0) == 0
    for word in (word << shift for word in WORDS for shift in (0, 5) if word << shift < 1 << 63):
        assert counted(word) == ones(word) == len(places(word))
        assert found(word) == lowest(word) == places(word)[0]


def test_every_bit_is_selected_in_its_order() -> None:
    for word in WORDS:
        assert [int(select(word, nth)) for nth in range(ones(word))] == places(word)
