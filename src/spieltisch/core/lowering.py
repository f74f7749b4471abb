"""How Numba compiles kernels: which of them are single instructions, which ones a game's record
chooses, and the disk cache of those that are compiled one by one.

Imported by whoever compiles, never in order to run a module that is already there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import caching
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from spieltisch.core import machine_code, sources
from spieltisch.core.bits import lowest, ones
from spieltisch.core.dispatch import (
    acting,
    apply,
    enlisted,
    fill,
    focus,
    hide,
    list_chance,
    list_legal,
    midway,
    observe,
    prefer,
    prefer_roughly,
    rank,
    sample_chance,
    score,
    sealing,
    to_act,
    value,
    weigh,
)
from spieltisch.core.lookup_rows import move_eight, move_four

_compiled: dict[Any, dict[str, Any]] = {}


def kernels_of(state: Any) -> dict[str, Any]:
    """The kernels of the game whose records have this type of Numba's."""
    if state not in _compiled:
        for dtype, kernels in enlisted().items():
            _compiled[numba.from_dtype(dtype)] = kernels
    return _compiled[state]


class _Locator(caching.UserProvidedCacheLocator):
    """The folder's name says what the code is made of; Numba would add the checkout's path."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(cache_folder(py_func))

    def get_source_stamp(self) -> str:
        return ""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        locator = cls(py_func, py_file)
        locator.ensure_cache_path()  # type: ignore[no-untyped-call]
        return locator


class _Files(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012 (Numba's own type)


class _Cache(caching.FunctionCache):
    """Numba reads, extends and writes an index; two processes that do so at once lose an entry."""

    _impl_class = _Files

    def _save_overload(self, sig: Any, data: Any) -> None:
        with machine_code.locked("index"):
            super()._save_overload(sig, data)  # type: ignore[no-untyped-call]


def cache_folder(function: Callable[..., Any]) -> Path:
    """Named after all that the function depends on: Numba notices an edit only in the file that
    defines it, and does not notice at all that bounds checking was switched on."""
    setting = f"{numba.__version__} {np.__version__} {sys.version} {machine_code.CHECKED}"
    name = sources.digest_of(function.__module__, setting)
    return machine_code.cache_root() / name / function.__module__


def dispatcher(function: Callable[..., Any]) -> Any:
    """The function as Numba compiles it; what is ours is kept on disk."""
    made: Any = numba.njit(nogil=True)(function)
    if function.__module__.startswith("spieltisch."):
        made._cache = _Cache(function)  # type: ignore[no-untyped-call]
    return made


@intrinsic
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@overload(ones)
def _ones(word):  # type: ignore[no-untyped-def]
    return lambda word: _population(word)  # type: ignore[call-arg]


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return lambda word: _trailing_zeros(word)  # type: ignore[call-arg]


def _move(width: int) -> Any:
    """The move of `width` float32 numbers as one vector, which may lie at any address."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = []
        for array, place in (0, arguments[1]), (2, builder.mul(arguments[3], _word(width))):
            made = context.make_array(signature.args[array])(context, builder, arguments[array])
            vector = ir.VectorType(ir.FloatType(), width).as_pointer()
            pointers.append(builder.bitcast(builder.gep(made.data, [place]), vector))
        builder.store(builder.load(pointers[1], align=4), pointers[0], align=4)
        return context.get_dummy_value()

    @intrinsic
    def move(typing: Any, out: Any, at: Any, table: Any, row: Any) -> Any:
        if not (out.layout == table.layout == "C" and out.dtype == table.dtype == types.float32):
            raise TypingError("rows are moved between contiguous arrays of float32 only")
        return types.void(out, types.int64, table, types.int64), build

    return move


def _word(number: int) -> Any:
    return ir.Constant(ir.IntType(64), number)


_four, _eight = _move(4), _move(8)


@overload(move_four)
def _move_four(out, at, table, row):  # type: ignore[no-untyped-def]
    return lambda out, at, table, row: _four(out, at, table, row)


@overload(move_eight)
def _move_eight(out, at, table, row):  # type: ignore[no-untyped-def]
    return lambda out, at, table, row: _eight(out, at, table, row)


# Numba compares the signatures of an overload and its lambda, so neither has annotations.


@overload(to_act)
def _to_act(state):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["to_act"]
    return lambda state: kernel(state)


@overload(midway)
def _midway(state):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["midway"]
    return lambda state: kernel(state)


@overload(list_legal)
def _list_legal(state, actions):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["list_legal"]
    return lambda state, actions: kernel(state, actions)


@overload(list_chance)
def _list_chance(state, outcomes, weights):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["list_chance"]
    return lambda state, outcomes, weights: kernel(state, outcomes, weights)


@overload(sample_chance)
def _sample_chance(state, random):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["sample_chance"]
    return lambda state, random: kernel(state, random)


@overload(apply)
def _apply(state, action):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["apply"]
    return lambda state, action: kernel(state, action)


@overload(score)
def _score(state, seat):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["score"]
    return lambda state, seat: kernel(state, seat)


@overload(rank)
def _rank(state, seat):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["rank"]
    return lambda state, seat: kernel(state, seat)


@overload(hide)
def _hide(state, seat):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["hide"]
    return lambda state, seat: kernel(state, seat)


@overload(fill)
def _fill(state, random):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["fill"]
    return lambda state, random: kernel(state, random)


@overload(value)
def _value(state, seat):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["value"]
    return lambda state, seat: kernel(state, seat)


@overload(prefer)
def _prefer(state, actions, n, values):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["prefer"]
    return lambda state, actions, n, values: kernel(state, actions, n, values)


@overload(weigh)
def _weigh(state, actions, n, values, weights):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["weigh"]
    return lambda state, actions, n, values, weights: kernel(state, actions, n, values, weights)


@overload(prefer_roughly)
def _prefer_roughly(state, actions, n, values):  # type: ignore[no-untyped-def]
    kernels = kernels_of(state)
    kernel = kernels.get("prefer_roughly", kernels["prefer"])
    return lambda state, actions, n, values: kernel(state, actions, n, values)


@overload(observe)
def _observe(state, out):  # type: ignore[no-untyped-def]
    kernel = kernels_of(state)["observe"]
    return lambda state, out: kernel(state, out)


@overload(acting)
def _acting(state):  # type: ignore[no-untyped-def]
    kernels = kernels_of(state)
    if "acting" in kernels:
        kernel = kernels["acting"]
        return lambda state: kernel(state)
    whose = kernels["to_act"]
    return lambda state: 0 if whose(state) < 0 else 1 << whose(state)


@overload(focus)
def _focus(state, seat):  # type: ignore[no-untyped-def]
    kernels = kernels_of(state)
    if "focus" in kernels:
        kernel = kernels["focus"]
        return lambda state, seat: kernel(state, seat)
    return lambda state, seat: None


@overload(sealing)
def _sealing(state):  # type: ignore[no-untyped-def]
    kernels = kernels_of(state)
    if "sealing" in kernels:
        kernel = kernels["sealing"]
        return lambda state: kernel(state)
    return lambda state: False
