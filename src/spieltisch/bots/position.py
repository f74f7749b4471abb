"""What a bot is asked: a position, made of what its seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.core.errors import HonestyError, Refusal
from spieltisch.core.game import Game
from spieltisch.core.randomness import Random
from spieltisch.core.state import AnyState, copied
from spieltisch.matches.match import fresh


@dataclass(frozen=True)
class Position:
    """What a bot knows: a hidden record in which its seat is to act, and a source of luck."""

    game: Game
    state: AnyState
    seat: int
    random: Random

    def __post_init__(self) -> None:
        if int(self.state.viewer) != self.seat:
            raise HonestyError(
                Refusal(
                    "REC-7",
                    "Ein Bot bekommt nur, was sein eigener Platz wissen darf.",
                    "a bot gets only what its own seat may know, never a full state",
                )
            )

    def view(self) -> dict[str, Any]:
        """What the seat sees, as plain JSON data."""
        return fresh(self.game.view(self.state))

    def legal(self, begun: Sequence[int] = ()) -> list[int]:
        """The next small decisions after those of `begun`; none when the turn is complete."""
        state = self.after(begun)
        if begun and not self.game.rules.midway(state):
            return []
        return self.game.legal(state)

    def after(self, begun: Sequence[int]) -> AnyState:
        state = copied(self.state)
        for decision in begun:
            self.game.rules.apply(state, decision)
        return state

    def turns(self) -> Iterator[str]:
        """Every legal turn as text, lazily."""
        for decisions in self._complete([]):
            yield self.game.notation.show_turn(self.state, decisions)

    def _complete(self, begun: list[int]) -> Iterator[list[int]]:
        following = self.legal(begun)
        if begun and not following:
            yield begun
        for decision in following:
            yield from self._complete([*begun, decision])
