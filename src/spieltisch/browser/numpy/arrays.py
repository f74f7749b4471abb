"""Arrays and records over stretches of memory, which views share.

Numbers are Python's as soon as they are looked at. `place` is the address of the first byte, for
kernels; it is there only for what lies in one piece. `kind` is the class of the records, or None.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from spieltisch.browser.numpy.dtypes import WIDTH, dtype

Shape = tuple[int, ...]


def address(memory: memoryview) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory)) if memory.nbytes else 0


class void:
    """One record, and the bytes that it shares with the array that it is part of."""

    __slots__ = ("_dtype", "_place", "_raw")

    def __new__(cls, kind: dtype, raw: memoryview) -> void:
        made: void = object.__new__(kind.type or void)
        for name, value in (("_dtype", kind), ("_raw", raw), ("_place", None)):
            object.__setattr__(made, name, value)
        return made

    @property
    def dtype(self) -> dtype:
        return self._dtype  # type: ignore[attr-defined,no-any-return]

    @property
    def kind(self) -> Any:
        return type(self)

    @property
    def place(self) -> int:
        if self._place is None:  # type: ignore[attr-defined]
            object.__setattr__(self, "_place", address(self._raw))  # type: ignore[attr-defined]
        return self._place  # type: ignore[attr-defined,no-any-return]

    def _part(self, name: str) -> tuple[memoryview, Shape]:
        code, begin, shape, end = self._dtype.fields[name]  # type: ignore[attr-defined]
        return self._raw[begin:end].cast(code), shape  # type: ignore[attr-defined]

    def __getitem__(self, name: str) -> Any:
        part, shape = self._part(name)
        return ndarray(part, shape) if shape else part[0]

    def __setitem__(self, name: str, value: Any) -> None:
        part, shape = self._part(name)
        if shape:
            ndarray(part, shape)[...] = value
        else:
            part[0] = value

    def tobytes(self) -> bytes:
        return self._raw.tobytes()  # type: ignore[attr-defined,no-any-return]

    def copy(self) -> void:
        return void(self.dtype, memoryview(bytearray(self.tobytes())))


class ndarray:
    """`part` is flat memory of one kind of number (bytes, of records); steps count items."""

    __slots__ = ("_place", "offset", "part", "record", "shape", "steps")
    __hash__ = None  # type: ignore[assignment]

    def __class_getitem__(cls, item: Any) -> type[ndarray]:
        return cls

    def __init__(
        self,
        part: memoryview,
        shape: Shape,
        record: dtype | None = None,
        offset: int = 0,
        steps: Shape | None = None,
    ) -> None:
        self.part, self.shape, self.record, self.offset = part, shape, record, offset
        self.steps = _steps(shape) if steps is None else steps
        self._place: int | None = None

    @property
    def dtype(self) -> dtype:
        return self.record or dtype(_Code(self.part.format))

    @property
    def kind(self) -> Any:
        return self.record.type if self.record else None

    @property
    def whole(self) -> bool:
        """Whether it lies in one piece."""
        return self.steps == _steps(self.shape) or self.size == 0

    @property
    def place(self) -> int:
        if self._place is None:
            if not self.whole:
                raise ValueError("kernels take arrays that lie in one piece")
            width = self.record.itemsize if self.record else WIDTH[self.part.format]
            self._place = address(self.part) + self.offset * width
        return self._place

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: prod(self.shape))
    nbytes = property(lambda self: self.size * self.dtype.itemsize)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self.shape[0]))

    def _item(self, at: int) -> Any:
        if self.record is None:
            return self.part[at]
        width = self.record.itemsize
        return void(self.record, self.part[at * width : (at + 1) * width])

    def _put(self, at: int, value: Any) -> None:
        if self.record is None:
            self.part[at] = value if self.part.format in "fd" else _PUT[self.part.format](value)
            return
        width = self.record.itemsize
        self.part[at * width : (at + 1) * width] = value._raw

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and len(self.shape) == 1:
            return self._item(self.offset + _inside(at, self.shape[0]) * self.steps[0])
        if isinstance(at, (list, ndarray)):
            return self._picked(at)
        shape, offset, steps = self._found(at)
        if not shape and at is not Ellipsis:
            return self._item(offset)
        return ndarray(self.part, shape, self.record, offset, steps)

    def _picked(self, at: list[int] | ndarray) -> ndarray:
        if isinstance(at, ndarray) and len(at.shape) > 1:  # a mask as large as this
            return self.reshape(-1)._picked(at.reshape(-1))
        places = at.tolist() if isinstance(at, ndarray) else at
        if places and type(places[0]) is bool:
            places = [place for place, chosen in enumerate(places) if chosen]
        return array([self[place] for place in places], self.dtype)

    def _found(self, at: Any) -> tuple[Shape, int, Shape]:
        """The shape, offset and steps of a part."""
        keys = at if isinstance(at, tuple) else (at,)
        shape, steps, offset, axis = [], [], self.offset, 0
        for key in keys:
            if key is Ellipsis:
                continue
            if key is None:
                shape.append(1)
                steps.append(0)
                continue
            long, step = self.shape[axis], self.steps[axis]
            axis += 1
            if isinstance(key, slice):
                begin, _, stride = key.indices(long)
                shape.append(len(range(*key.indices(long))))
                steps.append(step * stride)
                offset += begin * step
            else:
                offset += _inside(operator.index(key), long) * step
        return (*shape, *self.shape[axis:]), offset, (*steps, *self.steps[axis:])

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is int and len(self.shape) == 1:
            self._put(self.offset + _inside(at, self.shape[0]) * self.steps[0], value)
            return
        shape, offset, steps = self._found(at)
        target = ndarray(self.part, shape, self.record, offset, steps)
        if isinstance(value, (ndarray, list, tuple)):
            given = value if isinstance(value, ndarray) else array(value)
            for place, one in zip(target._places(), _stretched(given, shape), strict=True):
                target._put(place, one)
        else:
            for place in target._places():
                target._put(place, value)

    def _places(self) -> Iterator[int]:
        if self.whole:
            return iter(range(self.offset, self.offset + self.size))
        axes = [
            range(0, long * step, step) if step else (0,) * long
            for long, step in zip(self.shape, self.steps, strict=True)
        ]
        return (self.offset + sum(steps) for steps in product(*axes))

    def flat_list(self) -> list[Any]:
        if self.record is None and self.whole:
            return self.part[self.offset : self.offset + self.size].tolist()
        return [self._item(place) for place in self._places()]

    def tolist(self) -> Any:
        return _nested(self.flat_list(), self.shape)

    def item(self) -> Any:
        [only] = self.flat_list()
        return only

    def tobytes(self) -> bytes:
        if self.record is None and self.whole:
            return self.part[self.offset : self.offset + self.size].tobytes()
        if self.record is not None:
            return b"".join(one.tobytes() for one in self.flat_list())
        return self.copy().tobytes()

    def copy(self) -> ndarray:
        made = zeros(self.shape, self.dtype)
        made[...] = self
        return made

    def view(self, kind: Any) -> ndarray:
        """The same memory as records of another class, as large as these."""
        if self.record is None or kind.itemsize != self.record.itemsize:
            raise TypeError("only records can be seen as other records")
        return ndarray(self.part, self.shape, kind, self.offset)

    def reshape(self, *shape: Any) -> ndarray:
        wanted = shape[0] if isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = self.size // -prod(wanted)
            wanted = tuple(rest if long == -1 else long for long in wanted)
        held = self if self.whole else self.copy()
        return ndarray(held.part, wanted, held.record, held.offset)

    def ravel(self) -> ndarray:
        return self.reshape(self.size)

    def fill(self, value: Any) -> None:
        self[...] = value

    def _reduced(self, do: Callable[[list[Any]], Any], axis: int | None) -> Any:
        if axis is None:
            return do(self.flat_list())
        rows = self.tolist()
        if axis in (1, -1) and self.ndim == 2:
            return array([do(row) for row in rows])
        if axis == 0 and self.ndim == 2:
            return array([do(list(column)) for column in zip(*rows, strict=True)])
        return do(rows)

    def any(self, axis: int | None = None) -> Any:
        return self._reduced(any, axis)

    def all(self, axis: int | None = None) -> Any:
        return self._reduced(all, axis)

    def sum(self, axis: int | None = None) -> Any:
        return self._reduced(summed, axis)

    def max(self, axis: int | None = None) -> Any:
        return self._reduced(max, axis)

    def min(self, axis: int | None = None) -> Any:
        return self._reduced(min, axis)

    def mean(self, axis: int | None = None) -> Any:
        return self._reduced(lambda numbers: summed(numbers) / len(numbers), axis)

    def std(self, ddof: int = 0) -> float:
        numbers = self.flat_list()
        middle = summed(numbers) / len(numbers)
        squares = [(one - middle) * (one - middle) for one in numbers]
        return float((summed(squares) / (len(numbers) - ddof)) ** 0.5)

    def argmax(self) -> int:
        numbers = self.flat_list()
        return numbers.index(max(numbers))

    def argsort(self, kind: str | None = None) -> ndarray:
        numbers = self.flat_list()
        return array(sorted(range(len(numbers)), key=numbers.__getitem__), _WHOLE)

    def astype(self, kind: Any) -> ndarray:
        made = zeros(self.shape, kind)
        made[...] = self
        return made

    def __neg__(self) -> ndarray:
        return array(_nested([-one for one in self.flat_list()], self.shape))

    def __bool__(self) -> bool:
        return bool(self.item())


def _steps(shape: Shape) -> Shape:
    steps, step = [], 1
    for long in reversed(shape):
        steps.append(step)
        step *= long
    return tuple(reversed(steps))


def _inside(at: int, long: int) -> int:
    if at < 0:
        at += long
    if not 0 <= at < long:
        raise IndexError(f"there are {long} items")
    return at


def _nested(flat: list[Any], shape: Shape) -> Any:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return flat
    step = prod(shape[1:])
    return [_nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _stretched(given: ndarray, shape: Shape) -> list[Any]:
    """The numbers of an array that is repeated along axes where it has one, or none."""
    if given.shape == shape:
        return given.flat_list()
    missing = len(shape) - len(given.shape)
    own = (1,) * missing + given.shape
    steps = (0,) * missing + given.steps
    if missing < 0 or any(a not in (1, b) for a, b in zip(own, shape, strict=True)):
        raise ValueError(f"{given.shape} does not fit into {shape}")
    wide = tuple(0 if a == 1 else step for a, step in zip(own, steps, strict=True))
    return ndarray(given.part, shape, given.record, given.offset, wide).flat_list()


def _both(one: Shape, other: Shape) -> Shape:
    wide = max(len(one), len(other))
    rows = zip((1,) * (wide - len(one)) + one, (1,) * (wide - len(other)) + other, strict=True)
    return tuple(b if a == 1 else a for a, b in rows)


def _operator(do: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
    def method(self: ndarray, other: Any) -> ndarray:
        if isinstance(other, (list, tuple)):
            other = array(other)
        if not isinstance(other, ndarray):
            mine, shape = self.flat_list(), self.shape
            found = [do(other, one) if swapped else do(one, other) for one in mine]
        else:
            shape = _both(self.shape, other.shape)
            pairs = zip(_stretched(self, shape), _stretched(other, shape), strict=True)
            found = [do(*pair) for pair in pairs]
        return array(_nested(found, shape)) if found else zeros(shape)

    return method


for _name in (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
):
    _do = getattr(operator, _name + "_" if _name in {"and", "or"} else _name)
    setattr(ndarray, f"__{_name}__", _operator(_do))
    setattr(ndarray, f"__r{_name}__", _operator(_do, swapped=True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _operator(getattr(operator, _name)))


def summed(numbers: Sequence[Any]) -> Any:
    """In the order in which NumPy adds, so that floating sums are the same."""
    many = len(numbers)
    if not many or isinstance(numbers[0], int):
        return sum(numbers)
    if many < 8:
        total = 0.0
        for one in numbers:
            total += one
        return total
    if many > 128:
        half = many // 2
        half -= half % 8
        return summed(numbers[:half]) + summed(numbers[half:])
    eight = list(numbers[:8])
    for begin in range(8, many - many % 8, 8):
        for lane in range(8):
            eight[lane] += numbers[begin + lane]
    a, b, c, d, e, f, g, h = eight
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for one in numbers[many - many % 8 :]:
        total += one
    return total


class _Code:
    def __init__(self, code: str) -> None:
        self.code = code


_WHOLE, _REAL, _TRUTH = (dtype(kind) for kind in (int, float, bool))
_PUT: dict[str, Callable[[Any], Any]] = dict.fromkeys(WIDTH, int) | {"?": bool}


def zeros(shape: Any, dtype: Any = float) -> ndarray:
    kind = _kind(dtype)
    wide = (shape,) if isinstance(shape, int) else tuple(shape)
    raw = memoryview(bytearray(prod(wide) * kind.itemsize))
    return ndarray(raw, wide, kind) if kind.fields else ndarray(raw.cast(kind.code), wide)


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    made = zeros(shape, dtype or type(value))
    made[...] = value
    return made


def array(value: Any, dtype: Any = None) -> ndarray:
    shape, flat = _measured(value)
    if dtype is None:
        kinds = {type(one) for one in flat}
        dtype = _REAL if float in kinds or not kinds else _TRUTH if kinds == {bool} else _WHOLE
    made = zeros(shape, dtype)
    for place, one in enumerate(flat):
        made._put(place, one)
    return made


def _measured(value: Any) -> tuple[Shape, list[Any]]:
    if isinstance(value, ndarray):
        return value.shape, value.flat_list()
    if not isinstance(value, (list, tuple, range)):
        return (), [value]
    parts = [_measured(one) for one in value]
    if len({shape for shape, _ in parts}) > 1:
        raise ValueError("rows of one array are equally long")
    inner = parts[0][0] if parts else ()
    return (len(parts), *inner), [one for _, flat in parts for one in flat]


def frombuffer(raw: Any, dtype: Any = float) -> ndarray:
    kind, memory = _kind(dtype), memoryview(raw).cast("B")
    shape = (len(memory) // kind.itemsize,)
    return ndarray(memory, shape, kind) if kind.fields else ndarray(memory.cast(kind.code), shape)


_kind = dtype
