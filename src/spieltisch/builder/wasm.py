"""WebAssembly of a game's rules and bots: a side module, as Emscripten calls it.

It brings code and data and borrows memory, stack and `malloc` from whoever loads it: Pyodide, where
its memory is Python's own (`core.browser`), or a test in Node. Addresses and lengths are 32 bits
wide for callers, whole numbers 64. A kernel that raises leaves what Numba wrote down about the
error in a cell (`failure`) and returns what no kernel returns. The description names each kernel's
function and signature. The linker is that of the package `ziglang`, needed here and nowhere else.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spieltisch.builder.entries import low
from spieltisch.builder.lower import Code, Lowered
from spieltisch.builder.module import Target, emit
from spieltisch.builder.runtime import runtime
from spieltisch.core.browser import SECTION
from spieltisch.core.signatures import SCALARS, Part

FEATURES = "+sign-ext,+nontrapping-fptoint,+bulk-memory,+mutable-globals,+multivalue,+simd128"
TARGET = Target("wasm32-unknown-emscripten", "", FEATURES)
LINKER = (
    *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--gc-sections", "--strip-all"),
    *("-O2", "--unresolved-symbols=import-dynamic"),
)
NARROW = {"i64": "i64", "i8": "i32", "ptr": "ptr", "double": "double", "length": "i32"}
# Type, and what is returned when a kernel raised
ANSWERS = {
    None: ("i32", "1"),
    "bool": ("i32", "2"),
    "int": ("i64", "-9223372036854775808"),
    "float": ("double", "0x7FF8000000000000"),
}
LEFT_OUT = ("adapters", "observe")  # environments for learning agents
FAILURE = """
@failed = global { i32, ptr, i32 } zeroinitializer
@PyExc_RuntimeError = global ptr null
@PyExc_MemoryError = global ptr null
define void @PyErr_SetString(ptr %kind, ptr %text) {
  ret void
}
define ptr @failure() {
  ret ptr @failed
}
"""


def chosen(code: Code) -> list[Lowered]:
    """Rules and bots."""
    return [one for one in code.kernels if not set(LEFT_OUT) & set(one.name.split("."))]


def function_name(kernel: str) -> str:
    return kernel.replace(".", "_")


def given(part: Part) -> list[str]:
    """How Numba's code takes a part."""
    if part.kind in SCALARS and not part.is_array:
        return [{"int": "i64", "float": "double", "bool": "i8"}[part.kind]]
    return ["ptr", *["length"] * part.axes]


def entry(kernel: Lowered) -> str:
    kinds = [kind for part in kernel.signature.parts for kind in given(part)]
    outside = ", ".join(f"{NARROW[kind]} %a{i}" for i, kind in enumerate(kinds))
    lines, passed = [], []
    for i, kind in enumerate(kinds):
        wide = kind.replace("length", "i64")
        if NARROW[kind] == wide:
            passed.append(f"{wide} %a{i}")
            continue
        lines.append(f"  %b{i} = {'sext' if wide == 'i64' else 'trunc'} i32 %a{i} to {wide}")
        passed.append(f"{wide} %b{i}")
    answer, failed = ANSWERS[kernel.signature.result]
    plain = "".join(f", {one.split()[0]}" for one in passed)
    call = "".join(f", {one}" for one in passed)
    return "\n".join(
        [
            f'declare i32 @"{kernel.symbol}"(ptr, ptr{plain})',
            f'define {answer} @"{function_name(kernel.name)}"({outside}) {{',
            f"  %result = alloca {low(kernel.result)}\n  %error = alloca ptr",
            *lines,
            f'  %status = call i32 @"{kernel.symbol}"(ptr %result, ptr %error{call})',
            "  %fine = icmp eq i32 %status, 0\n  %none = icmp eq i32 %status, -2",
            "  %good = or i1 %fine, %none\n  br i1 %good, label %go, label %bad",
            *_noted(answer, failed),
            "go:",
            *_returned(kernel.signature.result, low(kernel.result)),
            "}\n",
        ]
    )


def _noted(answer: str, failed: str) -> list[str]:
    """Keeps the status and, if a kernel raised (> 0), where its error is written down."""
    return [
        "bad:",
        "  store i32 %status, ptr @failed",
        "  %raised = icmp sgt i32 %status, 0\n  br i1 %raised, label %told, label %end",
        "told:",
        "  %written = load ptr, ptr %error",
        "  %text = load ptr, ptr %written",
        "  %at = getelementptr { ptr, i32 }, ptr %written, i32 0, i32 1",
        "  %size = load i32, ptr %at",
        "  %to = getelementptr { i32, ptr, i32 }, ptr @failed, i32 0, i32 1",
        "  store ptr %text, ptr %to",
        "  %long = getelementptr { i32, ptr, i32 }, ptr @failed, i32 0, i32 2",
        "  store i32 %size, ptr %long",
        "  br label %end",
        "end:",
        f"  ret {answer} {failed}",
    ]


def _returned(kind: str | None, result: str) -> Iterator[str]:
    if kind is None:
        yield "  ret i32 0"
        return
    yield f"  %v = load {result}, ptr %result"
    answer = ANSWERS[kind][0]
    if result != answer:
        yield f"  %w = {'zext' if kind == 'bool' else 'sext'} {result} %v to {answer}"
    yield f"  ret {answer} {'%v' if result == answer else '%w'}"


def is_possible() -> bool:
    """Whether the linker is installed."""
    return importlib.util.find_spec("ziglang") is not None


def build(code: Code, told: Callable[[float, str], None]) -> bytes:
    """The module; what its description says stands in a section of its own."""
    kernels = chosen(code)
    text = FAILURE + runtime(32) + "\n".join(map(entry, kernels))
    names = [*(function_name(one.name) for one in kernels), "failure"]
    made = linked(emit(code, text, names, TARGET, told), names)
    return made + section(json.dumps(described(code.scope, kernels)).encode())


def linked(part: bytes, names: list[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "game.o"), Path(folder, "game.wasm")
        given.write_bytes(part)
        exported = [f"--export={name}" for name in names]
        command = [sys.executable, "-m", "ziglang", *LINKER, *exported]
        subprocess.run([*command, str(given), "-o", str(made)], check=True)
        return made.read_bytes()


def described(scope: str, kernels: list[Lowered]) -> dict[str, Any]:
    """Of each kernel its parts with their axes and its result; and which parts are one tuple."""
    signatures = {
        one.name: [[[part.kind, part.axes] for part in one.signature.parts], one.signature.result]
        for one in kernels
    }
    tuples = {
        one.name: [
            len(given) if isinstance(given, tuple) else 1 for given in one.signature.arguments
        ]
        for one in kernels
        if any(isinstance(given, tuple) for given in one.signature.arguments)
    }
    return {"scope": scope, "kernels": signatures, "tuples": tuples}


def section(content: bytes) -> bytes:
    """A custom section of this name, as WebAssembly writes it."""
    name = SECTION.encode()
    inside = leb128(len(name)) + name + content
    return b"\0" + leb128(len(inside)) + inside


def leb128(number: int) -> bytes:
    """
    >>> leb128(624485).hex()
    'e58e26'
    """
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])
