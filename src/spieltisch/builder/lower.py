"""The typed and lowered, not yet optimised code of every exported kernel and all that it calls."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, get_type_hints

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import callconv, codegen, cpu

from spieltisch.core import lowering, machine_code, signatures
from spieltisch.core.dispatch import enlist
from spieltisch.core.jit import Kernel
from spieltisch.core.signatures import CONTRACT, MODULES, Part, Signature
from spieltisch.core.sources import GENERIC, SHARED

LOWERING = 0.6  # share of the time that building takes
SMALL = 512  # bytes of a table that may stand in the code of whoever reads it


@dataclass(frozen=True)
class Lowered:
    """An exported kernel: how Numba's code calls it, with plain arguments only."""

    name: str  # of the kernel, with its module
    signature: Signature
    symbol: str
    result: Any  # Numba's type
    long: bool


@dataclass(frozen=True)
class Code:
    scope: str
    kernels: list[Lowered]
    modules: list[str]  # LLVM's assembly
    data: dict[str, bytes]  # tables and networks by symbol

    @property
    def own(self) -> list[Lowered]:
        """Without those that are handed no record, unless the module is theirs."""
        names = {name for _, name, _ in exports(self.scope)}
        return [one for one in self.kernels if one.name in names]


def plain_numba(data: dict[str, bytes]) -> None:
    """From now on Numba types and lowers only: no optimising, no machine code, no cache.

    Numba tells callees apart by their entry points and insists on builtin ones: each gets one of
    its own, which is never called.
    """
    codegen.CPUCodeLibrary._optimize_functions = lambda self, module: None  # type: ignore[method-assign]
    codegen.CPUCodeLibrary.finalize = _finalize  # type: ignore[method-assign]
    cpu.CPUContext.get_executable = lambda self, library, described, env: {}.pop  # type: ignore[method-assign]
    cpu.CPUContext.make_constant_array = _array_maker(data)  # type: ignore[method-assign]
    kept = callconv.CPUCallConv.build_excinfo_struct

    def without_place(self: Any, error: Any, arguments: Any, place: Any, function: Any) -> Any:
        """Where a kernel raised is a path of the machine that built it."""
        return kept(self, error, arguments, None, function)  # type: ignore[no-untyped-call]

    callconv.CPUCallConv.build_excinfo_struct = without_place  # type: ignore[method-assign]
    lowering.dispatcher = _dispatcher


def _dispatcher(function: Callable[..., Any], signature: Any = None) -> Any:
    """Without Numba's own entry points: ours are in `entries`."""
    given = () if signature is None else (signature,)
    njit: Any = numba.njit
    return njit(*given, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def _finalize(library: Any) -> None:
    library._finalized = True


def _array_maker(data: dict[str, bytes]) -> Callable[..., Any]:
    """Numba writes a table into every function that reads it; ours names it, and it is there once.

    Networks of 40,000 numbers were most of the code, and of the time that it took to compile.
    """
    usual = cpu.CPUContext.make_constant_array

    def make(context: Any, builder: Any, kind: Any, array: Any) -> Any:
        if kind.layout not in "CF":
            raise TypeError("a table that kernels read must be contiguous")
        if array.nbytes <= SMALL:
            return usual(context, builder, kind, array)  # type: ignore[no-untyped-call]
        raw = array.flatten(order=kind.layout).tobytes()
        symbol = f"table.{hashlib.sha256(raw).hexdigest()[:24]}"
        data[symbol] = raw
        made = context.make_array(kind)(context, builder)
        table = _declared(builder.module, symbol, len(raw))
        context.populate_array(
            made,
            data=builder.bitcast(table, made.data.type),
            shape=_words(context, array.shape),
            strides=_words(context, array.strides),
            itemsize=context.get_constant(types.intp, array.dtype.itemsize),
            parent=None,
            meminfo=None,
        )
        return made._getvalue()

    return make


def _declared(module: Any, symbol: str, size: int) -> Any:
    if symbol in module.globals:
        return module.globals[symbol]
    table = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), size), symbol)
    table.global_constant = True
    table.linkage = "external"
    return table


def _words(context: Any, numbers: tuple[int, ...]) -> Any:
    kind = context.get_value_type(types.intp)
    return ir.Constant(ir.ArrayType(kind, len(numbers)), [ir.Constant(kind, n) for n in numbers])


def exports(scope: str) -> Iterator[tuple[Kernel, str, Signature]]:
    """The kernels of a game's folder (or SHARED) that are called from outside, found by their
    modules: those of the contract, those that say so themselves, and the generic ones."""
    found: dict[str, tuple[Kernel, str, Signature]] = {}
    own = [] if scope == SHARED else [_own(scope, name) for name in MODULES]
    for module in _modules(scope):
        for value in vars(module).values():
            if isinstance(value, Kernel) and value.signature is not None:
                read = signatures.read(value.signature)
                if read.of_a_game == (scope != SHARED) or not value.generic:
                    found[value.name] = value, value.name, read
    if scope != SHARED:
        game = {name: value for module in own for name, value in vars(module).items()}
        for name, text in CONTRACT.items():
            if isinstance(game.get(name), Kernel):
                one = game[name]
                found[one.name] = one, one.name, signatures.read(text)
    yield from found.values()


def _own(scope: str, name: str) -> Any:
    return import_module(f"spieltisch.games.{scope}.{name}")


def _modules(scope: str) -> Iterator[Any]:
    """Those in which kernels begin and all of ours that they import, but of no other game."""
    for name in GENERIC[:-1]:
        import_module(f"spieltisch.{name}")
    for name, module in list(sys.modules.items()):
        if name.startswith("spieltisch.") and machine_code.scope_of(name) in {scope, SHARED}:
            yield module


def enlist_game(scope: str) -> np.dtype[np.void]:
    """Loads a game as its kernels need it; returns the type of its records."""
    modules = [_own(scope, name) for name in MODULES]
    state: np.dtype[np.void] = modules[0].STATE
    enlist(state, *modules)
    return state


def lower(scope: str, told: Callable[[float, str], None], with_shared: bool = False) -> Code:
    """All that the scope exports; `with_shared`: and those kernels that are handed no record."""
    data: dict[str, bytes] = {}
    plain_numba(data)
    record = None if scope == SHARED else numba.from_dtype(enlist_game(scope))
    seen: set[Any] = set()
    code = Code(scope, [], [], data)
    chosen = [*exports(scope), *(exports(SHARED) if with_shared else ())]
    for done, (kernel, name, crossing) in enumerate(chosen):
        told(LOWERING * done / len(chosen), name.rpartition(".")[2])
        function = _dispatcher(_plain(kernel, crossing), _signature(crossing, record))
        result: Any = next(iter(function.overloads.values()))
        _collect(result.library, seen, code.modules)
        kind = result.signature.return_type
        symbol = result.fndesc.llvm_func_name
        code.kernels.append(Lowered(name, crossing, symbol, kind, kernel.long))
    return code


def _collect(library: Any, seen: set[Any], modules: list[str]) -> None:
    """Every library once: Numba would link callees into each caller again and again."""
    if library in seen:
        return
    seen.add(library)
    modules.append(str(library._final_module))
    for other in library._linking_libraries:
        _collect(other, seen, modules)


def _signature(crossing: Signature, record: Any) -> tuple[Any, ...]:
    """Plain arguments: addresses, each followed by its lengths, and numbers."""
    signature: list[Any] = []
    for part in crossing.parts:
        if part.kind in signatures.SCALARS and not part.is_array:
            scalars = {"int": types.int64, "float": types.float64, "bool": types.boolean}
            signature.append(scalars[part.kind])
        else:
            kind = record if part.is_record else getattr(types, _numba_name(part.kind))
            signature.append(types.CPointer(kind))  # type: ignore[no-untyped-call]
            signature.extend([types.int64] * part.axes)
    return tuple(signature)


def _numba_name(kind: str) -> str:
    return "boolean" if kind == "bool" else kind


def _plain(kernel: Kernel, crossing: Signature) -> Callable[..., Any]:
    """A function of plain arguments that puts arrays and named tuples together and calls."""
    names: list[str] = []
    given: list[str] = []
    space: dict[str, Any] = {"kernel": kernel, "carray": numba.carray}  # type: ignore[attr-defined]
    for place, argument in enumerate(crossing.arguments):
        if isinstance(argument, tuple):
            space[f"Tuple{place}"] = _tuple_class(kernel, place)
            inner = [_taken(part, names) for part in argument]
            given.append(f"Tuple{place}({', '.join(inner)})")
        else:
            given.append(_taken(argument, names))
    text = f"kernel({', '.join(given)})"
    wrapped = {None: text, "int": f"int({text})", "float": f"float({text})", "bool": text}
    source = f"def entry({', '.join(names)}):\n    return {wrapped[crossing.result]}\n"
    if crossing.result is None:
        source = source.replace("return ", "")
    exec(source, space)
    entry: Callable[..., Any] = space["entry"]
    return entry


def _taken(part: Part, names: list[str]) -> str:
    """Adds the plain arguments of a part to `names`; returns how the part is made of them."""
    name = f"a{len(names)}"
    names.append(name)
    if part.kind == "state":
        return f"carray({name}, (1,))[0]"
    if not part.is_array:
        return name
    lengths = [f"{name}_{axis}" for axis in range(part.axes)]
    names.extend(lengths)
    return f"carray({name}, ({', '.join(lengths)},))"


def _tuple_class(kernel: Kernel, place: int) -> type:
    """The named tuple that a kernel's annotation names at this place."""
    function = kernel.function
    name = function.__code__.co_varnames[place]
    found: type = get_type_hints(function)[name]
    return found
