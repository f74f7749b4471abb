"""Playing by kernels, for every game: lines that are checked, and whole games."""

from __future__ import annotations

from spieltisch.core.dispatch import (
    apply,
    focus,
    hide,
    list_chance,
    list_legal,
    midway,
    prefer,
    rank,
    sample_chance,
    to_act,
)
from spieltisch.core.jit import exported
from spieltisch.core.randomness import Random, below
from spieltisch.core.state import CHANCE, OVER, SPECTATOR, AnyState, Floats, Ints

RANDOM = 0  # policies of `play_out`
GREEDY = 1

COMPLETE = -1
HALF = 1 << 32  # of a number of 64 bits


@exported("state, int64[:], int64[:] -> int")
def advance(state: AnyState, decisions: Ints, actions: Ints) -> int:
    """Plays `decisions` as one turn while they are legal; returns how many were played, or
    COMPLETE when they are exactly one turn.

    Fewer than all: the next one was not legal, or the turn was over before it.
    """
    if len(decisions) == 0:
        return 0
    for at in range(len(decisions)):
        if at > 0 and not midway(state):
            return at
        legal = False
        for i in range(list_legal(state, actions)):
            if actions[i] == decisions[at]:
                legal = True
        if not legal:
            return at
        apply(state, decisions[at])
    return len(decisions) if midway(state) else COMPLETE


@exported("state, int64[:], int64[:], int64[:] -> int")
def advance_chance(state: AnyState, line: Ints, outcomes: Ints, weights: Ints) -> int:
    """Lets chance do what `line` says, while the supply can give it; returns how far it came,
    or COMPLETE when it is exactly one line."""
    if len(line) == 0:
        return 0
    for at in range(len(line)):
        if to_act(state) != CHANCE or (at > 0 and not midway(state)):
            return at
        possible = False
        for i in range(list_chance(state, outcomes, weights)):
            if outcomes[i] == line[at] and weights[i] > 0:
                possible = True
        if not possible:
            return at
        apply(state, line[at])
    return len(line) if midway(state) else COMPLETE


@exported("state, int64[:], int64[:], int64[:], int64[:] -> int")
def draw(state: AnyState, numbers: Ints, outcomes: Ints, weights: Ints, drawn: Ints) -> int:
    """Lets chance play one line, each outcome by a number of 64 bits (two halves in `numbers`, the
    higher first) as `chance.Fair` says; writes the outcomes into `drawn` and returns how many.

    0: there were not enough numbers; -1: a number may have to be drawn again, which is rare. The
    state is then spoilt.
    """
    n = 0
    while 2 * n < len(numbers):
        high, low = int(numbers[2 * n]), int(numbers[2 * n + 1])
        if high == HALF - 1:
            return -1
        many = list_chance(state, outcomes, weights)
        total = 0
        for i in range(many):
            total += int(weights[i])
        ticket = (high % total * (HALF % total) + low % total) % total
        place = 0
        while ticket >= weights[place]:
            ticket -= int(weights[place])
            place += 1
        drawn[n] = outcomes[place]
        apply(state, outcomes[place])
        n += 1
        if not midway(state):
            return n
    return 0


@exported("state, states, int")
def expose(state: AnyState, hidden: AnyState, due: int) -> None:
    """What each seat may know, and at the end of `hidden` what a spectator may; in the records of
    the seats in `due` (as bits) they are the ones to act."""
    last = len(hidden) - 1
    for place in range(len(hidden)):
        hidden[place] = state
        if place < last and due >> place & 1:
            focus(hidden[place], place)
        hide(hidden[place], place if place < last else SPECTATOR)


@exported("states, int")
def apply_to(states: AnyState, action: int) -> None:
    """`apply` on the one record in `states`: the cheap way to call it from Python, where Numba
    takes an array ten times as fast as a record."""
    apply(states[0], action)


@exported("states, int64[:], int64[:], int64[:], int64[:], int64[:]")
def play_line(
    states: AnyState, line: Ints, actions: Ints, outcomes: Ints, weights: Ints, answer: Ints
) -> None:
    """Plays one line, of a seat or of chance, on the one record in `states`.

    `answer` becomes what `advance` or `advance_chance` says, and who acts next. (From Python,
    Numba takes an array ten times as fast as a record.)
    """
    if to_act(states[0]) == CHANCE:
        answer[0] = advance_chance(states[0], line, outcomes, weights)
    else:
        answer[0] = advance(states[0], line, actions)
    answer[1] = to_act(states[0])


@exported("states, int64[:], int64[:], int64[:] -> int")
def cut(states: AnyState, log: Ints, ends: Ints, actors: Ints) -> int:
    """Plays `log`, which is known to be legal, from `states[0]` and cuts it into lines.

    `states[i]` becomes the state before line i, `actors[i]` who acts in it, and `ends[i]` the place
    in the log behind it; returns the number of whole lines.
    """
    n = 0
    states[1] = states[0]
    actors[0] = to_act(states[0])
    for at in range(len(log)):
        apply(states[n + 1], log[at])
        if not midway(states[n + 1]):
            ends[n] = at + 1
            n += 1
            actors[n] = to_act(states[n])
            states[n + 1] = states[n]
    return n


@exported("state, int -> float")
def share_of_victory(state: AnyState, seat: int) -> float:
    """Of a finished game: 1 for the winner, shared equally among equals, 0 for all others."""
    if rank(state, seat) != 1:
        return 0.0
    winners = 0
    for other in range(state.players):
        if rank(state, other) == 1:
            winners += 1
    return 1.0 / winners


@exported("float64[:], int, int64[:] -> int")
def best(values: Floats, n: int, random: Random) -> int:
    """The place of the largest of the first n values; equal ones are drawn lots for."""
    place = 0
    equal = 1
    for i in range(1, n):
        if values[i] > values[place]:
            place = i
            equal = 1
        elif values[i] == values[place]:
            equal += 1
            if below(random, equal) == 0:
                place = i
    return place


@exported("state, int64[:], int64[:] -> int", long=True)
def playout(state: AnyState, random: Random, actions: Ints) -> int:
    """Plays `state` to its end at random; returns the number of decisions, chance not counted."""
    decisions = 0
    while True:
        seat = to_act(state)
        if seat == OVER:
            return decisions
        if seat == CHANCE:
            apply(state, sample_chance(state, random))
        else:
            n = list_legal(state, actions)
            apply(state, actions[below(random, n)])
            decisions += 1


@exported("states, states, int, int64[:], int64[:] -> int", long=True)
def playouts(start: AnyState, state: AnyState, games: int, random: Random, actions: Ints) -> int:
    """Plays many games from `start` in the scratch `state`, both arrays of one record; returns
    the number of decisions."""
    decisions = 0
    for _ in range(games):
        state[0] = start[0]
        decisions += playout(state[0], random, actions)
    return decisions


@exported(
    "state, int64[:], int64[:], int64[:], int64[:], float64[:], int64[:], int64[:] -> int",
    long=True,
)
def play_out(
    state: AnyState,
    policies: Ints,
    chance: Random,
    random: Random,
    actions: Ints,
    values: Floats,
    log: Ints,
    counts: Ints,
) -> int:
    """Plays `state` to its end, each seat by its policy, and writes every decision and outcome
    into `log`; returns how many there were, or -1 when the log is full.

    Adds the decisions and the turns of seats to `counts`. Chance has a generator of its own, so
    that a deal can be repeated with other players.
    """
    n = 0
    while True:
        seat = to_act(state)
        if seat == OVER:
            return n
        if n == len(log):
            return -1
        if seat == CHANCE:
            action = sample_chance(state, chance)
            apply(state, action)
        else:
            many = list_legal(state, actions)
            place = 0
            if policies[seat] == GREEDY:
                prefer(state, actions, many, values)
                place = best(values, many, random)
            else:
                place = below(random, many)
            action = actions[place]
            apply(state, action)
            counts[0] += 1
            if not midway(state):
                counts[1] += 1
        log[n] = action
        n += 1
