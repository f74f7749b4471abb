"""The kernels of whichever game: `apply(state, action)` is the apply of the game that
`state` is a record of.

A compiled bot calls these, so it is written once and serves every game. (Handing the
kernels over as arguments or in a closure would compile too, but Numba's disk cache
finds neither again: each process would compile every bot anew.)
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from spieltisch.core.randomness import Random
from spieltisch.core.state import CHANCE, AnyState, Floats, Ints

_interpreted: dict[np.dtype[np.void], dict[str, Any]] = {}
_compiled: dict[Any, dict[str, Any]] = {}


def enlist(dtype: np.dtype[np.void], *modules: ModuleType) -> None:
    """Makes the kernels of a game's modules known under the type of its state."""
    kernels = {name: value for module in modules for name, value in vars(module).items()}
    _interpreted[dtype] = kernels
    _compiled[numba.from_dtype(dtype)] = kernels


def to_act(state: AnyState) -> int:
    return _interpreted[state.dtype]["to_act"](state)  # type: ignore[no-any-return]


def midway(state: AnyState) -> bool:
    return _interpreted[state.dtype]["midway"](state)  # type: ignore[no-any-return]


def list_legal(state: AnyState, actions: Ints) -> int:
    return _interpreted[state.dtype]["list_legal"](state, actions)  # type: ignore[no-any-return]


def list_chance(state: AnyState, outcomes: Ints, weights: Ints) -> int:
    return _interpreted[state.dtype]["list_chance"](state, outcomes, weights)  # type: ignore[no-any-return]


def sample_chance(state: AnyState, random: Random) -> int:
    return _interpreted[state.dtype]["sample_chance"](state, random)  # type: ignore[no-any-return]


def apply(state: AnyState, action: int) -> None:
    _interpreted[state.dtype]["apply"](state, action)


def score(state: AnyState, seat: int) -> int:
    return _interpreted[state.dtype]["score"](state, seat)  # type: ignore[no-any-return]


def rank(state: AnyState, seat: int) -> int:
    return _interpreted[state.dtype]["rank"](state, seat)  # type: ignore[no-any-return]


def hide(state: AnyState, seat: int) -> None:
    _interpreted[state.dtype]["hide"](state, seat)


def fill(state: AnyState, random: Random) -> None:
    _interpreted[state.dtype]["fill"](state, random)


def value(state: AnyState, seat: int) -> float:
    return _interpreted[state.dtype]["value"](state, seat)  # type: ignore[no-any-return]


def prefer(state: AnyState, actions: Ints, n: int, values: Floats) -> None:
    _interpreted[state.dtype]["prefer"](state, actions, n, values)


def weigh(state: AnyState, actions: Ints, n: int, values: Floats, weights: Any) -> None:
    """Like `prefer`, by other weights: for `tools.tune`."""
    _interpreted[state.dtype]["weigh"](state, actions, n, values, weights)


def prefer_roughly(state: AnyState, actions: Ints, n: int, values: Floats) -> None:
    """For rollouts: like `prefer` where a game has nothing that is quicker."""
    kernels = _interpreted[state.dtype]
    kernels.get("prefer_roughly", kernels["prefer"])(state, actions, n, values)


def observe(state: AnyState, out: Any) -> None:
    _interpreted[state.dtype]["observe"](state, out)


def acting(state: AnyState) -> int:
    """The seats that may choose now, as bits; most games have one at a time."""
    kernels = _interpreted[state.dtype]
    if "acting" in kernels:
        return kernels["acting"](state)  # type: ignore[no-any-return]
    return alone(kernels["to_act"](state))


def focus(state: AnyState, seat: int) -> None:
    kernels = _interpreted[state.dtype]
    if "focus" in kernels:
        kernels["focus"](state, seat)


def sealing(state: AnyState) -> bool:
    kernels = _interpreted[state.dtype]
    return "sealing" in kernels and kernels["sealing"](state)


def alone(seat: int) -> int:
    return 0 if seat <= CHANCE else 1 << seat


# Numba compares the signatures of an overload and its lambda, so neither has annotations.


@overload(to_act)
def _to_act(state):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["to_act"]
    return lambda state: kernel(state)


@overload(midway)
def _midway(state):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["midway"]
    return lambda state: kernel(state)


@overload(list_legal)
def _list_legal(state, actions):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["list_legal"]
    return lambda state, actions: kernel(state, actions)


@overload(list_chance)
def _list_chance(state, outcomes, weights):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["list_chance"]
    return lambda state, outcomes, weights: kernel(state, outcomes, weights)


@overload(sample_chance)
def _sample_chance(state, random):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["sample_chance"]
    return lambda state, random: kernel(state, random)


@overload(apply)
def _apply(state, action):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["apply"]
    return lambda state, action: kernel(state, action)


@overload(score)
def _score(state, seat):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["score"]
    return lambda state, seat: kernel(state, seat)


@overload(rank)
def _rank(state, seat):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["rank"]
    return lambda state, seat: kernel(state, seat)


@overload(hide)
def _hide(state, seat):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["hide"]
    return lambda state, seat: kernel(state, seat)


@overload(fill)
def _fill(state, random):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["fill"]
    return lambda state, random: kernel(state, random)


@overload(value)
def _value(state, seat):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["value"]
    return lambda state, seat: kernel(state, seat)


@overload(prefer)
def _prefer(state, actions, n, values):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["prefer"]
    return lambda state, actions, n, values: kernel(state, actions, n, values)


@overload(weigh)
def _weigh(state, actions, n, values, weights):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["weigh"]
    return lambda state, actions, n, values, weights: kernel(state, actions, n, values, weights)


@overload(prefer_roughly)
def _prefer_roughly(state, actions, n, values):  # type: ignore[no-untyped-def]
    kernels = _compiled[state]
    kernel = kernels.get("prefer_roughly", kernels["prefer"])
    return lambda state, actions, n, values: kernel(state, actions, n, values)


@overload(observe)
def _observe(state, out):  # type: ignore[no-untyped-def]
    kernel = _compiled[state]["observe"]
    return lambda state, out: kernel(state, out)


@overload(acting)
def _acting(state):  # type: ignore[no-untyped-def]
    kernels = _compiled[state]
    if "acting" in kernels:
        kernel = kernels["acting"]
        return lambda state: kernel(state)
    whose = kernels["to_act"]
    return lambda state: 0 if whose(state) < 0 else 1 << whose(state)


@overload(focus)
def _focus(state, seat):  # type: ignore[no-untyped-def]
    kernels = _compiled[state]
    if "focus" in kernels:
        kernel = kernels["focus"]
        return lambda state, seat: kernel(state, seat)
    return lambda state, seat: None


@overload(sealing)
def _sealing(state):  # type: ignore[no-untyped-def]
    kernels = _compiled[state]
    if "sealing" in kernels:
        kernel = kernels["sealing"]
        return lambda state: kernel(state)
    return lambda state: False
