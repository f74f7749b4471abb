"""Kinds of numbers, and records of them, by the letters of `struct` and `memoryview`."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

WIDTH = {"?": 1, "b": 1, "B": 1, "h": 2, "i": 4, "q": 8, "f": 4, "d": 8}


class Number(type):
    """`int64(3)` is the whole number 3: a number by itself is Python's."""

    code: str

    def __call__(cls, value: Any = 0) -> Any:
        return _PYTHON[cls.code](value)


_PYTHON = dict.fromkeys(WIDTH, int) | {"?": bool, "f": float, "d": float}


class generic:
    pass


class bool_(generic, metaclass=Number):
    code = "?"


class int8(generic, metaclass=Number):
    code = "b"


class uint8(generic, metaclass=Number):
    code = "B"


class int16(generic, metaclass=Number):
    code = "h"


class int32(generic, metaclass=Number):
    code = "i"


class int64(generic, metaclass=Number):
    code = "q"


class float32(generic, metaclass=Number):
    code = "f"


class float64(generic, metaclass=Number):
    code = "d"


NUMBERS: tuple[Number, ...] = (bool_, int8, uint8, int16, int32, int64, float32, float64)
BY_CODE = {kind.code: kind for kind in NUMBERS}


class Field(NamedTuple):
    code: Any
    offset: int
    shape: tuple[int, ...]
    end: int


class dtype:
    """A kind of number, or of records: `fields`, and the class `type` that records have."""

    code: Any  # one of the letters
    kind: str
    type: Any
    itemsize: int
    alignment: int
    fields: dict[str, Field] | None

    def __class_getitem__(cls, item: Any) -> type[dtype]:
        return cls

    def __new__(cls, what: Any, align: bool = False) -> dtype:
        if isinstance(what, dtype):
            return what
        if isinstance(what, (list, tuple)):
            return _records(what, align)
        code = {int: "q", float: "d", bool: "?"}.get(what) or what.code
        if code not in _made:
            made = _made[code] = object.__new__(cls)
            made.code, made.type, made.fields = code, BY_CODE[code], None
            made.kind = {"?": "b", "B": "u", "f": "f", "d": "f"}.get(code, "i")
            made.itemsize = made.alignment = WIDTH[code]
        return _made[code]

    @property
    def names(self) -> tuple[str, ...] | None:
        return None if self.fields is None else tuple(self.fields)


_made: dict[str, dtype] = {}


def _records(what: Any, align: bool) -> dtype:
    made = object.__new__(dtype)
    made.code, made.kind = "B", "V"
    if isinstance(what, tuple):  # a class of its own for records that are known already
        made.type, known = what
        made.fields, made.itemsize, made.alignment = known.fields, known.itemsize, known.alignment
        return made
    made.type, made.fields, made.alignment, end = None, {}, 1, 0
    for name, kind, *shape in what:
        inner = dtype(kind)
        if align:
            made.alignment = max(made.alignment, inner.alignment)
            end += -end % inner.alignment
        long = prod(shape[0]) if shape else 1
        begin, end = end, end + long * inner.itemsize
        made.fields[name] = Field(inner.code, begin, tuple(shape[0]) if shape else (), end)
    made.itemsize = end + (-end % made.alignment if align else 0)
    return made
