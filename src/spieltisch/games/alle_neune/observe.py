"""The observation of a learning agent, field by field, from a hidden record.

Seats are counted from the observer: 0 is the viewer (or, in a record that hides nothing, whose
turn it is), 1 the next clockwise, … Seats that are not in play are all zeros.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import kernel
from spieltisch.core.lookup_rows import put_four
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
from spieltisch.games.alle_neune.sets import count, first

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
HEAD = total(FIELDS[:5])  # what stands before the track


# What is written of a tile. Row 0: it is gone, 1: an animal, 1 + v: the number v; 8 more: it may be
# taken. Looking it up needs no branch.
TRACK = np.zeros((16, 4), np.float32)
for _row in range(16):
    TRACK[_row, 3] = _row >= 8
    if _row % 8:
        TRACK[_row, :3] = 1, np.float32((_row % 8 - 1) / 6), _row % 8 == 1


@kernel
def observe(state: AlleNeune, out: npt.NDArray[np.float32]) -> None:
    out[:HEAD] = 0.0
    me = int(state.viewer) if state.viewer >= 0 else int(state.seat)
    players = int(state.players)
    out[state.phase] = 1.0
    at = ENDED + 1
    if state.roll > 0:
        out[at + state.roll - 1] = 1.0
    at += 6
    out[at + players - 2] = 1.0
    out[at + 4] = 1.0 if state.sections == 5 else 0.0
    out[at + 5 + distance(int(state.seat), me, players)] = 1.0
    at = observe_track(state, out)
    at = observe_figures(state, out, at, me)
    mark(int(state.front[me]), out, at, 2)
    if me == state.seat:
        mark(int(state.nine), out, at + 1, 2)
    at += 2 * (TILES + 1)
    for seat in range(players):
        i = distance(seat, me, players)
        front = int(state.front[seat])
        while front:
            out[at + 6 * i + worth(state, seat, first(front)) - 1] += np.float32(1 / 3)
            front &= front - 1
        out[at + 6 * SEATS + i] = count(int(state.banked[seat])) / 49
        out[at + 7 * SEATS + i] = cacti(state, seat) / 6
        out[at + 8 * SEATS + i] = score(state, seat) / 100


@kernel
def distance(seat: int, me: int, players: int) -> int:
    """How far a seat is from the observer, clockwise."""
    return seat - me if seat >= me else seat - me + players


@kernel
def mark(tiles: int, out: npt.NDArray[np.float32], at: int, step: int) -> None:
    """Writes 1 for each tile of a set; the numbers of two neighbours are `step` places apart."""
    while tiles:
        out[at + step * first(tiles)] = 1.0
        tiles &= tiles - 1


@kernel
def observe_track(state: AlleNeune, out: npt.NDArray[np.float32]) -> int:
    """Writes the tiles, and zeros behind them; returns where the next field begins."""
    lying, due = int(state.track), int(state.due)
    place = HEAD
    for tile in range(1, 8 * int(state.sections) + 1):
        value = (lying >> tile & 1) * (1 + int(state.values[tile]))
        row = value + 8 * (due >> tile & 1)
        put_four(out, place, TRACK, row)
        place += 4
    out[place:] = 0.0
    return HEAD + 4 * TILES


@kernel
def observe_figures(state: AlleNeune, out: npt.NDArray[np.float32], at: int, me: int) -> int:
    players = int(state.players)
    for seat in range(players):
        begin = at + (GOAL + 1) * distance(seat, me, players)
        for figure in range(state.each):
            out[begin + int(state.figures[seat, figure])] += np.float32(0.25)
    return at + SEATS * (GOAL + 1)
