"""The part of NumPy that is used above the kernels, for browsers: NumPy itself weighs 3 MB there.

Whoever packs Python for browsers makes `import numpy` find this one. `tests/browser` asks both the
same things and compares. Kernels run as WebAssembly, so nothing here has to be fast but reading
and writing single numbers and records.
"""

from __future__ import annotations

from typing import Any

from spieltisch.browser.numpy.arrays import array, frombuffer, full, ndarray, void, zeros
from spieltisch.browser.numpy.dtypes import (
    bool_,
    dtype,
    float32,
    float64,
    generic,
    int8,
    int16,
    int32,
    int64,
    uint8,
)

__version__ = "2.browser"
__all__ = [
    "arange",
    "argsort",
    "array",
    "asarray",
    "ascontiguousarray",
    "bool_",
    "dtype",
    "empty",
    "float32",
    "float64",
    "floating",
    "frombuffer",
    "full",
    "generic",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "maximum",
    "ndarray",
    "ones",
    "uint8",
    "void",
    "zeros",
]

empty = zeros
integer, floating = int, float  # single numbers are Python's


def arange(begin: int, end: int | None = None) -> ndarray:
    return array(list(range(begin) if end is None else range(begin, end)), int64)


def argsort(numbers: ndarray, kind: str | None = None) -> ndarray:
    return numbers.argsort(kind)


def maximum(numbers: ndarray, least: Any) -> ndarray:
    return array([max(one, least) for one in numbers.tolist()])


def ones(shape: Any, dtype: Any = float) -> ndarray:
    return full(shape, 1, dtype)


def asarray(value: Any, dtype: Any = None) -> ndarray:
    return value if isinstance(value, ndarray) and dtype is None else array(value, dtype)


ascontiguousarray = asarray
