"""Sets of counters, in three words each.

Word w holds the colours 2w and 2w + 1, two bits per kind of counter: 00 none, 01 one, 11 both
copies. So every bit is one counter, equal contents are equal bytes, and kind t is at word t // 22,
bit 2 * (t % 22).
"""

from __future__ import annotations

from spieltisch.core.bits import lowest, ones, select
from spieltisch.core.jit import exported, kernel
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import Ints

COLOURS = 6
VALUES = 11
KINDS = COLOURS * VALUES  # kind t has colour t // 11 and value t % 11 + 1
COUNTERS = 2 * KINDS
SLACK = 4  # of `write_kinds`

WORDS = 3
IN_WORD = KINDS // WORDS
COLUMN_BITS = 2 * VALUES
ALL = (1 << 2 * IN_WORD) - 1
COLUMN = (1 << COLUMN_BITS) - 1
SINGLES = ALL // 3  # of each pair the bit that is set first
# WORTH[j] are the places whose value has binary digit j: the worth of a set is four bit counts.
WORTH = tuple(
    sum(1 << b for b in range(2 * IN_WORD) if (b // 2 % VALUES + 1) >> j & 1) for j in range(4)
)


def kinds_in(counters: Ints) -> list[int]:
    """Plain Python: the kinds of the counters in a set, ascending, both copies of a pair."""
    kinds = []
    for word, bits in enumerate(counters.tolist()):
        while bits:
            low = bits & -bits
            kinds.append(word * IN_WORD + (low.bit_length() - 1) // 2)
            bits ^= low
    return kinds


@kernel
def word_of(kind: int) -> int:
    """kind // 22, without the care that division takes of negative numbers."""
    return kind * 47 >> 10


@kernel
def put(counters: Ints, kind: int) -> None:
    word = word_of(kind)
    bit = 1 << 2 * (kind - word * IN_WORD)
    counters[word] |= bit | ((counters[word] & bit) << 1)


@kernel
def take(counters: Ints, kind: int) -> None:
    word = word_of(kind)
    place = 2 * (kind - word * IN_WORD)
    counters[word] ^= 1 << (place + ((counters[word] >> (place + 1)) & 1))


@kernel
def copies(counters: Ints, kind: int) -> int:
    return ones(counters[kind // IN_WORD] >> 2 * (kind % IN_WORD) & 3)


@kernel
def column(counters: Ints, colour: int) -> int:
    """The counters of one colour, value v at the bits 2v - 2 and 2v - 1."""
    return int(counters[colour // 2] >> COLUMN_BITS * (colour % 2) & COLUMN)


@kernel
def worth(word: int) -> int:
    """The sum of the values in a word, or in a column."""
    return (
        ones(word & WORTH[0])
        + 2 * ones(word & WORTH[1])
        + 4 * ones(word & WORTH[2])
        + 8 * ones(word & WORTH[3])
    )


@exported("int64[:] -> int")
def total(counters: Ints) -> int:
    return worth(counters[0]) + worth(counters[1]) + worth(counters[2])


@kernel
def value_of(kind: int) -> int:
    return kind % VALUES + 1


@kernel
def up_to(value: int) -> int:
    """The places in a column that are not higher than `value`."""
    return (1 << 2 * value) - 1


@kernel
def merge(one: int, other: int) -> int:
    """Both words put together; no kind may occur more than twice."""
    return one | other | ((one & other & SINGLES) << 1)


@kernel
def is_empty(counters: Ints) -> bool:
    return bool((counters[0] | counters[1] | counters[2]) == 0)


@kernel
def unknown(known: int) -> int:
    """The word of all copies that are not in `known`; a single one is always written 01."""
    rest = ALL & ~known
    return (rest >> 1 & SINGLES) | ((rest & SINGLES) << 1)


@kernel
def size(counters: Ints) -> int:
    return ones(counters[0]) + ones(counters[1]) + ones(counters[2])


@kernel
def pick(counters: Ints, nth: int) -> int:
    """The kind of the nth counter, counted from 0."""
    word = 0
    here = ones(counters[0])
    while nth >= here:
        nth -= here
        word += 1
        here = ones(counters[word])
    return word * IN_WORD + select(counters[word], nth) // 2


@kernel
def write_kinds(out: Ints, n: int, base: int, singles: int) -> int:
    """Writes base + kind for each bit into `out` from place n on; returns the place after them.

    SLACK places are written whether needed or not: a loop whose end no processor can foresee
    costs more than the writing.
    """
    end = n + ones(singles)
    for _ in range(SLACK):
        out[n] = base + (lowest(singles) >> 1)
        singles &= singles - 1
        n += 1
    while singles:
        out[n] = base + (lowest(singles) >> 1)
        singles &= singles - 1
        n += 1
    return end


@kernel
def richest(counters: Ints) -> int:
    """The worth of the most valuable colour."""
    most = 0
    for word in range(WORDS):
        most = max(most, worth(counters[word] & COLUMN), worth(counters[word] >> COLUMN_BITS))
    return most


@kernel
def no_higher(counters: Ints, kind: int) -> int:
    """The counters of the same colour that are not higher than `kind`, as a column."""
    return column(counters, kind // VALUES) & up_to(value_of(kind))


@kernel
def weigh(counters: Ints, kinds: Ints, weights: Ints) -> int:
    """Lists the kinds that there are, and how many of each; returns how many kinds."""
    n = 0
    for kind in range(KINDS):
        left = copies(counters, kind)
        if left > 0:
            kinds[n] = kind
            weights[n] = left
            n += 1
    return n


@kernel
def draw_blindly(counters: Ints, random: Random) -> int:
    kind = pick(counters, below(random, size(counters)))
    take(counters, kind)
    return kind
