"""The versions of Numba and llvmlite whose private parts the builder was tested with."""

from __future__ import annotations

import llvmlite  # type: ignore[import-untyped]
import numba

KNOWN = {"numba": "0.68.1", "llvmlite": "0.50.0"}


def unknown_versions(present: dict[str, str] | None = None) -> str | None:
    """A sentence about what differs, or None.

    >>> unknown_versions(KNOWN)
    >>> print(unknown_versions(KNOWN | {"numba": "0.99.0"}))
    whole modules are built with numba 0.68.1, and this is 0.99.0
    """
    found = present or {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    other = [
        f"{name} {version}, and this is {found[name]}"
        for name, version in KNOWN.items()
        if found[name] != version
    ]
    return f"whole modules are built with {'; '.join(other)}" if other else None
