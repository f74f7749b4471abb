"""Libraries that only some people need."""

from __future__ import annotations


def missing(extra: str, error: ImportError) -> ImportError:
    """The error that says which extra brings the library."""
    return ImportError(f"{error.name} is needed for this: pip install 'spieltisch[{extra}]'")
