"""Several fields of a record at once, as plain numbers.

NumPy takes half a microsecond for each field that is looked at, five times as long as a kernel
takes for a call; whatever describes whole records in Python reads them here, in one step.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np

from spieltisch.core.state import AnyState

LETTERS = {1: "b", 2: "h", 4: "i", 8: "q"}  # of struct, by the bytes of a number


class Fields:
    """Reads the fields that are named, in the order of naming: a field is a number, an array is
    a tuple, an array of two axes a tuple of tuples.

    >>> two = np.dtype([("a", np.int8), ("rows", np.int16, (2, 2)), ("b", np.int64)], align=True)
    >>> Fields(two, "b rows")(np.array([(1, [[2, 3], [4, 5]], 6)], two)[0])
    [6, ((2, 3), (4, 5))]
    """

    def __init__(self, dtype: np.dtype[np.void], names: str) -> None:
        wanted = names.split()
        found = {name: _described(dtype, name) for name in wanted}
        form, end, number = "<", 0, 0
        starts: dict[str, int] = {}
        for name in sorted(wanted, key=lambda name: found[name][0]):
            offset, width, shape = found[name]
            many = _product(shape)
            form += f"{offset - end}x{many}{LETTERS[width]}"
            starts[name], number, end = number, number + many, offset + many * width
        self._unpack = struct.Struct(form).unpack_from
        places = [_place(starts[name], found[name][2]) for name in wanted]
        self._get: Callable[[Any], Any] = itemgetter(*places)
        self._rows: list[tuple[int, Callable[[Any], Any]]] = [
            (at, itemgetter(*_rows(starts[name], found[name][2])))
            for at, name in enumerate(wanted)
            if len(found[name][2]) == 2
        ]

    def __call__(self, state: AnyState) -> list[Any]:
        return self.of(state.tobytes())

    def of(self, record: bytes) -> list[Any]:
        """The same of a record's bytes."""
        numbers = self._unpack(record)
        found = list(self._get(numbers))
        for at, rows in self._rows:
            found[at] = rows(numbers)
        return found


class Rows:
    """The fields that each seat has one row of: the bytes of a seat's rows, by which what was
    described before is found again, and the numbers in them.

    >>> two = np.dtype([("a", np.int8, (2,)), ("rows", np.int16, (2, 2))], align=True)
    >>> rows = Rows(two, "a rows")
    >>> second = rows.of[1](raw(np.array([([1, 2], [[3, 4], [5, 6]])], two)[0]))
    >>> second, rows.read(second)
    ((b'\\x02', b'\\x05\\x00\\x06\\x00'), [2, (5, 6)])
    """

    def __init__(self, dtype: np.dtype[np.void], names: str) -> None:
        found = [_described(dtype, name) for name in names.split()]
        seats = min(shape[0] for _, _, shape in found)
        sizes = [(offset, width * _product(shape[1:])) for offset, width, shape in found]
        self.of: list[Callable[[bytes], tuple[bytes, ...]]] = [
            itemgetter(*(slice(at + seat * size, at + (seat + 1) * size) for at, size in sizes))
            for seat in range(seats)
        ]
        self._forms = [
            (struct.Struct(f"<{_product(shape[1:])}{LETTERS[width]}").unpack, len(shape) == 1)
            for _, width, shape in found
        ]

    def read(self, rows: tuple[bytes, ...]) -> list[Any]:
        """Of each field a number, or a tuple of them."""
        pairs = zip(self._forms, rows, strict=True)
        return [unpack(row)[0] if one else unpack(row) for (unpack, one), row in pairs]


def members(some: int) -> list[int]:
    """The numbers in a set of bits, ascending.

    >>> members(0b100101)
    [0, 2, 5]
    """
    found = []
    while some:
        low = some & -some
        found.append(low.bit_length() - 1)
        some ^= low
    return found


def raw(state: AnyState) -> bytes:
    """The bytes of a record."""
    found: bytes = state.tobytes()
    return found


def span(dtype: np.dtype[np.void], first: str, last: str) -> slice:
    """Where the bytes of these fields and of all between them lie: what stays the same during a
    match is described once and found again by its bytes."""
    offset, width, shape = _described(dtype, last)
    return slice(_described(dtype, first)[0], offset + width * _product(shape))


def _described(dtype: np.dtype[np.void], name: str) -> tuple[int, int, tuple[int, ...]]:
    """Offset, bytes of a number, and shape."""
    assert dtype.fields is not None
    field: Any = dtype.fields[name]
    if hasattr(field, "code"):  # of the stand-in for NumPy
        return field.offset, struct.calcsize(f"<{field.code}"), field.shape
    return field[1], field[0].base.itemsize, field[0].shape


def _product(shape: tuple[int, ...]) -> int:
    many = 1
    for long in shape:
        many *= long
    return many


def _place(start: int, shape: tuple[int, ...]) -> int | slice:
    return slice(start, start + _product(shape)) if shape else start


def _rows(start: int, shape: tuple[int, ...]) -> list[slice]:
    many, long = shape
    return [slice(start + row * long, start + (row + 1) * long) for row in range(many)]
