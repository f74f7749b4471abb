"""Stepping many tables at once in compiled code, for every game: it dispatches on the record type.

A table is a row in several arrays: its state in `tables`, and its page in `book`, with the legal
decisions of the seat to act. There are as few arrays as possible: from Python, each takes as long
to hand over as a small decision takes to play.
"""

from __future__ import annotations

from typing import Any

from spieltisch.bots.search import draw_softly, margin
from spieltisch.core.dispatch import (
    apply,
    hide,
    list_legal,
    observe,
    prefer,
    sample_chance,
    score,
    to_act,
)
from spieltisch.core.jit import exported, kernel
from spieltisch.core.play import GREEDY, RANDOM, best, share_of_victory
from spieltisch.core.randomness import WORDS, Random, below, sow
from spieltisch.core.state import CHANCE, OVER, AnyState, Floats, Ints

# Columns of `book`; the first ones are the generator of the table, the last ones what is legal
NUMBER, EPISODE, LEARNER, MANY, LEGAL = range(WORDS, WORDS + 5)

# Records of `own`: how a game begins, and scratch memory for what a seat knows
START, HIDDEN = range(2)

# Entries of `plan`; the policies follow, counted from the learner clockwise
SEED, FIXED, REWARD = range(3)
POLICIES = 3
ROTATING = -1  # FIXED: the learner's seat moves on with each episode

CALLER = -1  # policies: the caller decides,
SOFT = 2  # or a bot that errs, the more the warmer; RANDOM and GREEDY as in `play`

VICTORY, MARGIN = range(2)  # kinds of rewards

BEGINNING, GOING_ON, STAYING = range(3)  # modes of `step`
FINE = -1  # what `step` returns when every action is legal


@kernel
def settle(state: AnyState, page: Ints, plan: Ints, warmth: Floats) -> int:
    """Lets chance and bots act until it is the caller's turn; returns that seat, or OVER.

    `warmth` is that of each place, and scratch memory behind it.
    """
    players, learner, legal = int(state.players), page[LEARNER], page[LEGAL:]
    while True:
        seat = to_act(state)
        if seat == CHANCE:
            apply(state, sample_chance(state, page))
            continue
        if seat == OVER:
            return seat
        place = seat - learner if seat >= learner else seat - learner + players
        policy = plan[POLICIES + place]
        if policy == CALLER:
            return seat
        n = list_legal(state, legal)
        chosen = choose(state, n, policy, warmth[place], page, legal, warmth[players:])
        apply(state, legal[chosen])


@kernel
def begin(tables: Any, e: int, own: Any, page: Ints, plan: Ints, warmth: Floats) -> int:
    """Begins the episode of table `e` that its page of the book says, with luck of its own.

    A game in which nobody is asked is not shown: then it is the next one that begins.
    """
    seat = OVER
    while seat == OVER:
        tables[e] = own[START]
        sow(page, plan[SEED], (page[EPISODE] << 32) + page[NUMBER])
        if plan[FIXED] == ROTATING:
            page[LEARNER] = (page[NUMBER] + page[EPISODE]) % int(tables[e].players)
        seat = settle(tables[e], page, plan, warmth)
        page[EPISODE] += 1
    return seat


@kernel
def choose(
    state: AnyState, n: int, policy: int, warmth: float, random: Random, legal: Ints, values: Floats
) -> int:
    """The place of the decision that a bot takes among the n legal ones."""
    if n == 1:
        return 0
    if policy == RANDOM:
        return below(random, n)
    prefer(state, legal, n, values)
    if policy == GREEDY:
        return best(values, n, random)
    return draw_softly(values, n, warmth, random)


@exported("state, int, states, float32[:]")
def look(state: AnyState, seat: int, own: Any, observation: Any) -> None:
    """Writes what `seat` may know: what is observed is a hidden record, and nothing else."""
    own[HIDDEN] = state
    hide(own[HIDDEN], seat)
    observe(own[HIDDEN], observation)


@kernel
def is_legal(page: Ints, action: int) -> bool:
    for i in range(LEGAL, LEGAL + page[MANY]):
        if page[i] == action:
            return True
    return False


@exported("int64[:,:], int64[:] -> int")
def first_illegal(book: Ints, actions: Ints) -> int:
    """The first table whose action is not legal, or FINE."""
    for e in range(len(actions)):
        if not is_legal(book[e], actions[e]):
            return e
    return FINE


@exported("state, int, int -> float")
def reward(state: AnyState, seat: int, kind: int) -> float:
    """Of a finished game: the share of the victory, or the points ahead of the best other seat."""
    if kind == MARGIN:
        return float(score(state, seat)) if state.players == 1 else margin(state, seat)
    return share_of_victory(state, seat)


@kernel
def pay(state: AnyState, learner: int, kind: int, rewards: Any) -> None:
    """Writes the rewards of all seats, or, where there is room for one only, the learner's."""
    if len(rewards) == 1:
        rewards[0] = reward(state, learner, kind)
    else:
        for seat in range(state.players):
            rewards[seat] = reward(state, seat, kind)


@kernel
def show(state: AnyState, seat: int, own: Any, page: Ints, observation: Any, mask: Any) -> None:
    """Writes what the seat to act may know and do; when the game is over, what the learner may."""
    n = 0
    mask[:] = 0
    if seat != OVER:
        n = list_legal(state, page[LEGAL:])
        for i in range(LEGAL, LEGAL + n):
            mask[page[i]] = 1
    page[MANY] = n
    look(state, page[LEARNER] if seat == OVER else seat, own, observation)


@exported(
    "states, states, int64[:,:], int64[:], float64[:], int64[:],"
    "float32[:], int8[:], int64[:], float32[:], bool[:], int -> int",
    long=True,
)
def step(
    tables: Any,
    own: Any,
    book: Ints,
    plan: Ints,
    warmth: Floats,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    terminations: Any,
    mode: int,
) -> int:
    """One decision at every table, and all that follows until the caller is asked again.

    What is written for a table is a stretch of `observations`, `masks` and `rewards`. Returns
    FINE, or the first table whose action is not legal; then nothing was done. A finished table
    begins its next episode at once, but in the mode STAYING; in the mode BEGINNING all do. (One
    kernel for all three, since each one would take as long to compile.)
    """
    if mode != BEGINNING:
        bad = first_illegal(book, actions)
        if bad != FINE:
            return bad
    rewards[:] = 0.0
    many = len(tables)
    size, choices, paid = len(observations) // many, len(masks) // many, len(rewards) // many
    for e in range(many):
        seat = OVER
        if mode != BEGINNING:
            apply(tables[e], actions[e])
            seat = settle(tables[e], book[e], plan, warmth)
            if seat == OVER:
                pay(tables[e], book[e, LEARNER], plan[REWARD], rewards[e * paid :][:paid])
        terminations[e] = seat == OVER and mode != BEGINNING
        if seat == OVER and mode != STAYING:
            seat = begin(tables, e, own, book[e], plan, warmth)
        seats[e] = seat
        seen, mask = observations[e * size :][:size], masks[e * choices :][:choices]
        show(tables[e], seat, own, book[e], seen, mask)
    return FINE


@exported("int64[:,:], int64[:], int64[:]")
def draw(book: Ints, random: Random, actions: Ints) -> None:
    """A legal action for every table, each as likely as the other."""
    for e in range(len(actions)):
        actions[e] = book[e, LEGAL + below(random, book[e, MANY])]
