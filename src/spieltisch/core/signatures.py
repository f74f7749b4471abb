"""The signatures of kernels as Python (or a browser) calls them.

A signature is a text such as `"state, int64[:] -> int"`. Everything in it is plain for both sides:
a record or an array is an address (arrays with their lengths), a named tuple is its arrays one
after the other, the rest are numbers. The kernels that every game has are declared here, once for
all games; any other kernel that is called from Python says so itself, with `jit.exported`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Kinds of numbers in arrays, by NumPy's numbers of its types (int64 has two of the same width)
NUMBERS = {
    "bool": (0,),
    "int8": (1,),
    "int32": (5,),
    "int64": (7, 9),
    "float32": (11,),
    "float64": (12,),
}
RECORD = (20,)
SCALARS = {"int", "float", "bool"}

# What `rules.py`, `evaluate.py` and `observe.py` define (CONTRIBUTING.md says what each means)
CONTRACT = {
    "to_act": "state -> int",
    "midway": "state -> bool",
    "list_legal": "state, int64[:] -> int",
    "list_chance": "state, int64[:], int64[:] -> int",
    "sample_chance": "state, int64[:] -> int",
    "apply": "state, int",
    "score": "state, int -> int",
    "rank": "state, int -> int",
    "hide": "state, int",
    "fill": "state, int64[:]",
    "acting": "state -> int",
    "focus": "state, int",
    "sealing": "state -> bool",
    "value": "state, int -> float",
    "prefer": "state, int64[:], int, float64[:]",
    "observe": "state, float32[:]",
}
MODULES = ("rules", "evaluate", "observe")  # of a game: where the builder looks for them


@dataclass(frozen=True)
class Part:
    """One argument: a scalar, or a stretch of memory."""

    kind: str  # int, float, bool, state, states, or a kind of NUMBERS
    axes: int = 0  # of an array

    @property
    def is_array(self) -> bool:
        return self.axes > 0

    @property
    def is_record(self) -> bool:
        return self.kind in {"state", "states"}


@dataclass(frozen=True)
class Signature:
    """Arguments, of which a named tuple is a list of its own, and the kind of the result."""

    arguments: tuple[Part | tuple[Part, ...], ...]
    result: str | None

    @property
    def parts(self) -> tuple[Part, ...]:
        """All arguments, named tuples unpacked."""
        found: list[Part] = []
        for argument in self.arguments:
            found.extend(argument if isinstance(argument, tuple) else (argument,))
        return tuple(found)

    @property
    def of_a_game(self) -> bool:
        """Whether it is handed a record, and so is another one for every game."""
        return any(part.is_record for part in self.parts)


def read(text: str) -> Signature:
    """
    >>> read("state, (int32[:,:], int64[:]), int -> int").parts[1]
    Part(kind='int32', axes=2)
    """
    given, _, result = (part.strip() for part in text.partition("->"))
    arguments: list[Part | tuple[Part, ...]] = []
    for grouped, single in re.findall(r"\(([^)]*)\)|(\w+(?:\[[:,\s]*\])?)", given):
        arguments.append(_group(grouped) if grouped else _part(single))
    if result and result not in SCALARS:
        raise ValueError(f"a kernel cannot return {result!r} to Python: {text!r}")
    return Signature(tuple(arguments), result or None)


def _group(text: str) -> tuple[Part, ...]:
    return tuple(_part(word) for word in re.findall(r"\w+(?:\[[:,\s]*\])?", text))


def _part(text: str) -> Part:
    kind, bracket, axes = text.partition("[")
    if bracket:
        if kind not in NUMBERS:
            raise ValueError(f"there are no arrays of {kind!r}")
        return Part(kind, axes.count(":"))
    if kind == "states":
        return Part(kind, 1)
    if kind != "state" and kind not in SCALARS:
        raise ValueError(f"{kind!r} cannot be handed to a kernel")
    return Part(kind)
