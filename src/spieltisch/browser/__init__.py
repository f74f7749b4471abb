"""Python in a browser (Pyodide): what stands in for NumPy and for modules that are only compiled.

`install()` comes before the first import of a game. A game's module of kernels, `GAME.wasm`, must
lie in the folder `spieltisch/objects` before the game is found; `core.browser` loads it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType


def install() -> None:
    """Makes `import numpy` find the stand-in, and finds what was left out of the package."""
    from spieltisch.browser import numpy
    from spieltisch.browser.numpy import typing

    sys.modules["numpy"], sys.modules["numpy.typing"] = numpy, typing
    if not any(isinstance(finder, Compiled) for finder in sys.meta_path):
        sys.meta_path.append(Compiled())


class Compiled(MetaPathFinder, Loader):
    """Modules of a game whose source is not there, since it is in the module of kernels already:
    those that judge and observe, with all their tables and networks."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        from spieltisch.core.signatures import MODULES

        parts = name.split(".")
        if parts[:2] != ["spieltisch", "games"] or len(parts) != 4 or parts[3] not in MODULES:
            return None
        return spec_from_loader(name, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from spieltisch.core import machine_code

        library = machine_code.library(module.__name__.split(".")[2])
        if library is None:
            raise ImportError(f"{module.__name__} is compiled, and its kernels are not there")
        for name in library.names():
            inside, _, short = name.rpartition(".")
            if inside == module.__name__:
                setattr(module, short, library.entry(name, _refused))


def _refused(*arguments: object) -> None:
    raise TypeError("this kernel was handed the record of another game")
