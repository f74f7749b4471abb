"""Why a turn is better than another: what games say about it, each in its `reasons.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from spieltisch.core.language import Both
from spieltisch.core.state import AnyState


class Fact(NamedTuple):
    """Something that a turn leads to, and that one can point out on the board."""

    worth: float  # the more, the better for the seat; about in points of the game
    what: Any = None  # for the sentence


Facts = Mapping[str, Fact]  # by name


class Look(NamedTuple):
    """Where to look first: pieces or places in the words of the notation, and a sentence."""

    at: tuple[str, ...]
    said: Both


class Reasons(Protocol):
    """What a `reasons.py` defines. All records are hidden: what the seat knows, and no more.

    `POINTS = False` beside it says that nobody counts points, so that none are spoken of.
    """

    def facts(self, before: AnyState, line: Sequence[int], after: AnyState) -> Facts:
        """What is true after the turn `line` of the viewer of `before`, the same names always."""

    def why(self, name: str, better: Fact, worse: Fact) -> Both | None:
        """One sentence for the better turn by a fact that speaks for it; None: not worth one."""

    def look(self, before: AnyState, line: Sequence[int]) -> Look:
        """A nudge: which piece to look at, without the turn."""

    def do(self, before: AnyState, line: Sequence[int]) -> Both:
        """The turn as advice, in the second person, without a full stop."""
