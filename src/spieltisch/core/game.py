"""A game with its rules loaded: the one object through which the rest of the system knows it."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from spieltisch.core.card import Card, Options
from spieltisch.core.dispatch import enlist
from spieltisch.core.errors import Refusal
from spieltisch.core.language import Both
from spieltisch.core.log_context import LogContext
from spieltisch.core.patches import Patch
from spieltisch.core.play import COMPLETE, advance, advance_chance, draw, expose
from spieltisch.core.randomness import Random
from spieltisch.core.reason import Reasons
from spieltisch.core.state import CHANCE, FULL, AnyState, Floats, Ints, blank, copied

if TYPE_CHECKING:  # who draws no board does not wait for it
    from rich.text import Text


class Rules(Protocol):
    """What every `rules.py` defines; CONTRIBUTING.md says what each means."""

    STATE: np.dtype[np.void]
    ACTIONS: int
    MOST: int
    OUTCOMES: int

    def setup(self, state: AnyState, players: int, options: Options) -> None: ...
    def to_act(self, state: AnyState) -> int: ...
    def midway(self, state: AnyState) -> bool: ...
    def list_legal(self, state: AnyState, actions: Ints) -> int: ...
    def list_chance(self, state: AnyState, outcomes: Ints, weights: Ints) -> int: ...
    def sample_chance(self, state: AnyState, random: Random) -> int: ...
    def apply(self, state: AnyState, action: int) -> None: ...
    def score(self, state: AnyState, seat: int) -> int: ...
    def rank(self, state: AnyState, seat: int) -> int: ...
    def hide(self, state: AnyState, seat: int) -> None: ...
    def fill(self, state: AnyState, random: Random) -> None: ...


class Notation(Protocol):
    def read_turn(self, state: AnyState, text: str) -> list[int]: ...
    def show_turn(self, state: AnyState, decisions: Sequence[int]) -> str: ...
    def read_chance(self, state: AnyState, text: str) -> list[int]: ...
    def show_chance(self, state: AnyState, outcomes: Sequence[int]) -> str: ...
    def chance_seat(self, state: AnyState) -> int | None: ...
    def veil(self, text: str, kind: str, sealed: bool) -> str: ...


class Refusals(Protocol):
    def explain(self, state: AnyState, decisions: Sequence[int], at: int) -> Refusal: ...
    def explain_chance(self, state: AnyState, outcomes: Sequence[int], at: int) -> Refusal: ...
    def due(self, state: AnyState) -> str: ...


class Words(Protocol):
    def say(self, text: str, kind: str, name: str, lang: str, context: LogContext = ...) -> str: ...
    def ask(self, view: Mapping[str, Any], lang: str) -> str: ...


class Evaluate(Protocol):
    def value(self, state: AnyState, seat: int) -> float: ...
    def prefer(self, state: AnyState, actions: Ints, n: int, values: Floats) -> None: ...


class Game:
    """A card and the modules of its folder; made once per process by `games.find`."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.rules: Rules = self._module("rules")
        self._kernels = self._module("rules")  # with acting, focus and sealing, where there are any
        self.notation: Notation = self._module("notation")
        self.refusals: Refusals = self._module("refusals")
        self.words: Words = self._module("words")
        self.evaluate: Evaluate = self._module("evaluate")
        self.observe = self._module("observe")
        enlist(self.rules.STATE, self._module("rules"), self._module("evaluate"), self.observe)
        self.simultaneous = hasattr(self.rules, "acting")

    def _module(self, name: str) -> Any:
        return import_module(f"{self.card.package}.{name}")

    @property
    def key(self) -> str:
        return self.card.key

    @property
    def scale(self) -> tuple[tuple[int | None, float | None, Both], ...]:
        """How a game alone is rated, the best first: from so many points on (None: below all), so
        many stars out of four (None: none at all), and a sentence. Empty for most games."""
        found: tuple[tuple[int | None, float | None, Both], ...]
        found = getattr(self.words, "LEVELS", ())
        return found

    def new(self, players: int, options: Options) -> AnyState:
        """The state before anything was drawn; `options` must be complete (`Card.resolve`)."""
        state = blank(self.rules.STATE)
        state.players = players
        state.viewer = FULL
        self.rules.setup(state, players, options)
        return state

    def buffer(self) -> Ints:
        """A scratch array for `list_legal`; one per caller, since kernels run in many threads."""
        return np.zeros(self.rules.MOST, np.int64)

    def legal(self, state: AnyState) -> list[int]:
        actions = self.buffer()
        n = self.rules.list_legal(state, actions)
        found: list[int] = actions[:n].tolist()
        return found

    def chances(self, state: AnyState) -> tuple[list[int], list[int]]:
        """The outcomes that the supply can give now, and their weights."""
        outcomes = np.zeros(self.rules.OUTCOMES, np.int64)
        weights = np.zeros(self.rules.OUTCOMES, np.int64)
        n = self.rules.list_chance(state, outcomes, weights)
        return outcomes[:n].tolist(), weights[:n].tolist()

    def draw_line(self, state: AnyState, numbers: bytes) -> list[int] | None:
        """Lets chance play one line by numbers of 8 bytes each: its outcomes. Empty where it needs
        more of them, None where a number may have to be drawn again; the state is then spoilt."""
        words = np.array(struct.unpack(f">{len(numbers) // 4}I", numbers), np.int64)
        outcomes, weights, drawn = np.zeros((3, max(self.rules.OUTCOMES, len(words))), np.int64)
        many = int(draw(state, words, outcomes, weights, drawn))
        return None if many < 0 else drawn[:many].tolist()

    def acting(self, state: AnyState) -> list[int]:
        """The seats that may choose now; several where choices are made at the same time."""
        if self.simultaneous:
            bits = int(self._kernels.acting(state))
            return [seat for seat in range(int(state.players)) if bits >> seat & 1]
        seat = int(self.rules.to_act(state))
        return [seat] if seat >= 0 else []

    def focused(self, state: AnyState, seat: int) -> AnyState:
        """A copy in which `seat`, one of the acting ones, is the one to act."""
        copy = copied(state)
        if self.simultaneous:
            self._kernels.focus(copy, seat)
        return copy

    def sealing(self, state: AnyState) -> bool:
        """Whether choices made in this round are still hidden from others."""
        return self.simultaneous and bool(self._kernels.sealing(state))

    def hidden(self, state: AnyState, seat: int) -> AnyState:
        """A copy that has forgotten all that `seat` (or SPECTATOR) cannot know."""
        copy = copied(state)
        self.rules.hide(copy, seat)
        return copy

    def exposed(self, state: AnyState, due: Sequence[int]) -> list[AnyState]:
        """What each seat may know, and at the end what a spectator may; the seats that are to
        choose at the same time are each the one to act."""
        dtype = self.rules.STATE  # NumPy's own `zeros` takes ten times as long for records
        hidden = np.frombuffer(bytearray(dtype.itemsize * (int(state.players) + 1)), dtype)
        expose(state, hidden, sum([1 << seat for seat in due]) if self.simultaneous else 0)
        return list(hidden)

    def view(self, hidden: AnyState) -> dict[str, Any]:
        """What the viewer of a hidden record sees, as plain JSON data."""
        view: dict[str, Any] = self._view.view(hidden)
        return view

    @functools.cached_property
    def public(self) -> Callable[[AnyState], dict[str, Any]]:
        """The view of a spectator's record."""
        found: Callable[[AnyState], dict[str, Any]]
        found = getattr(self._view, "public", self._view.view)
        return found

    @functools.cached_property
    def own(self) -> Callable[[AnyState, Mapping[str, Any]], Patch] | None:
        """What a hidden record's viewer sees beyond the public view, as a patch of it; None where
        a game does not tell the two apart (`core/view_parts.py`)."""
        found: Callable[[AnyState, Mapping[str, Any]], Patch] | None
        found = getattr(self._view, "own", None)
        return found

    @functools.cached_property
    def reasons(self) -> Reasons | None:
        """What the game knows about why a turn is better; None where it has no `reasons.py`."""
        if find_spec(f"{self.card.package}.reasons") is None:
            return None
        found: Reasons = self._module("reasons")
        return found

    @functools.cached_property
    def _view(self) -> Any:
        return self._module("view")

    @functools.cached_property
    def postcard(self) -> Any | None:
        """What draws the end of a match for a picture, where a game has it."""
        if find_spec(f"{self.card.package}.postcard") is None:
            return None
        return self._module("postcard")

    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
        """The table as text, for terminals."""
        text: Text = self._module("board").draw(view, names, lang)
        return text

    def plays(self, state: AnyState, decisions: Sequence[int]) -> bool:
        """Plays a whole turn on `state`; False where it is not legal (the state is then spoilt)."""
        return int(advance(state, np.array(decisions, np.int64), self.buffer())) == COMPLETE

    def advance(self, state: AnyState, decisions: Sequence[int]) -> Refusal | None:
        """Plays a whole turn on `state`, or says why not (the state is then spoilt)."""
        line = np.array(decisions, np.int64)
        played = int(advance(state, line, self.buffer()))
        if played == COMPLETE:
            return None
        return self.refusals.explain(state, decisions, played)

    def advance_chance(self, state: AnyState, line: Sequence[int]) -> Refusal | None:
        """Lets chance do what a whole line says, or says why not (the state is then spoilt)."""
        outcomes = np.zeros(self.rules.OUTCOMES, np.int64)
        weights = np.zeros(self.rules.OUTCOMES, np.int64)
        played = int(advance_chance(state, np.array(line, np.int64), outcomes, weights))
        if played == COMPLETE:
            return None
        return self.refusals.explain_chance(state, line, played)

    def is_chance(self, state: AnyState) -> bool:
        return int(self.rules.to_act(state)) == CHANCE
