"""The observation of a learning agent, field by field, from a hidden record.

Seats are counted from the observer: 0 is the viewer (or, in a record that hides nothing, whose
turn it is), 1 the next clockwise, … Seats that are not in play are all zeros.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import kernel
from spieltisch.core.observation import Field, total
from spieltisch.games.alle_neune.rules import (
    ENDED,
    GOAL,
    SEATS,
    TILES,
    AlleNeune,
    cacti,
    score,
    worth,
)
from spieltisch.games.alle_neune.sets import bit, count, first

FIELDS = (
    Field("phase", (ENDED + 1,), 0, 1, "what the position waits for, one-hot, as in rules.py"),
    Field("roll", (6,), 0, 1, "the number rolled, one-hot; zeros before the roll"),
    Field("players", (4,), 0, 1, "two to five players, one-hot"),
    Field("short_track", (1,), 0, 1, "whether there are five sections only"),
    Field("turn", (SEATS,), 0, 1, "whose turn it is, one-hot"),
    Field("track", (TILES, 4), 0, 1, "per tile: lies there, value / 6, is an animal, may be taken"),
    Field("figures", (SEATS, GOAL + 1), 0, 1, "figures / 4 per seat and place; 0 start, 49 goal"),
    Field(
        "own", (TILES + 1, 2), 0, 1, "per tile, 0 the first number: in front of me, named for nine"
    ),
    Field("front", (SEATS, 6), 0, 1, "numbers in front of a seat: how many / 3 of each value"),
    Field("banked", (SEATS,), 0, 1, "tiles face down aside / 49"),
    Field("cacti", (SEATS,), 0, 1, "cactus tiles collected / 6"),
    Field("score", (SEATS,), -2, 3, "points / 100"),
)
OBSERVATION = total(FIELDS)


@kernel
def observe(state: AlleNeune, out: npt.NDArray[np.float32]) -> None:
    out[:] = 0.0
    me = int(state.viewer) if state.viewer >= 0 else int(state.seat)
    players = int(state.players)
    out[state.phase] = 1.0
    at = ENDED + 1
    if state.roll > 0:
        out[at + state.roll - 1] = 1.0
    at += 6
    out[at + players - 2] = 1.0
    out[at + 4] = 1.0 if state.sections == 5 else 0.0
    out[at + 5 + (state.seat - me) % players] = 1.0
    at = observe_track(state, out, at + 5 + SEATS)
    for tile in range(TILES + 1):
        out[at + 2 * tile] = 1.0 if (state.front[me] & bit(tile)) != 0 else 0.0
        out[at + 2 * tile + 1] = 1.0 if (state.nine & bit(tile)) != 0 and me == state.seat else 0.0
    at += 2 * (TILES + 1)
    for i in range(players):
        seat = (me + i) % players
        front = int(state.front[seat])
        while front:
            out[at + 6 * i + worth(state, seat, first(front)) - 1] += np.float32(1 / 3)
            front &= front - 1
        out[at + 6 * SEATS + i] = count(int(state.banked[seat])) / 49
        out[at + 7 * SEATS + i] = cacti(state, seat) / 6
        out[at + 8 * SEATS + i] = score(state, seat) / 100


@kernel
def observe_track(state: AlleNeune, out: npt.NDArray[np.float32], at: int) -> int:
    """Writes tiles and figures from `at` on and returns where they end."""
    for tile in range(1, 8 * int(state.sections) + 1):
        place = at + 4 * (tile - 1)
        if state.track & bit(tile):
            out[place] = 1.0
            out[place + 1] = state.values[tile] / 6
            out[place + 2] = 1.0 if state.values[tile] == 0 else 0.0
        out[place + 3] = 1.0 if (state.due & bit(tile)) != 0 else 0.0
    at += 4 * TILES
    me = int(state.viewer) if state.viewer >= 0 else int(state.seat)
    players = int(state.players)
    for i in range(players):
        for figure in range(state.each):
            place = int(state.figures[(me + i) % players, figure])
            out[at + (GOAL + 1) * i + place] += np.float32(0.25)
    return at + SEATS * (GOAL + 1)
