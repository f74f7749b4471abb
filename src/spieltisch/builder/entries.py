"""The code between Python and kernels: takes a call apart, as LLVM's assembly.

An entry is one of CPython's "fast calls". It looks at each argument where Python's and NumPy's ABI
say (the type of an object, the data of an array), so that a call costs little more than itself;
what it does not know, such as an array that is not contiguous, goes to `self`, which is Python's
way to the same kernel. Errors that kernels raise become Python's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba import types

from spieltisch.builder.lower import Lowered
from spieltisch.builder.runtime import runtime
from spieltisch.core.signatures import NUMBERS, RECORD, SCALARS, Part

TYPE, DATA, AXES, LENGTHS, DTYPE, FLAGS = 8, 16, 24, 32, 56, 64  # of an array, in bytes
RECORD_DATA = 24  # of a single record
TUPLE_SIZE, TUPLE_ITEMS = 16, 24
DTYPE_CLASS, DTYPE_ORDER, DTYPE_NUMBER = 16, 26, 28
GOOD = 0x501  # contiguous, aligned, writeable
FOREIGN_ORDER = 62  # ">"

DECLARED = """
@slot.record = global ptr null
@slot.ndarray = global ptr null
@slot.raise = global ptr null
@_Py_NoneStruct = external global i8
@PyTuple_Type = external global i8
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyBool_FromLong(i64)
declare i32 @PyObject_IsTrue(ptr)
declare ptr @PyErr_Occurred()
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare i32 @PyType_IsSubtype(ptr, ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyObject_CallOneArg(ptr, ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
"""


def entry_name(name: str) -> str:
    return f"entry.{name}"


def native(kernels: Iterable[Lowered]) -> str:
    """The entries of all kernels."""
    return DECLARED + runtime(64) + "\n".join(Entry(one).text() for one in kernels)


def low(kind: Any) -> str:
    """How LLVM writes what a kernel returns, a type of Numba's (`return False` has its own)."""
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
    if kind == types.boolean:
        return "i8"
    if kind in types.integer_domain:
        return f"i{kind.bitwidth}"
    if kind in types.real_domain:
        return "double" if kind.bitwidth == 64 else "float"
    return "ptr"


class Entry:
    """Writes one entry, line by line; every value has a number."""

    def __init__(self, kernel: Lowered) -> None:
        self.kernel = kernel
        self.lines: list[str] = []
        self.given: list[str] = []
        self.count = 0

    def value(self, code: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {code}")
        return f"%v{self.count}"

    def load(self, kind: str, at: str, offset: int) -> str:
        place = self.value(f"getelementptr i8, ptr {at}, i64 {offset}")
        return self.value(f"load {kind}, ptr {place}")

    def must(self, condition: str, otherwise: str = "other") -> None:
        self.count += 1
        self.lines.append(f"  br i1 {condition}, label %go{self.count}, label %{otherwise}")
        self.lines.append(f"go{self.count}:")

    def text(self) -> str:
        kernel = self.kernel
        many = self.value(f"icmp eq i64 %many, {len(kernel.signature.arguments)}")
        self.must(many)
        for place, argument in enumerate(kernel.signature.arguments):
            given = self.load("ptr", "%given", 8 * place)
            if isinstance(argument, tuple):
                self.take_tuple(given, argument)
            else:
                self.take(given, argument)
        self.call()
        name = entry_name(kernel.name)
        head = f'define ptr @"{name}"(ptr %self, ptr %given, i64 %many) {{\nbegin:\n'
        result = low(kernel.result)
        head += f"  %result = alloca {result}\n  %error = alloca ptr\n"
        return "\n".join([head, *self.lines, *self.ends(), "}", *self.declared(), ""])

    def declared(self) -> list[str]:
        plain = "".join(f", {one.split()[0]}" for one in self.given)
        return [f'declare i32 @"{self.kernel.symbol}"(ptr, ptr{plain})']

    def ends(self) -> list[str]:
        return [
            "other:",
            "  %answer = call ptr @PyObject_Vectorcall(ptr %self, ptr %given, i64 %many, ptr null)",
            "  ret ptr %answer",
            "failed:",
            "  ret ptr null",
        ]

    def take_tuple(self, given: str, parts: tuple[Part, ...]) -> None:
        kind = self.load("ptr", given, TYPE)
        derived = self.value(f"call i32 @PyType_IsSubtype(ptr {kind}, ptr @PyTuple_Type)")
        self.must(self.value(f"icmp ne i32 {derived}, 0"))
        size = self.load("i64", given, TUPLE_SIZE)
        self.must(self.value(f"icmp eq i64 {size}, {len(parts)}"))
        for place, part in enumerate(parts):
            self.take(self.load("ptr", given, TUPLE_ITEMS + 8 * place), part)

    def take(self, given: str, part: Part) -> None:
        if part.is_array:
            self.take_array(given, part)
        elif part.kind in SCALARS:
            self.take_number(given, part.kind)
        else:
            kind = self.load("ptr", given, TYPE)
            record = self.value("load ptr, ptr @slot.record")
            self.must(self.value(f"icmp eq ptr {kind}, {record}"))
            self.given.append(f"ptr {self.load('ptr', given, RECORD_DATA)}")

    def take_number(self, given: str, kind: str) -> None:
        if kind == "bool":
            truth = self.value(f"call i32 @PyObject_IsTrue(ptr {given})")
            self.given.append(f"i8 {self.value(f'trunc i32 {truth} to i8')}")
            return
        if kind == "int":
            number = self.value(f"call i64 @PyLong_AsLongLong(ptr {given})")
            odd = self.value(f"icmp eq i64 {number}, -1")
        else:
            number = self.value(f"call double @PyFloat_AsDouble(ptr {given})")
            odd = self.value(f"fcmp oeq double {number}, -1.0")
        self.count += 1
        here = self.count
        self.lines.append(f"  br i1 {odd}, label %odd{here}, label %fine{here}")
        self.lines.append(f"odd{here}:")
        error = self.value("call ptr @PyErr_Occurred()")
        none = self.value(f"icmp eq ptr {error}, null")
        self.lines.append(f"  br i1 {none}, label %fine{here}, label %failed")
        self.lines.append(f"fine{here}:")
        self.given.append(f"{'i64' if kind == 'int' else 'double'} {number}")

    def take_array(self, given: str, part: Part) -> None:
        ndarray = self.value("load ptr, ptr @slot.ndarray")
        kind = self.load("ptr", given, TYPE)
        self.must(self.value(f"icmp eq ptr {kind}, {ndarray}"))
        axes = self.load("i32", given, AXES)
        self.must(self.value(f"icmp eq i32 {axes}, {part.axes}"))
        flags = self.value(f"and i32 {self.load('i32', given, FLAGS)}, {GOOD}")
        self.must(self.value(f"icmp eq i32 {flags}, {GOOD}"))
        self.check_dtype(self.load("ptr", given, DTYPE), part)
        self.given.append(f"ptr {self.load('ptr', given, DATA)}")
        lengths = self.load("ptr", given, LENGTHS)
        for axis in range(part.axes):
            self.given.append(f"i64 {self.load('i64', lengths, 8 * axis)}")

    def check_dtype(self, dtype: str, part: Part) -> None:
        number = self.load("i32", dtype, DTYPE_NUMBER)
        known = RECORD if part.is_record else NUMBERS[part.kind]
        fits = self.value(f"icmp eq i32 {number}, {known[0]}")
        for also in known[1:]:
            fits = self.value(f"or i1 {fits}, {self.value(f'icmp eq i32 {number}, {also}')}")
        self.must(fits)
        if part.is_record:
            kind = self.load("ptr", dtype, DTYPE_CLASS)
            record = self.value("load ptr, ptr @slot.record")
            self.must(self.value(f"icmp eq ptr {kind}, {record}"))
        else:
            order = self.load("i8", dtype, DTYPE_ORDER)
            self.must(self.value(f"icmp ne i8 {order}, {FOREIGN_ORDER}"))

    def call(self) -> None:
        saved = self.value("call ptr @PyEval_SaveThread()") if self.kernel.long else None
        given = "".join(f", {one}" for one in self.given)
        status = self.value(f'call i32 @"{self.kernel.symbol}"(ptr %result, ptr %error{given})')
        if saved:
            self.lines.append(f"  call void @PyEval_RestoreThread(ptr {saved})")
        fine = self.value(f"icmp eq i32 {status}, 0")
        none = self.value(f"icmp eq i32 {status}, -2")  # Numba's word for "returned None"
        self.count += 1
        good = self.value(f"or i1 {fine}, {none}")
        self.lines.append(f"  br i1 {good}, label %good, label %bad")
        self.lines.append("good:")
        self.answer()
        self.lines.append("bad:")
        raised = self.value(f"icmp sgt i32 {status}, 0")
        self.must(raised, "failed")
        told = self.value("load ptr, ptr %error")
        text, size = self.load("ptr", told, 0), self.load("i32", told, 8)
        long = self.value(f"sext i32 {size} to i64")
        pickled = self.value(f"call ptr @PyBytes_FromStringAndSize(ptr {text}, i64 {long})")
        function = self.value("load ptr, ptr @slot.raise")
        self.value(f"call ptr @PyObject_CallOneArg(ptr {function}, ptr {pickled})")
        self.lines.append(f"  call void @Py_DecRef(ptr {pickled})")
        self.lines.append("  br label %failed")

    def answer(self) -> None:
        kind = low(self.kernel.result)
        if self.kernel.signature.result is None:
            self.lines.append("  call void @Py_IncRef(ptr @_Py_NoneStruct)")
            self.lines.append("  ret ptr @_Py_NoneStruct")
            return
        result = self.value(f"load {kind}, ptr %result")
        if self.kernel.signature.result == "float":
            made = self.value(f"call ptr @PyFloat_FromDouble(double {result})")
        elif self.kernel.signature.result == "bool":
            long = self.value(f"zext i8 {result} to i64")
            made = self.value(f"call ptr @PyBool_FromLong(i64 {long})")
        else:
            wide = result if kind == "i64" else self.value(f"sext {kind} {result} to i64")
            made = self.value(f"call ptr @PyLong_FromLongLong(i64 {wide})")
        self.lines.append(f"  ret ptr {made}")
