"""What a seat of No Return may still expect: a fit to hundred thousands of positions.

`weights.json` holds the weights; `python -m spieltisch.games.no_return.fit` makes them.
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats
from spieltisch.games.no_return.bits import lowest
from spieltisch.games.no_return.counters import COLOURS, VALUES, column, total, up_to, worth
from spieltisch.games.no_return.rules import TURN, NoReturn, score

FEATURES = 22
DRAWN_PER_TURN = 2.6  # how fast a bag empties among people who know what they do
CLEAR_RATE = 10.0  # points that a turn of clearing brings, about

_FITTED = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
WEIGHTS = np.array(_FITTED["weights"], np.float64)  # by phase
SPREAD = np.array(_FITTED["spread"], np.float64)  # of the error: at the end, and per turn left


@kernel
def turns_left(state: NoReturn) -> float:
    """How many turns each seat will still have, roughly."""
    return 0.5 + float(state.bag_count) / (DRAWN_PER_TURN * float(state.players))


@kernel
def describe(state: NoReturn, seat: int, out: Floats) -> None:
    """The features of a seat's position; those from 1 on come in pairs, plain and by turns left."""
    left = turns_left(state)
    laid = float(total(state.display[seat]))
    purse, second, fitting, room, columns, first = 0, 0, 0, 0, 0, 0
    for colour in range(COLOURS):
        held = column(state.hand[seat], colour)
        shown = column(state.display[seat], colour)
        floor = lowest(shown) // 2 + 1 if shown else VALUES
        sum_held = worth(held)
        if sum_held > purse:
            purse, second = sum_held, purse
        elif sum_held > second:
            second = sum_held
        fitting = max(fitting, worth(held & up_to(floor)))
        room += floor
        if shown:
            columns += 1
            if floor <= 3:
                first += 1
    plain = (
        1.0,
        laid,
        min(laid, CLEAR_RATE * left),
        float(purse),
        float(second),
        float(total(state.hand[seat])),
        float(fitting),
        float(room),
        float(columns),
        float(first),
    )
    for i in range(10):
        out[2 * i] = plain[i]
        out[2 * i + 1] = plain[i] * left / 10.0
    out[20] = left * left / 100.0
    out[21] = 1.0 if state.stage == TURN and state.seat == seat else 0.0


@kernel
def expected(state: NoReturn, seat: int, scratch: Floats) -> float:
    """The final score of a seat, as far as can be told."""
    describe(state, seat, scratch)
    phase = int(state.phase[seat]) - 1
    gain = 0.0
    for i in range(FEATURES):
        gain += WEIGHTS[phase, i] * scratch[i]
    return float(score(state, seat)) + gain
