"""Machine code in a file: read, checked, laid into memory, and its entries made callable.

An image is what `builder.elf` made of an object file: text, then data, at fixed distances, so that
loading is a copy, the addresses that depend on where it lies, and the addresses of what it needs
of Python and the C library. Nothing is compiled, typed or linked, and no other package is needed.

What is read from Python's and NumPy's objects (`builder.entries`) lies where their ABI says; that
is looked at once in every process, before the first image is loaded.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import pickle
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = b"Spieltisch image 1\n"
HEAD = struct.Struct("<32sII")  # SHA-256 of the rest, length of the description, of the code
PAGE = 4096
READ, WRITE, EXECUTE = 1, 2, 4
PRIVATE_ANONYMOUS = 0x22
FASTCALL = 0x0080

_process = ctypes.CDLL(None)


class Damaged(Exception):
    """The file is not an image, or not the whole of one, or of another kind of machine."""


class _Method(ctypes.Structure):
    """PyMethodDef"""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def pack(description: dict[str, Any], code: bytes) -> bytes:
    told = json.dumps(description, sort_keys=True).encode()
    digest = hashlib.sha256(told + code).digest()
    return MAGIC + HEAD.pack(digest, len(told), len(code)) + told + code


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    begin = len(MAGIC) + HEAD.size
    if not data.startswith(MAGIC) or len(data) < begin:
        raise Damaged("it is no image of kernels")
    digest, told, code = HEAD.unpack_from(data, len(MAGIC))
    if len(data) != begin + told + code or hashlib.sha256(data[begin:]).digest() != digest:
        raise Damaged("it is not what was written")
    description: dict[str, Any] = json.loads(data[begin : begin + told])
    return description, data[begin + told :]


class Library:
    """A loaded image; it stays as long as the process lives, since kernels point to it."""

    def __init__(self, data: bytes) -> None:
        self.description, code = unpack(data)
        _check_abi()
        lacking = set(self.description["needs"]) - cpu_flags()
        if lacking:
            raise Damaged(f"this processor lacks {', '.join(sorted(lacking))}")
        self.base = self._lay_out(code)
        self._methods: list[_Method] = []

    def _lay_out(self, code: bytes) -> int:
        size, text = self.description["size"], self.description["text"]
        base = _map(size)
        ctypes.memmove(base, code, len(code))
        words = np.frombuffer((ctypes.c_char * size).from_address(base), np.uint8)
        for offset, addend in self.description["rebased"]:
            words[offset : offset + 8].view(np.int64)[0] = base + addend
        for name, offset in self.description["imports"].items():
            words[offset : offset + 8].view(np.int64)[0] = _address(name)
        for name, offset in self.description["slots"].items():
            value = {"ndarray": np.ndarray, "raise": _raise}.get(name)
            words[offset : offset + 8].view(np.int64)[0] = id(value) if value is not None else 0
        _protect(base, text)
        return base

    def know(self, record: type) -> None:
        """Tells the code which records are those of its game; the class lives as long as we do."""
        slot = self.description["slots"].get("record")
        if slot is not None:
            ctypes.c_int64.from_address(self.base + slot).value = id(record)

    def entry(self, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any] | None:
        """The function that Python calls; `otherwise` gets whatever arguments it does not take."""
        offset = self.description["entries"].get(name)
        if offset is None:
            return None
        method = _Method(name.rpartition(".")[2].encode(), self.base + offset, FASTCALL, None)
        self._methods.append(method)
        made: Callable[..., Any] = _new_function(ctypes.addressof(method), otherwise, None)
        return made

    def names(self) -> list[str]:
        return list(self.description["entries"])


def _raise(pickled: bytes) -> None:
    """What Numba wrote down about an error: its class and arguments."""
    error, arguments, _ = pickle.loads(pickled)
    raise error(*arguments)


def _prototype(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_process, name)
    function.restype, function.argtypes = result, arguments
    return function


def _map(size: int) -> int:
    where = _prototype(
        "mmap",
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    )
    at: int | None = where(None, size, READ | WRITE, PRIVATE_ANONYMOUS, -1, 0)
    if at is None or at == ctypes.c_void_p(-1).value:
        raise MemoryError(f"no {size} bytes for kernels")
    return at


def _protect(base: int, text: int) -> None:
    """Code is never writable and executable at the same time."""
    change = _prototype("mprotect", ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if change(base, text, READ | EXECUTE) != 0:
        raise OSError("this system does not let programs make code")


_new_function = ctypes.pythonapi.PyCFunction_NewEx
_new_function.restype = ctypes.py_object
_new_function.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)


def _address(name: str) -> int:
    for library in ctypes.pythonapi, _process, _mathematics():
        try:
            return ctypes.addressof(ctypes.c_char.in_dll(library, name))
        except ValueError:
            continue
    raise Damaged(f"there is no {name!r} in this process")


def _mathematics() -> ctypes.CDLL:
    return ctypes.CDLL("libm.so.6")


def cpu_flags() -> set[str]:
    """What this processor can do, in the words of Linux."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as told:
            for line in told:
                if line.startswith("flags"):
                    return set(line.partition(":")[2].split())
    except OSError:
        pass
    return set()


def _check_abi() -> None:
    """Looks whether objects are laid out as the entries of an image read them."""
    array = np.array([[1, 2], [3, 4]], np.int64)
    record = np.zeros(2, np.dtype([("a", np.int64)]))
    single = record[1]
    kind = array.dtype

    def at(address: int, kind: Any = ctypes.c_int64) -> int:
        return int(kind.from_address(address).value)

    fields = at(id(array) + 32)
    seen = (
        at(id(array) + 8) == id(np.ndarray),
        at(id(array) + 16) == array.ctypes.data,
        at(id(array) + 24, ctypes.c_int32) == 2,
        (at(fields), at(fields + 8)) == array.shape,
        at(id(array) + 56) == id(kind),
        at(id(array) + 64, ctypes.c_int32) & 0x501 == 0x501,
        at(id(kind) + 16) == id(kind.type),
        at(id(kind) + 28, ctypes.c_int32) == kind.num,
        at(id(single) + 24) == single.__array_interface__["data"][0],
        at(id((1, 2, 3)) + 16) == 3,
    )
    if not all(seen) or sys.byteorder != "little" or mmap.PAGESIZE % PAGE:
        raise Damaged("Python or NumPy lay out their objects in another way")


def read(path: Path) -> Library:
    return Library(path.read_bytes())
