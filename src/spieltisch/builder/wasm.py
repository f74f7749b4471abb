"""`python -m spieltisch.builder.wasm GAME FOLDER` makes WebAssembly of a game's rules and bots.

The same kernels, lowered and optimised as for this machine. Addresses, lengths and whole numbers
are 32 bits wide at the border, so that no BigInt is needed; a kernel that would raise traps. Beside
the module lies a description: the border of each kernel, and sizes of the game. The linker is that
of the package `ziglang`, needed here and nowhere else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spieltisch.core.jit import BUILDING

os.environ[BUILDING] = "1"

from spieltisch import games
from spieltisch.builder.entries import low
from spieltisch.builder.lower import Lowered, enlist_game, exports, lower
from spieltisch.builder.module import Target, emit
from spieltisch.core.border import SCALARS, Part
from spieltisch.core.sources import SHARED

TARGET = Target(
    "wasm32-unknown-unknown",
    "",
    "+sign-ext,+nontrapping-fptoint,+bulk-memory,+mutable-globals,+multivalue,+simd128",
    reloc="static",
)
LINKER = (
    *(
        "-target",
        "wasm32-wasi",
        "-O2",
        "-mexec-model=reactor",
        "-Wl,--no-entry",
        "-Wl,--strip-all",
        "-Wl,--gc-sections",
    ),
    *("-Wl,-z,stack-size=262144", "-Wl,--export=allocate"),
)
RUNTIME = Path(__file__).with_name("runtime.c")
HALVES = {"i64": "i32", "i8": "i32", "ptr": "ptr", "double": "double"}


def chosen(scope: str) -> Iterator[tuple[Any, str, Any]]:
    """Rules and bots; environments for learning agents stay outside of the browser."""
    for one in (*exports(scope), *exports(SHARED)):
        name = one[1]
        if not name.startswith("spieltisch.adapters.") and not name.endswith(".observe"):
            yield one


def short(name: str) -> str:
    return name.rpartition(".")[2]


def given(part: Part) -> list[str]:
    """How Numba's code takes a part."""
    if part.kind in SCALARS and not part.is_array:
        return [{"int": "i64", "float": "double", "bool": "i8"}[part.kind]]
    return ["ptr", *["i64"] * part.axes]


def entry(kernel: Lowered) -> str:
    wide = [kind for part in kernel.border.parts for kind in given(part)]
    narrow = ", ".join(f"{HALVES[kind]} %a{i}" for i, kind in enumerate(wide))
    lines, passed = [], []
    for i, kind in enumerate(wide):
        if kind == HALVES[kind]:
            passed.append(f"{kind} %a{i}")
            continue
        how = "sext i32 %a{} to i64" if kind == "i64" else "trunc i32 %a{} to i8"
        lines.append(f"  %b{i} = {how.format(i)}")
        passed.append(f"{kind} %b{i}")
    result = low(kernel.result)
    outside = {None: "void", "float": "double"}.get(kernel.border.result, "i32")
    call = "".join(f", {one}" for one in passed)
    return "\n".join(
        [
            f'declare i32 @"{kernel.symbol}"(ptr, ptr{"".join(f", {kind}" for kind in wide)})',
            f'define {outside} @"{short(kernel.name)}"({narrow}) {{',
            f"  %result = alloca {result}\n  %error = alloca ptr",
            *lines,
            f'  %status = call i32 @"{kernel.symbol}"(ptr %result, ptr %error{call})',
            "  %fine = icmp eq i32 %status, 0\n  %none = icmp eq i32 %status, -2",
            "  %good = or i1 %fine, %none\n  br i1 %good, label %go, label %bad",
            "bad:\n  call void @llvm.trap()\n  unreachable\ngo:",
            *_answer(kernel.border.result, result),
            "}",
        ]
    )


def _answer(kind: str | None, result: str) -> list[str]:
    if kind is None:
        return ["  ret void"]
    load = f"  %v = load {result}, ptr %result"
    if kind == "float":
        return [load, "  ret double %v"]
    how = "trunc" if result == "i64" else "zext" if kind == "bool" else "sext"
    if result == "i32":
        return [load, "  ret i32 %v"]
    return [load, f"  %w = {how} {result} %v to i32", "  ret i32 %w"]


def build(scope: str, out: Path) -> Path:
    """Writes `SCOPE.wasm` and `SCOPE.json` into a folder."""
    code = lower(scope, lambda done, step: None, chosen)
    names = [short(one.name) for one in code.kernels]
    if len(set(names)) != len(names):
        raise SystemExit(f"wasm: two kernels of {scope} have one name")
    text = "declare void @llvm.trap()\n" + "\n".join(map(entry, code.kernels))
    out.mkdir(parents=True, exist_ok=True)
    made, part = out / f"{scope}.wasm", out / f"{scope}.o"
    part.write_bytes(emit(code, text, names, TARGET, lambda done, step: None))
    exported = [f"-Wl,--export={name}" for name in names]
    files = map(str, (part, RUNTIME, "-o", made))
    command = [sys.executable, "-m", "ziglang", "cc", *LINKER, *exported, *files]
    subprocess.run(command, check=True)
    part.unlink()
    made.with_suffix(".json").write_text(json.dumps(described(scope, code.kernels), indent=1))
    return made


def described(scope: str, kernels: list[Lowered]) -> dict[str, Any]:
    state = enlist_game(scope)
    rules = games.find(scope.replace("_", "-")).rules
    borders = {
        short(one.name): {
            "takes": [[part.kind, part.axes] for part in one.border.parts],
            "returns": one.border.result,
        }
        for one in kernels
    }
    sizes = {"MOST": rules.MOST, "OUTCOMES": rules.OUTCOMES, "record": state.itemsize}
    return {"kernels": borders, **sizes}


if __name__ == "__main__":
    print(build(games.card(sys.argv[1]).folder, Path(sys.argv[2])))
