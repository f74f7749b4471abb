"""Stepping many tables at once in compiled code, for every game: it dispatches on the record type.

A table is a row in several arrays: its state in `tables`, what belongs to it in `book`, and the
legal decisions of the seat to act in `legal`.
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
from spieltisch.core.jit import kernel
from spieltisch.core.play import GREEDY, RANDOM, best, share_of_victory
from spieltisch.core.randomness import WORDS, Random, below, sow
from spieltisch.core.state import CHANCE, OVER, AnyState, Floats, Ints

# Columns of `book`; the first ones are the generator of the table
NUMBER, EPISODE, LEARNER, MANY = range(WORDS, WORDS + 4)
COLUMNS = WORDS + 4

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
def deal(tables: Any, e: int, start: Any, book: Ints, plan: Ints) -> None:
    """Begins the episode of table `e` that the book says, with luck of its own."""
    tables[e] = start[0]
    number = book[e, NUMBER]
    episode = book[e, EPISODE]
    sow(book[e], plan[SEED], (episode << 32) + number)
    if plan[FIXED] == ROTATING:
        book[e, LEARNER] = (number + episode) % int(tables[e].players)


@kernel
def settle(
    state: AnyState,
    learner: int,
    random: Random,
    legal: Ints,
    plan: Ints,
    warmth: Floats,
    values: Floats,
) -> int:
    """Lets chance and bots act until it is the caller's turn; returns that seat, or OVER."""
    while True:
        seat = to_act(state)
        if seat == CHANCE:
            apply(state, sample_chance(state, random))
            continue
        if seat == OVER:
            return seat
        place = seat - learner if seat >= learner else seat - learner + int(state.players)
        policy = plan[POLICIES + place]
        if policy == CALLER:
            return seat
        n = list_legal(state, legal)
        chosen = choose(state, n, policy, warmth[place], random, legal, values)
        apply(state, legal[chosen])


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


@kernel
def look(state: AnyState, seat: int, hidden: Any, observation: Any) -> None:
    """Writes what `seat` may know; `hidden` is scratch memory for one record."""
    hidden[0] = state
    hide(hidden[0], seat)
    observe(hidden[0], observation)


@kernel
def is_among(legal: Ints, n: int, action: int) -> bool:
    for i in range(n):
        if legal[i] == action:
            return True
    return False


@kernel
def first_illegal(legal: Ints, book: Ints, actions: Ints) -> int:
    """The first table whose action is not legal, or FINE."""
    for e in range(len(actions)):
        if not is_among(legal[e], book[e, MANY], actions[e]):
            return e
    return FINE


@kernel
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
def show(
    tables: Any,
    e: int,
    seat: int,
    hidden: Any,
    book: Ints,
    legal: Ints,
    observations: Any,
    masks: Any,
) -> None:
    """Writes what the seat to act may know and do; when the game is over, what the learner may."""
    n = 0
    masks[e, :] = 0
    if seat == OVER:
        look(tables[e], book[e, LEARNER], hidden, observations[e])
    else:
        n = list_legal(tables[e], legal[e])
        for i in range(n):
            masks[e, legal[e, i]] = 1
        look(tables[e], seat, hidden, observations[e])
    book[e, MANY] = n


@kernel
def step(
    tables: Any,
    start: Any,
    hidden: Any,
    book: Ints,
    legal: Ints,
    plan: Ints,
    warmth: Floats,
    values: Floats,
    actions: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    terminations: Any,
    mode: int,
) -> int:
    """One decision at every table, and all that follows until the caller is asked again.

    Returns FINE, or the first table whose action is not legal; then nothing was done. A finished
    table begins its next episode at once, but in the mode STAYING; in the mode BEGINNING all do.
    (One kernel for all three, since each one would take as long to compile.)
    """
    if mode != BEGINNING:
        bad = first_illegal(legal, book, actions)
        if bad != FINE:
            return bad
    rewards[:] = 0.0
    for e in range(len(tables)):
        seat = OVER
        terminations[e] = False
        if mode != BEGINNING:
            apply(tables[e], actions[e])
            seat = settle(tables[e], book[e, LEARNER], book[e], legal[e], plan, warmth, values)
            if seat == OVER:
                terminations[e] = True
                pay(tables[e], book[e, LEARNER], plan[REWARD], rewards[e])
        while seat == OVER and mode != STAYING:  # a game in which nobody is asked is not shown
            deal(tables, e, start, book, plan)
            seat = settle(tables[e], book[e, LEARNER], book[e], legal[e], plan, warmth, values)
            book[e, EPISODE] += 1
        seats[e] = seat
        show(tables, e, seat, hidden, book, legal, observations, masks)
    return FINE


@kernel
def draw(book: Ints, legal: Ints, random: Random, actions: Ints) -> None:
    """A legal action for every table, each as likely as the other."""
    for e in range(len(actions)):
        actions[e] = legal[e, below(random, book[e, MANY])]
