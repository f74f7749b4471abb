"""What bots may know: how near to victory a seat is, and which decisions look good.

A figure is worth the more the nearer it stands to its target, steeply so near the end. Places on
a ring, and places beside an opponent's figure, are worth less, since what stands there may be
sent back. A movement card, and each step of it, is judged by carrying out the rest greedily, a
ring card by what it costs everyone.
"""

from __future__ import annotations

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import kernel
from spieltisch.core.play import share_of_victory
from spieltisch.core.preferences import load
from spieltisch.core.state import OVER, Floats, Ints
from spieltisch.games.re_move.boards import MOST_LINES
from spieltisch.games.re_move.compulsion import (
    SCRATCH,
    STEPS,
    list_ends,
    list_steps,
)
from spieltisch.games.re_move.prospects import FEATURES, chance
from spieltisch.games.re_move.rules import (
    CHOOSING,
    DISCARD,
    GOAL,
    INNER,
    JOKER_INNER,
    LANDING,
    OUTER,
    PLACE,
    PLACING,
    PLAY_INSIDE,
    PLAY_MOVE,
    PLAY_REMOVE,
    REMOVE,
    SEATS,
    STEP,
    STEPPING,
    ReMove,
    base_place,
    enemies,
    in_target,
    to_act,
)

FARTHEST = 30
SHUFFLE = 20.0  # so that figures in the target make room before others come
WIN = 1000.0
NAMES = (
    "target",  # worth of a figure in its target
    "near",  # beside it
    "farther",  # share of it that is left after each step away
    "ring_risk",  # share of what a figure would lose that standing on a ring costs
    "jump_risk",  # the same for each opponent's figure next to it
    "spite",  # what an opponent's loss is worth to oneself
    "discard",  # what is gained by discarding
    "card",  # less for each card in hand
)
RING_RISK, JUMP_RISK, SPITE, DISCARDED, CARD, WORTH = range(6)  # WORTH: and by steps away


def spread(weights: Floats) -> Floats:
    """As kernels need the weights: what a figure is worth, by steps away, comes last."""
    target, near, farther, *rest = weights
    return np.array([*rest, target, *(near * farther**steps for steps in range(FARTHEST))])


WEIGHTS = spread(load(__package__, NAMES))


@kernel
def worth(state: ReMove, seat: int, place: int, weights: Floats) -> float:
    """What a figure of `seat` on `place` is worth, dangers aside."""
    return float(weights[WORTH + min(int(state.away[seat, place]), FARTHEST)])


@kernel
def loss(state: ReMove, seat: int, place: int, weights: Floats) -> float:
    """What `seat` loses if its figure on `place` is sent back to its base."""
    return worth(state, seat, place, weights) - worth(
        state, seat, base_place(state, seat, 0 * place), weights
    )


@kernel
def standing(state: ReMove, seat: int, place: int, enemy: int, weights: Floats) -> float:
    """What a figure of `seat` on `place` is worth at the end of a turn."""
    here = 1 << place
    if here & (int(state.bases[seat]) | int(state.target[seat])):
        return worth(state, seat, place, weights)
    risk = weights[JUMP_RISK] * ones(int(state.reach[0, place]) & enemy)
    if here & (int(state.ring[OUTER]) | int(state.ring[INNER])):
        risk += weights[RING_RISK]
    return float(worth(state, seat, place, weights) - risk * loss(state, seat, place, weights))


@kernel
def captures(state: ReMove, seat: int, places: int, weights: Floats) -> float:
    """What it is worth to `seat` that all figures on `places` are sent back."""
    gain = 0.0
    for other in range(SEATS):
        hit = int(state.figures[other]) & places
        weight = -1.0 if other == seat else weights[SPITE] * (1 + in_target(state, other))
        while hit:
            gain += weight * loss(state, other, lowest(hit), weights)
            hit &= hit - 1
    return gain


@kernel
def best_end(state: ReMove, seat: int, ends: int, enemy: int, weights: Floats) -> int:
    """The best of several places for a figure to stand on; -1 if there is none."""
    best = -1
    most = -1.0e9
    while ends:
        place = lowest(ends)
        ends &= ends - 1
        here = standing(state, seat, place, enemy, weights)
        if here > most:
            most = here
            best = place
    return best


@kernel
def step_gain(
    state: ReMove, seat: int, start: int, to: int, own: int, enemy: int, two: int, weights: Floats
) -> float:
    """What a first step promises by itself: of two steps, the best second one and the capture.

    Figures in the target go first if they can stay in it, to make room for the next."""
    gain = -standing(state, seat, start, enemy, weights)
    end = to
    if two:
        free = int(state.reach[0, to]) & int(state.open[seat]) & ~own & ~enemy
        gain += captures(state, seat, 1 << to & enemy, weights)
        end = best_end(state, seat, free, enemy & ~(1 << to), weights)
    if end >= 0:
        gain += standing(state, seat, end, enemy, weights)
        if (1 << start | 1 << end) & ~int(state.target[seat]) == 0:
            gain += SHUFFLE
    return gain


@kernel
def position_worth(state: ReMove, seat: int, own: int, enemy: int, weights: Floats) -> float:
    """What all figures of a seat are worth at the end of its action."""
    total = WIN if ones(own & int(state.target[seat])) == GOAL else 0.0
    while own:
        total += standing(state, seat, lowest(own), enemy, weights)
        own &= own - 1
    return total


@kernel
def promise(
    state: ReMove,
    seat: int,
    unmoved: int,
    moved: int,
    enemy: int,
    two: int,
    scratch: Ints,
    weights: Floats,
) -> float:
    """What the position is worth at the end if each figure in turn does what promises most."""
    open = int(state.open[seat])
    gain = 0.0
    while True:
        list_steps(state.reach, unmoved, moved, enemy, open, two, scratch)
        start, to = best_step(state, seat, unmoved, moved, enemy, two, scratch, weights)
        if start < 0:
            return gain + position_worth(state, seat, unmoved | moved, enemy, weights)
        end = to
        if two:
            ends = list_ends(state.reach, start, to, unmoved, moved, enemy, open, two, scratch)
            end = best_end(state, seat, ends, enemy, weights)
            gain += captures(state, seat, 1 << to & enemy, weights)
            enemy &= ~(1 << to)
        unmoved &= ~(1 << start)
        moved |= 1 << end


@kernel
def best_step(
    state: ReMove,
    seat: int,
    unmoved: int,
    moved: int,
    enemy: int,
    two: int,
    scratch: Ints,
    weights: Floats,
) -> tuple[int, int]:
    """The first step that promises most among those in row STEPS; -1 if there is none."""
    start = -1
    to = -1
    most = -1.0e9
    nth = 0
    rest = unmoved
    while rest:
        figure = lowest(rest)
        rest &= rest - 1
        steps = int(scratch[STEPS, nth])
        nth += 1
        while steps:
            step = lowest(steps)
            steps &= steps - 1
            gain = step_gain(state, seat, figure, step, unmoved | moved, enemy, two, weights)
            if gain > most:
                most = gain
                start = figure
                to = step
    return start, to


@kernel
def prefer_card(state: ReMove, seat: int, action: int, weights: Floats) -> float:
    """What is gained by a card; discarding counts as a small gain when few cards are left."""
    if action == DISCARD:
        return float(weights[DISCARDED] - weights[CARD] * int(state.hand_size[seat]))
    if action not in (PLAY_MOVE, PLAY_REMOVE):
        return captures(
            state, seat, int(state.ring[int(action in (PLAY_INSIDE, JOKER_INNER))]), weights
        )
    own = int(state.figures[seat])
    enemy = enemies(state, seat)
    scratch = np.empty(SCRATCH, np.int64)
    two = int(action == PLAY_REMOVE)
    after = promise(state, seat, own, own & ~own, enemy, two, scratch, weights)
    return after - position_worth(state, seat, own, enemy, weights)


@kernel
def prefer_step(
    state: ReMove, seat: int, start: int, to: int, scratch: Ints, weights: Floats
) -> float:
    """What the whole action comes to after this step, the rest of it done as it promises most."""
    two = int(state.card == REMOVE)
    moved = int(state.moved)
    unmoved = int(state.figures[seat]) & ~moved
    enemy = enemies(state, seat)
    open = int(state.open[seat])
    end = to
    jumped = to
    if state.phase == LANDING:
        jumped = start
        start = int(state.origin)
    elif two:
        ends = list_ends(state.reach, start, to, unmoved, moved, enemy, open, two, scratch)
        end = best_end(state, seat, ends, enemy, weights)
    gain = captures(state, seat, 1 << jumped & enemy, weights)
    unmoved &= ~(1 << start)
    enemy &= ~(1 << jumped)
    return gain + promise(state, seat, unmoved, moved | 1 << end, enemy, two, scratch, weights)


@kernel
def prefer(state: ReMove, actions: Ints, n: int, values: Floats) -> None:
    weigh(state, actions, n, values, WEIGHTS)


@kernel
def weigh(state: ReMove, actions: Ints, n: int, values: Floats, weights: Floats) -> None:
    """How good each decision looks to the seat to act."""
    scratch = np.empty(SCRATCH, np.int64)
    seat = int(to_act(state))
    for i in range(n):
        action = int(actions[i])
        if state.phase == CHOOSING:
            values[i] = prefer_card(state, seat, action, weights)
        elif state.phase == PLACING:
            values[i] = worth(state, seat, base_place(state, seat, action - PLACE), weights)
        else:
            start, slot = divmod(action - STEP, MOST_LINES)
            to = 0 + int(state.line[start, slot])
            values[i] = prefer_step(state, seat, start, to, scratch, weights)


@kernel
def prefer_roughly(state: ReMove, actions: Ints, n: int, values: Floats) -> None:
    """For rollouts: each step by what it promises itself, not by carrying out all that may follow.

    Cards are judged as usual. A tenth of the time, for a player who wins a quarter of the games
    against two who prefer as usual, where a third is par.
    """
    if state.phase not in (STEPPING, LANDING):
        prefer(state, actions, n, values)
        return
    seat = int(to_act(state))
    own = int(state.figures[seat])
    enemy = enemies(state, seat)
    two = int(state.card == REMOVE)
    for i in range(n):
        start, slot = divmod(int(actions[i]) - STEP, MOST_LINES)
        to = 0 + int(state.line[start, slot])
        if state.phase == LANDING:
            values[i] = standing(state, seat, to, enemy & ~(1 << start), WEIGHTS)
        else:
            values[i] = step_gain(state, seat, start, to, own, enemy, two, WEIGHTS)


@kernel
def value(state: ReMove, seat: int) -> float:
    """The estimated share of victory, 0 … 1; all seats together have 1."""
    if to_act(state) == OVER:
        return share_of_victory(state, seat)
    scratch = np.empty(FEATURES, np.float64)
    total = 0.0
    for other in range(SEATS):
        total += chance(state, other, scratch)
    return chance(state, seat, scratch) / total
