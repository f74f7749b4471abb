"""An object file for x86-64, laid out as an image: what a linker does, as far as kernels need it.

Text comes first, then all data, at fixed distances; so what refers from one to the other needs no
change wherever the image is loaded. What is left for the loader: addresses written into data,
and the functions of Python and the C library, each of which gets a slot and a jump through it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spieltisch.core.code_image import PAGE

ALLOCATED, EXECUTABLE = 2, 4
PROGBITS, SYMBOLS, RELOCATIONS, EMPTY = 1, 2, 4, 8
# Kinds of relocations
ABSOLUTE = 1
RELATIVE = {2, 4}  # to what, or, if that is outside, to a jump to it
THROUGH_SLOT = {9, 41, 42}
JUMP = b"\xff\x25"  # to the address that stands in a slot


class Unexpected(Exception):
    """LLVM wrote something that this linker does not know."""


@dataclass(frozen=True)
class Section:
    name: str
    kind: int
    flags: int
    data: bytes
    size: int
    link: int
    info: int
    alignment: int


@dataclass(frozen=True)
class Symbol:
    name: str
    section: int
    value: int


def sections(raw: bytes) -> list[Section]:
    begin, many, names = (
        struct.unpack_from("<Q", raw, 40)[0],
        *struct.unpack_from("<HH", raw, 60),
    )
    heads = [struct.unpack_from("<IIQQQQIIQQ", raw, begin + 64 * i) for i in range(many)]
    texts = heads[names][4]
    found = []
    for name, kind, flags, _, offset, size, link, info, alignment, _ in heads:
        end = raw.index(b"\0", texts + name)
        data = b"" if kind == EMPTY else raw[offset : offset + size]
        called = raw[texts + name : end].decode()
        found.append(Section(called, kind, flags, data, size, link, info, max(alignment, 1)))
    return found


def symbols(parts: list[Section]) -> list[Symbol]:
    [table] = [part for part in parts if part.kind == SYMBOLS]
    texts = parts[table.link].data
    found = []
    for name, _, _, section, value, _ in struct.iter_unpack("<IBBHQQ", table.data):
        found.append(Symbol(texts[name : texts.index(b"\0", name)].decode(), section, value))
    return found


def relocations(part: Section) -> Iterator[tuple[int, int, int, int]]:
    for offset, info, addend in struct.iter_unpack("<QQq", part.data):
        yield offset, info & 0xFFFFFFFF, info >> 32, addend


class Image:
    """The layout of one object; `code` and `description` are what is kept of it."""

    def __init__(self, raw: bytes) -> None:
        self.parts = sections(raw)
        self.symbols = symbols(self.parts)
        self.places: dict[int, int] = {}
        self.slots: dict[str, int] = {}
        self.jumps: dict[str, int] = {}
        self.rebased: list[tuple[int, int]] = []
        self._lay_out()
        self._relocate()

    def _kept(self, executable: bool) -> Iterator[int]:
        """Of what is needed at run time (nobody unwinds kernels); empty data comes last."""
        chosen = [
            place
            for place, part in enumerate(self.parts)
            if part.flags & ALLOCATED
            and bool(part.flags & EXECUTABLE) == executable
            and part.kind in {PROGBITS, EMPTY}
            and part.name != ".eh_frame"
        ]
        return iter(sorted(chosen, key=lambda place: self.parts[place].kind == EMPTY))

    def _outside(self) -> list[str]:
        return sorted({one.name for one in self.symbols if one.section == 0 and one.name})

    def _lay_out(self) -> None:
        end = self._place(self._kept(executable=True), 0)
        for name in self._outside():
            self.jumps[name] = end
            end += 8
        self.text = _even(end, PAGE)
        end = self.text
        for name in self._outside():
            self.slots[name] = end
            end += 8
        self.size = _even(self._place(self._kept(executable=False), end), PAGE)
        self.code = bytearray(self.size)
        for place, at in self.places.items():
            data = self.parts[place].data
            self.code[at : at + len(data)] = data
        for name, at in self.jumps.items():
            self.code[at : at + 6] = JUMP + struct.pack("<i", self.slots[name] - at - 6)

    def _place(self, chosen: Iterator[int], end: int) -> int:
        for place in chosen:
            end = _even(end, self.parts[place].alignment)
            self.places[place] = end
            end += self.parts[place].size
        return end

    def _relocate(self) -> None:
        for part in self.parts:
            if part.kind == RELOCATIONS and part.info in self.places:
                for offset, kind, symbol, addend in relocations(part):
                    at = self.places[part.info] + offset
                    self._set(at, kind, self.symbols[symbol], addend)

    def _set(self, at: int, kind: int, symbol: Symbol, addend: int) -> None:
        outside = symbol.section == 0
        if kind in RELATIVE:
            to = self.jumps[symbol.name] if outside else self._at(symbol)
            struct.pack_into("<i", self.code, at, to + addend - at)
        elif kind in THROUGH_SLOT:
            to = self.slots[symbol.name] if outside else self._own_slot(symbol)
            struct.pack_into("<i", self.code, at, to + addend - at)
        elif kind == ABSOLUTE and not outside:
            self.rebased.append((at, self._at(symbol) + addend))
        else:
            raise Unexpected(f"relocation {kind} to {symbol.name!r}")

    def _own_slot(self, symbol: Symbol) -> int:
        raise Unexpected(f"{symbol.name!r} is our own, yet reached through a slot")

    def _at(self, symbol: Symbol) -> int:
        if symbol.section not in self.places:
            raise Unexpected(f"{symbol.name!r} is in a section that is not kept")
        return self.places[symbol.section] + symbol.value

    def address(self, name: str) -> int:
        [found] = [one for one in self.symbols if one.name == name]
        return self._at(found)

    def description(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "text": self.text,
            "rebased": self.rebased,
            "imports": self.slots,
        }


def _even(number: int, alignment: int) -> int:
    return -(-number // alignment) * alignment
