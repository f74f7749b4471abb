"""Writing numbers that are looked up, several at once: what observations are made of.

A loop over four or eight numbers is compiled to as many single moves; here they are one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import kernel
from spieltisch.core.machine_code import CHECKED as CHECKED

Row = npt.NDArray[np.float32]

BYTE = 255
# The bits of a byte as numbers, the lowest first
BITS: Row = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)


@kernel
def put_four(out: Row, at: int, table: Row, row: int) -> None:
    """Writes a row of a table of four columns to `out[at]` … `out[at + 3]`."""
    if CHECKED:  # moves are not checked even where Numba checks every index; this write is
        out[at + 3] = 0.0
    move_four(out, at, table, row)


@kernel
def put_eight(out: Row, at: int, table: Row, row: int) -> None:
    """Writes a row of a table of eight columns to `out[at]` … `out[at + 7]`."""
    if CHECKED:
        out[at + 7] = 0.0
    move_eight(out, at, table, row)


@kernel
def put_bits(out: Row, at: int, word: int, many: int) -> None:
    """Writes the lowest bits of a word, eight at a time until there are at least `many`.

    What follows must be written afterwards, and have room for up to seven numbers.
    """
    for end in range(at, at + many, 8):
        put_eight(out, end, BITS, word & BYTE)
        word >>= 8


def move_four(out: Row, at: int, table: Row, row: int) -> None:
    out[at : at + 4] = table[row]


def move_eight(out: Row, at: int, table: Row, row: int) -> None:
    out[at : at + 8] = table[row]
