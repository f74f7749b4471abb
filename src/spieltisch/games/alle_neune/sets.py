"""Sets of tiles: integers with bit t for tile t, written so that both modes calculate the same."""

import numpy as np

from spieltisch.core.jit import kernel

PLACE = np.zeros(53, np.int64)  # finds a bit's place: the powers of 2 differ modulo 53
for _place in range(52):
    PLACE[(1 << _place) % 53] = _place


@kernel
def bit(tile: int) -> int:
    return 1 << int(tile)


@kernel
def first(tiles: int) -> int:
    """The lowest tile of a set that is not empty."""
    return int(PLACE[(tiles & -tiles) % 53])


@kernel
def count(tiles: int) -> int:
    n = 0
    while tiles:
        tiles &= tiles - 1
        n += 1
    return n
