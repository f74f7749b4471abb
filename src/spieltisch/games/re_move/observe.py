"""The observation of ReMove, for learning agents: one vector, seats counted from the viewer.

The first seat is the viewer (for spectators seat 0), then come the others in order of play. Places
stand in the order of the board; how they are joined is not part of it, being the same in
every game on a board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.lookup_rows import put_bits
from spieltisch.core.observation import Field, total
from spieltisch.games.re_move.boards import MOST_PLACES
from spieltisch.games.re_move.decks import CARDS
from spieltisch.games.re_move.rules import (
    CHOOSING,
    ENDED,
    FIGURES,
    HAND,
    KINDS,
    LANDING,
    MOVE,
    REMOVE,
    SEATS,
    STEPPING,
    ReMove,
    in_target,
    to_act,
)

PHASES = ENDED + 1

# Shares of a whole, looked up: dividing takes longer
OF_HAND = (np.arange(HAND + 1) / HAND).astype(np.float32)
OF_DECK = (np.arange(CARDS + 1) / CARDS).astype(np.float32)
OF_FIGURES = (np.arange(FIGURES + 1) / FIGURES).astype(np.float32)

FIELDS = (
    Field("figures", (SEATS, MOST_PLACES), 0, 1, "places of the figures, seat by seat"),
    Field("bases", (SEATS, MOST_PLACES), 0, 1, "places of the bases, seat by seat"),
    Field("targets", (SEATS, MOST_PLACES), 0, 1, "places of the targets, seat by seat"),
    Field("rings", (2, MOST_PLACES), 0, 1, "places of the outer and the inner ring"),
    Field("moved", (MOST_PLACES,), 0, 1, "places of figures that have moved in this turn"),
    Field("origin", (MOST_PLACES,), 0, 1, "where the figure between two steps comes from"),
    Field("middle", (MOST_PLACES,), 0, 1, "where the figure between two steps is"),
    Field("played", (SEATS, KINDS), 0, 1, "played cards by kind, twentieths, seat by seat"),
    Field("hand", (KINDS,), 0, 1, "the viewer's hand by kind, quarters"),
    Field("pile", (KINDS,), 0, 1, "the viewer's draw pile by kind, twentieths"),
    Field("discarded", (KINDS,), 0, 1, "the viewer's discarded cards by kind, twentieths"),
    Field("deck", (KINDS,), 0, 1, "every deck by kind, twentieths"),
    Field("hands", (SEATS,), 0, 1, "cards in the hands, quarters"),
    Field("piles", (SEATS,), 0, 1, "cards in the draw piles, twentieths"),
    Field("discards", (SEATS,), 0, 1, "discarded cards, twentieths"),
    Field("captured", (SEATS,), 0, 1, "figures that wait to be placed, sevenths"),
    Field("at_home", (SEATS,), 0, 1, "figures in the target, thirds"),
    Field("acting", (SEATS,), 0, 1, "1 for the seat to act"),
    Field("turn_of", (SEATS,), 0, 1, "1 for the seat whose turn it is"),
    Field(
        "phase", (PHASES,), 0, 1, "1 for the phase: first, draw, choose, step, land, place, over"
    ),
    Field("card", (2,), 0, 1, "1 for Move or ReMove while it is carried out"),
    Field("time", (), 0, 1, "the share of the turn limit that is over"),
)
OBSERVATION = total(FIELDS)


@kernel
def put_set(places: int, out: Any, at: int) -> int:
    """Writes a set of places, and two numbers more; returns where the next field begins."""
    put_bits(out, at, places, MOST_PLACES)
    return at + MOST_PLACES


@kernel
def put_cards(cards: Any, shares: Any, out: Any, at: int) -> int:
    for kind in range(KINDS):
        out[at + kind] = shares[cards[kind]]
    return at + KINDS


@kernel
def put_places(state: ReMove, you: int, out: Any) -> int:
    """Field by field in their order, since `put_set` writes a little too far."""
    at = 0
    for turn in range(SEATS):
        at = put_set(int(state.figures[(you + turn) % SEATS]), out, at)
    for turn in range(SEATS):
        at = put_set(int(state.bases[(you + turn) % SEATS]), out, at)
    for turn in range(SEATS):
        at = put_set(int(state.target[(you + turn) % SEATS]), out, at)
    for ring in range(2):
        at = put_set(int(state.ring[ring]), out, at)
    at = put_set(int(state.moved), out, at)
    landing = state.phase == LANDING
    at = put_set(1 << int(state.origin) if landing else 0, out, at)
    return put_set(1 << int(state.middle) if landing else 0, out, at)


@kernel
def put_seats(state: ReMove, you: int, out: Any, at: int) -> int:
    for turn in range(SEATS):
        seat = (you + turn) % SEATS
        out[at + turn] = OF_HAND[state.hand_size[seat]]
        out[at + SEATS + turn] = OF_DECK[state.pile_size[seat]]
        out[at + 2 * SEATS + turn] = OF_DECK[state.discarded_size[seat]]
        out[at + 3 * SEATS + turn] = OF_FIGURES[state.captured[seat]]
        out[at + 4 * SEATS + turn] = in_target(state, seat) / 3
        out[at + 5 * SEATS + turn] = to_act(state) == seat
        out[at + 6 * SEATS + turn] = state.seat == seat and state.phase >= CHOOSING
    return at + 7 * SEATS


@kernel
def observe(state: ReMove, out: Any) -> None:
    you = max(0 + int(state.viewer), 0)
    known = state.viewer >= 0
    at = put_places(state, you, out)
    for turn in range(SEATS):
        at = put_cards(state.played[(you + turn) % SEATS], OF_DECK, out, at)
    at = put_cards(state.hand[you], OF_HAND, out, at)
    at = put_cards(state.pile[you], OF_DECK, out, at)
    at = put_cards(state.discarded[you], OF_DECK, out, at)
    if not known:
        out[at - 3 * KINDS : at] = 0
    at = put_cards(state.deck, OF_DECK, out, at)
    at = put_seats(state, you, out, at)
    for phase in range(PHASES):
        out[at + phase] = state.phase == phase
    moving = state.phase == STEPPING or state.phase == LANDING
    out[at + PHASES] = moving and state.card == MOVE
    out[at + PHASES + 1] = moving and state.card == REMOVE
    out[at + PHASES + 2] = state.turns / state.turn_limit
