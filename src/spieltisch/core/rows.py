"""Writing numbers that are looked up, several at once: what observations are made of.

A loop over four or eight numbers is compiled to as many single moves; here they are one.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from spieltisch.core.jit import kernel

Row = npt.NDArray[np.float32]

BYTE = 255
# Moves are not checked even where Numba checks every index; a write before them is.
CHECKED = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
# The bits of a byte as numbers, the lowest first
BITS: Row = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)


@kernel
def put_four(out: Row, at: int, table: Row, row: int) -> None:
    """Writes a row of a table of four columns to `out[at]` … `out[at + 3]`."""
    if CHECKED:
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


def _move(width: int) -> Any:
    """The move of `width` float32 numbers as one vector, which may lie at any address."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = []
        for array, place in (0, arguments[1]), (2, builder.mul(arguments[3], _word(width))):
            made = context.make_array(signature.args[array])(context, builder, arguments[array])
            vector = ir.VectorType(ir.FloatType(), width).as_pointer()
            pointers.append(builder.bitcast(builder.gep(made.data, [place]), vector))
        builder.store(builder.load(pointers[1], align=4), pointers[0], align=4)
        return context.get_dummy_value()

    @intrinsic
    def move(typing: Any, out: Any, at: Any, table: Any, row: Any) -> Any:
        if not (out.layout == table.layout == "C" and out.dtype == table.dtype == types.float32):
            raise TypingError("rows are moved between contiguous arrays of float32 only")
        return types.void(out, types.int64, table, types.int64), build

    return move


def _word(number: int) -> Any:
    return ir.Constant(ir.IntType(64), number)


_four, _eight = _move(4), _move(8)


@overload(move_four)
def _move_four(out, at, table, row):  # type: ignore[no-untyped-def]
    return lambda out, at, table, row: _four(out, at, table, row)


@overload(move_eight)
def _move_eight(out, at, table, row):  # type: ignore[no-untyped-def]
    return lambda out, at, table, row: _eight(out, at, table, row)
