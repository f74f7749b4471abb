"""Whoever keeps something about people: it is exported and forgotten with the rest.

A package that stores anything about a person adds a keeper where the server is put together.
"""

from __future__ import annotations

from typing import Any, Protocol


class Keeper(Protocol):
    async def export(self, person: str) -> dict[str, Any]:
        """All that is kept about this person, as plain data, under names of its own."""

    async def forget(self, person: str) -> None:
        """Deletes all of it; doing so twice is harmless."""
