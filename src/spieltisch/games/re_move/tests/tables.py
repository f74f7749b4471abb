"""Positions for tests, built so that they read like the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch import games
from spieltisch.core.errors import Refusal
from spieltisch.games.re_move.notation import CARDS, name_set, names
from spieltisch.games.re_move.rules import CHOOSING, HAND, SEATS, ReMove

GAME = games.find("re-move")


def new(**options: Any) -> ReMove:
    """Before anything was drawn."""
    state: ReMove = GAME.new(3, GAME.card.resolve(3, options))
    return state


def dealt(*hands: str, **options: Any) -> ReMove:
    """After the first draws; each hand is four words, the standard hand if it is missing."""
    state = new(**options)
    for seat in range(SEATS):
        cards = hands[seat] if seat < len(hands) else "move remove outside joker"
        let(state, f"draw {cards}")
    return state


def at(
    own: str, second: str = "", third: str = "", *, seat: int = 0, hand: str = "", **options: Any
) -> ReMove:
    """The turn of `seat`, with figures as named; by default a hand of four kinds."""
    state = dealt(**options)
    state.seat, state.phase, state.turns = seat, CHOOSING, 3
    for turn, places in enumerate((own, second, third)):
        state.figures[(seat + turn) % SEATS] = bits(state, places)
    held = hand.split() or ["move", "remove", "inside", "joker"]
    for kind, card in enumerate(CARDS):
        state.hand[seat, kind] = held.count(card)
        state.pile[seat, kind] = state.deck[kind] - held.count(card)
    state.hand_size[seat] = len(held)
    state.pile_size[seat] = 20 - len(held)
    assert len(held) <= HAND
    return state


def bits(state: ReMove, places: str) -> int:
    return sum(1 << names(state).index(name) for name in places.split())


def figures(state: ReMove, seat: int) -> set[str]:
    return set(name_set(state, int(state.figures[seat])))


def let(state: ReMove, text: str) -> None:
    """Chance does what the text says."""
    assert GAME.advance_chance(state, GAME.notation.read_chance(state, text)) is None, text


def play(state: ReMove, *texts: str) -> ReMove:
    """The state after turns that must be legal."""
    state = state.copy()  # type: ignore[attr-defined]
    for text in texts:
        refusal = GAME.advance(state, GAME.notation.read_turn(state, text))
        assert refusal is None, (text, refusal)
    return state


def refused(state: ReMove, text: str) -> Refusal:
    """Why a turn is refused, which it must be."""
    state = state.copy()  # type: ignore[attr-defined]
    refusal = GAME.advance(state, GAME.notation.read_turn(state, text))
    assert refusal is not None, text
    return refusal


def legal(state: ReMove, begun: Sequence[str] = ()) -> set[str]:
    """The legal next decisions as texts of the beginning of a turn."""
    start = state.copy()  # type: ignore[attr-defined]
    decisions: list[int] = []
    for text in begun:
        decisions = GAME.notation.read_turn(state, text)
    for decision in decisions:
        GAME.rules.apply(start, decision)
    return {GAME.notation.show_turn(state, [*decisions, action]) for action in GAME.legal(start)}
