"""The observation of a learning agent, field by field, from a hidden record.

Seats are counted from the viewer, clockwise: 0 is the viewer (for a spectator seat 0), 1 the next.
Seats that nobody takes are all zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.lookup_rows import BYTE, put_four
from spieltisch.core.observation import Field, total
from spieltisch.core.state import Ints
from spieltisch.games.no_return.counters import (
    COUNTERS,
    IN_WORD,
    KINDS,
    WORDS,
)
from spieltisch.games.no_return.rules import (
    ANNOUNCED,
    CLEARING,
    ENDED,
    HAND,
    LAYING,
    PAYING,
    NoReturn,
)
from spieltisch.games.no_return.rules import score as score_of

STAGES = ENDED + 1
SCORE = 396.0  # what one colour is worth three times over; scores are far below it

FIELDS = (
    Field("hand", (KINDS,), 0, 1, "copies of each counter in the viewer's hand, / 2"),
    Field("gone", (KINDS,), 0, 1, "copies that the viewer has put face down, / 2"),
    Field("paid", (KINDS,), 0, 1, "copies that lie face up in the lid, / 2"),
    Field("display", (4, KINDS), 0, 1, "copies in each display, / 2"),
    Field("pile", (4, KINDS), 0, 1, "copies in each point pile, / 2"),
    Field("phase2", (4,), 0, 1, "1 for seats in phase 2"),
    Field("held", (4,), 0, 1, "hand sizes, / 8"),
    Field("exchanged", (4,), 0, 1, "counters put face down, / 132"),
    Field("score", (4,), -1, 1, "score if the game ended now, / 396"),
    Field("acting", (4,), 0, 1, "1 for the seat whose turn or draw it is"),
    Field("start", (4,), 0, 1, "1 for the start player"),
    Field("stage", (STAGES,), 0, 1, "one-hot: first, deal, opening … ended, as in rules.py"),
    Field(
        "last",
        (KINDS,),
        0,
        1,
        "1 for the last counter laid, cleared, paid, or swapped by the viewer",
    ),
    Field("owed", (), -1, 1, "worth cleared and not yet paid, / 132; below 0 when overpaid"),
    Field("given", (), 0, 1, "counters given up in this turn, / 8"),
    Field("drawing", (), 0, 1, "counters still to be drawn, / 8"),
    Field("bag", (), 0, 1, "counters in the bag, / 132"),
    Field("players", (), 0, 1, "number of players, / 4"),
)
OBSERVATION = total(FIELDS)


OF_ALL = (np.arange(COUNTERS + 1) / COUNTERS).astype(np.float32)  # dividing takes longer
# The copies of four kinds, two bits each, as halves: looking them up needs no branch
HALVES = np.array(
    [[(byte >> 2 * kind & 3).bit_count() / 2 for kind in range(4)] for byte in range(BYTE + 1)],
    np.float32,
)


@kernel
def observe(state: NoReturn, out: Any) -> None:
    """Field by field in their order, since `put` writes a little too far."""
    viewer = max(int(state.viewer), 0)
    players = int(state.players)
    at = put(state.hand[viewer], out, 0)
    at = put(state.facedown[viewer], out, at)
    at = put(state.paid, out, at)
    end = put_seats(state.display, viewer, players, out, at)
    at += 4 * KINDS
    out[end:at] = 0.0
    end = put_seats(state.pile, viewer, players, out, at)
    at += 4 * KINDS
    out[end:] = 0.0
    for seat in range(players):
        mark_seat(
            state, seat, out, at + (seat - viewer if seat >= viewer else seat - viewer + players)
        )
    at += 24
    out[at + int(state.stage)] = 1.0
    at += STAGES
    if is_last_known(state):
        out[at + state.last] = 1.0
    at += KINDS
    out[at] = state.owed / COUNTERS
    out[at + 1] = state.given / HAND
    out[at + 2] = state.drawing / HAND
    out[at + 3] = OF_ALL[state.bag_count]
    out[at + 4] = state.players / 4.0


@kernel
def put(counters: Ints, out: Any, at: int) -> int:
    """Writes half a point for every counter of a set, and two numbers more; returns the end."""
    for word in range(WORDS):
        bits = int(counters[word])
        for kind in range(0, IN_WORD, 4):
            put_four(out, at + kind, HALVES, bits & BYTE)
            bits >>= 8
        at += IN_WORD
    return at


@kernel
def put_seats(sets: Ints, viewer: int, players: int, out: Any, at: int) -> int:
    """Writes the sets of the seats in play, the viewer's first; returns the end."""
    seat = viewer
    for _ in range(players):
        at = put(sets[seat], out, at)
        seat = seat + 1 if seat + 1 < players else 0
    return at


@kernel
def mark_seat(state: NoReturn, seat: int, out: Any, at: int) -> None:
    """Writes one number into each of the six fields that have one per seat."""
    out[at] = 1.0 if state.phase[seat] == 2 else 0.0
    out[at + 4] = state.held[seat] / HAND
    out[at + 8] = OF_ALL[state.exchanged[seat]]
    out[at + 12] = score_of(state, seat) / SCORE
    out[at + 16] = 1.0 if state.seat == seat else 0.0
    out[at + 20] = 1.0 if state.start == seat else 0.0


@kernel
def is_last_known(state: NoReturn) -> bool:
    stage = state.stage
    if stage in (LAYING, PAYING, CLEARING):
        return bool(state.actor >= 0)
    return bool(state.given > 0 and state.viewer == state.seat and stage != ANNOUNCED)
