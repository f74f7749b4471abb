"""The fast generator of simulations: Marsaglia's xorwow, in an array that kernels are handed.

Words are 32 bits wide and kept in signed 64-bit integers, so that compiled and interpreted
code calculate the same. Never used for live matches: see `chance.Fair`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import exported, kernel

Random = npt.NDArray[np.int64]

WORDS = 6
LOW = 0xFFFFFFFF
WEYL = 362437


@kernel
def scramble(word: int) -> int:
    """A bijection of 32-bit words that spreads every bit (the finaliser of MurmurHash3)."""
    x = int(word) & LOW
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & LOW
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & LOW
    return int(x ^ (x >> 16))


@exported("int64[:], int, int")
def sow(random: Random, seed: int, stream: int) -> None:
    """Sets the generator to the beginning of one of many independent streams of a seed."""
    key = scramble(int(seed) & LOW)
    key = scramble(key ^ ((int(seed) >> 32) & LOW) ^ 0x9E3779B9)
    key = scramble(key ^ scramble(int(stream) & LOW) ^ 0x7F4A7C15)
    key = scramble(key ^ scramble((int(stream) >> 32) & LOW))
    for word in range(WORDS):
        key = scramble(key + 0x9E3779B9 * (word + 1))
        random[word] = key
    random[0] |= 1  # the shift register must not be all zeros


@exported("int64[:] -> int")
def next_word(random: Random) -> int:
    """The next 32 random bits."""
    x = int(random[0])
    t = x ^ (x >> 2)
    last = int(random[4])
    random[0] = random[1]
    random[1] = random[2]
    random[2] = random[3]
    random[3] = last
    fresh = (last ^ (last << 4) ^ t ^ (t << 1)) & LOW
    random[4] = fresh
    weyl = (int(random[5]) + WEYL) & LOW
    random[5] = weyl
    return int((fresh + weyl) & LOW)


@exported("int64[:], int -> int")
def below(random: Random, n: int) -> int:
    """A whole number from 0 to n - 1; its bias is below n / 2**32."""
    return int((next_word(random) * int(n)) >> 32)


@exported("int64[:] -> float")
def unit(random: Random) -> float:
    """A number in [0, 1)."""
    return float(next_word(random) / 4294967296.0)


def generator(seed: int, stream: int = 0) -> Random:
    random = np.zeros(WORDS, np.int64)
    sow(random, seed & 0x7FFFFFFFFFFFFFFF, stream)
    return random
