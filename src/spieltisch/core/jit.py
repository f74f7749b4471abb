"""What `@kernel` means: a function that runs as machine code, whoever calls it.

Kernels of a game, with the generic ones for it, are one module of machine code that `machine_code`
finds or has built; nothing is typed or compiled when it is loaded, and Numba is not even imported.
A kernel that is not exported from such a module but called from Python all the same (of training,
of a test, of somebody's own bot) is compiled by Numba when it is first called, and so is every one
where no module can be had.

Interpreted (`NUMBA_DISABLE_JIT=1`) a kernel is the function itself. `NUMBA_BOUNDSCHECK=1` makes
modules of their own in which every index is checked.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from spieltisch.core import machine_code
from spieltisch.core.machine_code import BUILDING as BUILDING
from spieltisch.core.machine_code import setting
from spieltisch.core.sources import SHARED

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = setting("NUMBA_DISABLE_JIT")

_lock = threading.RLock()


class Kernel(functools.partial[Any]):
    """Calls whatever runs the function fastest here, and finds that out when it is first called.

    A `partial`, since that is the quickest thing in Python that can be pointed elsewhere later.
    """

    function: Callable[..., Any]
    signature: str | None
    long: bool
    _known: set[str]

    def __new__(cls, function: Callable[..., Any], signature: str | None, long: bool) -> Kernel:
        made = super().__new__(cls, function)
        functools.update_wrapper(made, function)
        made.function, made.signature, made.long, made._known = function, signature, long, set()
        made._point_to(functools.partial(_first_call, made))
        return made

    def _point_to(self, target: Callable[..., Any]) -> None:
        self.__setstate__((target, (), {}, self.__dict__))  # type: ignore[attr-defined]

    def __get__(self, instance: object, owner: object = None) -> Kernel:
        return self

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def generic(self) -> bool:
        """Whether it is written once for all games, and so has an entry for each of them."""
        return machine_code.scope_of(self.function.__module__) == SHARED

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's own view of the function, for kernels that Numba compiles itself."""
        if machine_code.IN_BROWSER:
            return self.function
        from spieltisch.core import lowering

        return lowering.dispatcher(self.function)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


def _first_call(kernel: Kernel, *arguments: Any) -> Any:
    """The end of the line: nothing that is loaded takes these arguments."""
    scope = machine_code.scope_of(kernel.function.__module__, arguments)
    if os.environ.get(BUILDING) or (
        machine_code.IN_BROWSER and machine_code.library(scope) is None
    ):
        return kernel.function(*arguments)
    with _lock:
        if scope in kernel._known:  # loaded, but not for such arguments
            return kernel.dispatcher(*arguments)
        kernel._known.add(scope)
        library = machine_code.library(scope)
        entry = library.entry(kernel.name, kernel.func) if library else None
        if entry is not None:
            kernel._point_to(entry)
        elif not kernel.generic or not machine_code.supported():
            kernel._point_to(kernel.dispatcher)
    return kernel(*arguments)


def kernel(function: Function) -> Function:
    """A rules function; callers and the type checker see the function itself."""
    return cast(Function, function if INTERPRETED else Kernel(function, None, False))


def exported(signature: str, *, long: bool = False) -> Callable[[Function], Function]:
    """A kernel that Python calls, with its signature as Python sees it (see `signatures`).

    While a long one runs, other threads run, too.
    """

    def made(function: Function) -> Function:
        return cast(Function, function if INTERPRETED else Kernel(function, signature, long))

    return made
