"""The kernels of whichever game: `apply(state, action)` is the apply of the game that
`state` is a record of.

A compiled bot calls these, so it is written once and serves every game. (Handing the
kernels over as arguments or in a closure would compile too, but Numba's disk cache
finds neither again: each process would compile every bot anew.)
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from spieltisch.core.randomness import Random
from spieltisch.core.state import CHANCE, AnyState, Floats, Ints

_interpreted: dict[np.dtype[np.void], dict[str, Any]] = {}


def enlist(dtype: np.dtype[np.void], *modules: ModuleType) -> None:
    """Makes the kernels of a game's modules known under the type of its state."""
    kernels = {name: value for module in modules for name, value in vars(module).items()}
    _interpreted[dtype] = kernels


def enlisted() -> dict[np.dtype[np.void], dict[str, Any]]:
    """For the compiler: the kernels of all games that are loaded."""
    return _interpreted


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
