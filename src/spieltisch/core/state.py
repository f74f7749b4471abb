"""States: NumPy records, declared once for NumPy, Numba and the type checker."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Annotated, Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from spieltisch.core import machine_code

i8 = Annotated[int, np.int8]
i16 = Annotated[int, np.int16]
i32 = Annotated[int, np.int32]
i64 = Annotated[int, np.int64]

# Declare an array field as `hand: Annotated[Ints, np.int32, (4, 6)]`.
Ints = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
AnyState = Any  # a record of whichever game

CHANCE = -1  # to_act: the next to act is chance
OVER = -2  # to_act: the game is over

SPECTATOR = -1  # viewer: sees what everyone sees
FULL = -2  # viewer: nothing is hidden in this record


class State:
    """Base of the state declarations. Never instantiated: states are records of `layout`."""

    players: i8
    viewer: i8  # FULL, or who may see this record: a seat, or SPECTATOR


class StateRecord(np.void):  # type: ignore[misc]  # final for NumPy's stubs only
    """A record whose fields are attributes, as kernels write them.

    NumPy's own `np.record` does the same, but looks at every attribute in Python, also at those
    that Numba asks for on each call: kernels called with one take more than twice as long.
    """

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the state has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    @property
    def data(self) -> StateRecord:  # type: ignore[override]
        """Where Numba finds the bytes on each call. NumPy's own `data` describes every field in a
        text first, which nobody reads; so a kernel was called in 4 to 12 µs instead of one.
        """
        return self


def layout(fields: type[State]) -> np.dtype[np.void]:
    """The record dtype with the annotated `fields`, in order.

    A last byte carries the declaration's name and the digest of the game's sources: Numba
    tells records apart by their field names only, and two games may well have the same ones;
    and generic kernels that were compiled for a game are found again only while its rules are
    the same.

    Unsigned fields are refused: one less than an unsigned zero is -1 when compiled
    and 255 when interpreted, so such a rule could not be tested without the compiler.
    """
    hints = get_type_hints(fields, include_extras=True)
    for name, hint in hints.items():
        if np.dtype(get_args(hint)[1]).kind != "i":
            raise TypeError(f"{fields.__name__}.{name} must be a signed integer")
    scope = machine_code.scope_of(fields.__module__)
    mark = f"is_{fields.__name__}_{machine_code.digest(scope)}"
    described = [(name, *get_args(hint)[1:]) for name, hint in hints.items()]
    plain = np.dtype(_padded([*described, (mark, np.int8)]), align=True)
    return np.dtype((_record(fields, hints), plain))


def _record(fields: type[State], names: Iterable[str]) -> type[StateRecord]:
    """The class of the records: fields are found without a step in Python, in half the time.

    It is the declaration's `Record`, so that records can be pickled.
    """
    found = {name: property(operator.itemgetter(name)) for name in names}
    place = {"__module__": fields.__module__, "__qualname__": f"{fields.__qualname__}.Record"}
    record = type("Record", (StateRecord,), found | place)
    fields.Record = record  # type: ignore[attr-defined]
    machine_code.know(fields.__module__, record)
    return record


def _padded(described: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The fields with every gap of the alignment filled: what lies in a gap is left to chance when
    a record is copied, and records are compared byte by byte."""
    padded: list[tuple[Any, ...]] = []
    offset = 0
    for entry in [*described, ("end", np.int64, (0,))]:
        field = np.dtype([entry])
        gap = -offset % np.dtype(entry[1]).alignment
        if gap:
            padded.append((f"gap{offset}", np.int8, (gap,)))
        if entry[0] != "end":
            padded.append(entry)
        offset += gap + field.itemsize
    return padded


def copied(state: AnyState) -> AnyState:
    """A copy that shares nothing; `state.copy()` does the same ten times slower, field by field."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]


def blank(dtype: np.dtype[np.void]) -> AnyState:
    """One record of zeros."""
    return np.zeros(1, dtype)[0]
