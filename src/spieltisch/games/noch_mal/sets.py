"""Sets of cells within one block, and sets of such sets.

The cells of a block are bits, so a set of them is a number below 64, and a set of such sets fits
into one word of 64 bits: "connected", "free" and "reachable" are three words, and `&` finds every
placement. All six cells of a block would be bit 63; that set is left out, as it cannot be marked at
once [NM-9].
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.noch_mal.decisions import NUMBERS, SETS
from spieltisch.games.noch_mal.sheets.sheet import SIZES, neighbours

_BY_NUMBER = [[s for s in range(SETS - 1) if s.bit_count() == n] for n in range(NUMBERS + 1)]


def word_of(members: list[int]) -> int:
    return sum(1 << member for member in members)


# WITHIN[m]: all sets of cells within m. WITH_NUMBER[n]: all sets of n cells.
WITHIN = np.array([word_of([s for s in range(SETS - 1) if s & ~m == 0]) for m in range(SETS)])
WITH_NUMBER = np.array([word_of(sets) for sets in _BY_NUMBER])

# SETS_WITH[n]: the same one by one, ascending; the first MANY[k][n] of them lie within k cells.
SETS_WITH = np.array([sets + [0] * (20 - len(sets)) for sets in _BY_NUMBER])
MANY = np.array([[sum(s < 1 << k for s in sets) for sets in _BY_NUMBER] for k in range(SIZES + 1)])


def connected_sets(cells: list[int]) -> int:
    """The connected sets of a block's cells, as one word [NM-7]."""
    return word_of([s for s in range(1, min(1 << len(cells), SETS - 1)) if is_connected(cells, s)])


def is_connected(cells: list[int], chosen: int) -> bool:
    """Whether from one of the chosen cells all others can be reached over chosen cells."""
    wanted = {cell for bit, cell in enumerate(cells) if chosen >> bit & 1}
    joined = {min(wanted)}
    while grown := {near for cell in joined for near in neighbours(cell)} & wanted - joined:
        joined |= grown
    return joined == wanted
