"""One module of all that was lowered, optimised as a whole, for one target."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba.core import codegen

from spieltisch.builder.lower import LOWERING, Code


@dataclass(frozen=True)
class Target:
    triple: str
    cpu: str
    features: str
    reloc: str = "pic"

    def machine(self) -> Any:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu,
            features=self.features,
            opt=3,
            reloc=self.reloc,
            codemodel="small",
        )


def emit(
    code: Code,
    entries: str,
    exported: Iterable[str],
    target: Target,
    told: Callable[[float, str], None],
) -> bytes:
    """The object file."""
    machine = target.machine()
    told(LOWERING, "linking")
    whole = _linked(code, entries, target, str(machine.target_data))
    _hide(whole, set(exported))
    whole.verify()
    told(LOWERING + 0.05, "optimising")
    _optimise(whole, machine)
    told(0.9, "machine code")
    made: bytes = machine.emit_object(whole)
    return made


def _linked(code: Code, entries: str, target: Target, layout: str) -> Any:
    head = f'target triple = "{target.triple}"\ntarget datalayout = "{layout}"\n'
    whole = llvm.parse_assembly(head + entries)
    for text in (*code.modules, _tables(code.data)):
        part = llvm.parse_assembly(_retargeted(text, target.triple, layout))
        for function in part.functions:
            # Numba's own entry points: nobody refers to them, so they stay behind
            if not function.is_declaration and function.name.startswith(("_ZN7cpython", "cfunc.")):
                function.linkage = "linkonce_odr"
        whole.link_in(part)
    return whole


def _tables(data: dict[str, bytes]) -> str:
    lines = []
    for symbol, raw in sorted(data.items()):
        text = "".join(f"\\{byte:02x}" for byte in raw)
        lines.append(f'@{symbol} = constant [{len(raw)} x i8] c"{text}", align 64')
    return "\n".join(lines)


def _retargeted(text: str, triple: str, layout: str) -> str:
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    # WebAssembly has no common symbols
    text = re.sub(r" = common (local_unnamed_addr )?global ", r" = linkonce_odr \1global ", text)
    return f'target triple = "{triple}"\ntarget datalayout = "{layout}"\n{text}'


def _hide(whole: Any, exported: set[str]) -> None:
    """Only what is exported is seen from outside, so that all else may be inlined and left out."""
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name in exported else "internal"
            value.visibility = "hidden" if value.name in exported else "default"


def _optimise(whole: Any, machine: Any) -> None:
    """Numba's own sequence of passes, once over everything."""
    pruning = codegen._parse_refprune_flags()  # type: ignore[no-untyped-call]
    builder = _builder(machine, 0)
    passes = builder.getModulePassManager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, builder)
    for function in whole.functions:
        if not function.is_declaration:
            builder = _builder(machine, 3)
            passes = builder.getFunctionPassManager()
            passes.add_refprune_pass(pruning)
            passes.run(function, builder)
    builder = _builder(machine, 0)
    passes = builder.getModulePassManager()
    passes.add_loop_rotate_pass()
    passes.add_instruction_combine_pass()
    passes.add_jump_threading_pass()
    passes.add_refprune_pass(pruning)
    passes.run(whole, builder)
    builder = _builder(machine, 3, vectors=True)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass(pruning)
    passes.run(whole, builder)


def _builder(machine: Any, level: int, vectors: bool = False) -> Any:
    options = llvm.create_pipeline_tuning_options(level)
    options.loop_vectorization = vectors
    options.slp_vectorization = vectors
    options.loop_unrolling = True
    return llvm.create_pass_builder(machine, options)
