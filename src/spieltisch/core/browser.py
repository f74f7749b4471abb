"""Kernels in a browser: a game's side module (`builder.wasm`), loaded into Python's own memory.

The counterpart of `code_image` under Pyodide, where the stand-in for NumPy (`spieltisch.browser`)
knows the address of its arrays. A call is taken apart by a few lines of Python that are written
once for each kernel, from the description that the module brings. One that raises raises here.
"""

from __future__ import annotations

import ctypes
import json
import pickle
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SECTION = "spieltisch"
SCALARS: dict[str, Any] = {"int": ctypes.c_longlong, "float": ctypes.c_double, "bool": ctypes.c_int}
RESULTS: dict[str | None, Any] = {None: ctypes.c_int} | SCALARS
# What a kernel that raised returns, as a condition
FAILED = {
    None: "answer",
    "bool": "answer == 2",
    "int": f"answer == {-(1 << 63)}",
    "float": "answer != answer",
}
ANSWERED = {None: "None", "bool": "answer == 1", "int": "answer", "float": "answer"}


class Foreign(Exception):
    """The file is no module of kernels."""


class _Failure(ctypes.Structure):
    _fields_ = (("status", ctypes.c_int), ("text", ctypes.c_void_p), ("size", ctypes.c_int))


class Library:
    """A loaded module; it stays as long as the page lives."""

    def __init__(self, path: Path) -> None:
        self.description = described(path.read_bytes())
        self.code = ctypes.CDLL(str(path))
        self.code.failure.restype = ctypes.c_void_p
        self.failure = _Failure.from_address(self.code.failure())
        self.record: Any = None

    def know(self, record: type) -> None:
        """Which records are those of its game."""
        self.record = record

    def names(self) -> list[str]:
        return list(self.description["kernels"])

    def entry(self, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any] | None:
        """The function that Python calls; `otherwise` gets records of other games."""
        if name not in self.description["kernels"]:
            return None
        parts, result = self.description["kernels"][name]
        function = self.code[name.replace(".", "_")]
        function.restype = RESULTS[result]
        function.argtypes = [kind for part in parts for kind in _types(part)]
        tuples = self.description["tuples"].get(name, [1] * len(parts))
        source = written(parts, tuples, result)
        space: dict[str, Any] = {
            "compiled": function,
            "otherwise": otherwise,
            "library": self,
            "check": self.check,
        }
        exec(source, space)
        made: Callable[..., Any] = space["entry"]
        return made

    def check(self, answer: Any) -> Any:
        """Raises what a kernel raised; else the strange answer is the right one."""
        status, text, size = self.failure.status, self.failure.text, self.failure.size
        self.failure.status = 0
        if status > 0:
            error, arguments, _ = pickle.loads(ctypes.string_at(text, size))
            raise error(*arguments)
        if status < 0:
            raise MemoryError("a kernel found no memory")
        return answer


def _types(part: tuple[str, int]) -> list[Any]:
    kind, axes = part
    if kind in SCALARS and not axes:
        return [SCALARS[kind]]
    return [ctypes.c_void_p, *[ctypes.c_int] * axes]


def written(parts: list[tuple[str, int]], tuples: list[int], result: str | None) -> str:
    """The source of an entry; a named tuple is one argument of several parts.

    >>> print(written([["state", 0], ["int64", 1]], [1, 1], "int"))
    def entry(a0, a1):
        if a0.kind is not library.record:
            return otherwise(a0, a1)
        answer = compiled(a0.place, a1.place, *a1.shape)
        if answer == -9223372036854775808:
            check(answer)
        return answer
    <BLANKLINE>
    """
    names, values = [], []
    left = iter(parts)
    for place, many in enumerate(tuples):
        names.append(f"a{place}")
        for item in range(many):
            name = f"a{place}" if many == 1 else f"a{place}[{item}]"
            values.append((name, *next(left)))
    given = ", ".join(text for value in values for text in _passed(*value))
    foreign = [name for name, kind, _ in values if kind in {"state", "states"}][:1]
    lines = [f"def entry({', '.join(names)}):"]
    if foreign:
        lines.append(f"    if {foreign[0]}.kind is not library.record:")
        lines.append(f"        return otherwise({', '.join(names)})")
    lines.append(f"    answer = compiled({given})")
    lines.append(f"    if {FAILED[result]}:\n        check(answer)")
    lines.append(f"    return {ANSWERED[result]}\n")
    return "\n".join(lines)


def _passed(name: str, kind: str, axes: int) -> Iterator[str]:
    if kind in SCALARS and not axes:
        yield name
    else:
        yield f"{name}.place"
        if axes:
            yield f"*{name}.shape"


def described(module: bytes) -> dict[str, Any]:
    """What the module's own section says."""
    for name, content in sections(module):
        if name == SECTION:
            found: dict[str, Any] = json.loads(content)
            return found
    raise Foreign("it is no module of kernels")


def sections(module: bytes) -> Iterator[tuple[str, bytes]]:
    """Those that tools add, by their names."""
    if len(module) < 8 or struct.unpack_from("<4sI", module) != (b"\0asm", 1):
        raise Foreign("it is not WebAssembly")
    at = 8
    while at < len(module):
        kind = module[at]
        size, begin = _number(module, at + 1)
        at = begin + size
        if kind == 0:
            long, name = _number(module, begin)
            yield module[name : name + long].decode(), module[name + long : at]


def _number(module: bytes, at: int) -> tuple[int, int]:
    """A number as WebAssembly writes it, and the place behind it."""
    value = shift = 0
    while module[at] & 128:
        value |= (module[at] & 127) << shift
        shift += 7
        at += 1
    return value | module[at] << shift, at + 1
