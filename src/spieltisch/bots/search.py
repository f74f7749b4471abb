"""Information-set tree search, compiled once for every game (it dispatches on the record type).

Each simulation guesses what the seat cannot know (`fill`), walks down one shared tree, plays on
by the game's preferences and judges the end. The tree is open-loop: a node stands for a sequence
of decisions, chance is drawn anew each time, and of a node's children only those count that are
legal in the position at hand. Every seat maximises its own share of the victory.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.core.dispatch import (
    apply,
    fill,
    list_legal,
    midway,
    prefer,
    prefer_roughly,
    sample_chance,
    score,
    sealing,
    to_act,
    value,
)
from spieltisch.core.exp_log import exp, log
from spieltisch.core.jit import exported, kernel
from spieltisch.core.play import best, share_of_victory
from spieltisch.core.randomness import Random, below, sow, unit
from spieltisch.core.state import CHANCE, OVER, AnyState, Floats, Ints

ACTION, CHILD, SIBLING, VISITS = range(4)  # columns of `links`; siblings ascend by action
NONE = -1
SEALED = -2  # and less, by seat: in place of a decision where others choose at the same time
DEEPEST = 400  # nodes that one simulation may pass inside the tree
DEPTH, BEGIN, CHOOSER, STOOD = range(4)  # of `walk`: see `take_place`

# Settings, one float each; a game's bots.toml may give its own
SETTINGS = {
    "exploration": 1.0,  # weight of what the prior promises against what was seen
    "prior_temperature": 2.0,  # of the softmax over preferences; in the game's own unit
    "prior_uniform": 0.15,  # share of the prior that is equal for all decisions
    "unvisited": 0.05,  # how much worse than its parent an unvisited child is thought to be
    "horizon": 99.0,  # so many runs of chance may lie on a path through the tree
    "cut_off": 20.0,  # decisions of a rollout before `value` judges (at the end of a turn)
    "rollout_random": 0.1,  # share of rollout decisions that are drawn blindly
    "rollout_temperature": 0.0,  # of the others; 0 takes what is preferred most
    "margin_weight": 0.1,  # share of a final result that depends on the margin
    "margin_scale": 10.0,  # points of margin that make half of that share
    "before_chance": 0.0,  # whether `value` judges before chance answers a turn, and not after
    "paired": 1.0,  # whether the nth simulations of the first decisions share their luck
    "contest": 0.0,  # number of whole turns that compete; there is no tree then: see `turn_contest`
    "width": 8.0,  # decisions of each step that a competing turn may begin or go on with
    "astray": 99.0,  # decisions of such a turn that are not the most preferred one
    "glances": 2.0,  # guesses of what is hidden and drawn, when turns are first judged
    "uct": 0.0,  # whether children are tried by UCB1, where the prior only says which one first
}
(
    EXPLORATION,
    PRIOR_TEMPERATURE,
    PRIOR_UNIFORM,
    UNVISITED,
    HORIZON,
    CUT_OFF,
    ROLLOUT_RANDOM,
    ROLLOUT_TEMPERATURE,
    MARGIN_WEIGHT,
    MARGIN_SCALE,
    BEFORE_CHANCE,
    PAIRED,
    CONTEST,
    WIDTH,
    ASTRAY,
    GLANCES,
    UCT,
) = range(len(SETTINGS))


class Tree(NamedTuple):
    """The memory of one search; node 0 is where the turn began."""

    links: npt.NDArray[np.int32]
    sums: npt.NDArray[np.float32]  # results by seat; the last column counts the thinker's victories
    priors: npt.NDArray[np.float32]
    used: Ints  # nodes in use, the root, the seed of paired luck


class Work(NamedTuple):
    """Scratch memory, so that kernels need not allocate."""

    actions: Ints
    values: Floats
    children: Ints
    path: Ints
    walk: Ints
    result: Floats
    settings: Floats
    random: Random


# How both are handed to and from Python
TREE = "(int32[:,:], float32[:,:], float32[:], int64[:])"
WORK = "(int64[:], float64[:], int64[:], int64[:], int64[:], float64[:], float64[:], int64[:])"


def grow(nodes: int, seats: int, seed: int) -> Tree:
    """An empty tree of at most `nodes` nodes; untouched memory costs nothing."""
    links = np.zeros((nodes, 4), np.int32)
    links[0, CHILD] = NONE
    links[0, SIBLING] = NONE
    sums = np.zeros((nodes, seats + 1), np.float32)
    return Tree(links, sums, np.zeros(nodes, np.float32), np.array([1, 0, seed], np.int64))


def room(most: int, seats: int, settings: Floats, random: Random) -> Work:
    return Work(
        np.zeros(most, np.int64),
        np.zeros(most, np.float64),
        np.zeros(most, np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(4, np.int64),
        np.zeros(seats + 1, np.float64),
        settings,
        random,
    )


@exported(f"states, states, {TREE}, {WORK}, int, int", long=True)
def simulate(start: Any, scratch: Any, tree: Tree, work: Work, seat: int, many: int) -> None:
    """Adds `many` simulations to the tree, from the hidden record in the array `start`."""
    for _ in range(many):
        scratch[0] = start[0]
        state = scratch[0]
        if work.settings[PAIRED] > 0.0:
            share_luck(state, tree, work)
        fill(state, work.random)
        depth = descend(state, tree, work)
        roll_out(state, work)
        judge(state, seat, work)
        for i in range(depth + 1):
            node = work.path[i]
            tree.links[node, VISITS] += 1
            for column in range(state.players):
                tree.sums[node, column] += work.result[column]
            tree.sums[node, -1] += work.result[-1]


@kernel
def share_luck(state: AnyState, tree: Tree, work: Work) -> None:
    """The nth simulation of each child of the root has the same luck, so that what differs between
    the children is less the luck than the decision; which child is next needs no guesses."""
    root = tree.used[1]
    n = list_legal(state, work.actions)
    if n == 1:
        return
    match_children(state, tree, root, n, work)
    place = select(tree, root, n, to_act(state), work)
    if place != NONE:
        sow(work.random, tree.used[2], tree.links[work.children[place], VISITS])


@kernel
def descend(state: AnyState, tree: Tree, work: Work) -> int:
    """Walks from the root to a node that was never judged; returns how far."""
    node = tree.used[1]
    work.path[0] = node
    work.walk[DEPTH] = 0
    work.walk[BEGIN] = work.walk[CHOOSER] = work.walk[STOOD] = NONE
    runs = 0.0
    was_chance = False
    while work.walk[DEPTH] < DEEPEST:
        seat = to_act(state)
        if seat == OVER:
            break
        node = take_place(state, tree, node, seat, work)
        if node == NONE:  # the tree is full
            break
        if seat == CHANCE and not was_chance:
            runs += 1.0
        may_end = seat != CHANCE or (not was_chance and work.settings[BEFORE_CHANCE] > 0.0)
        far = tree.links[node, VISITS] == 0 or runs > work.settings[HORIZON]
        if may_end and far and work.walk[DEPTH] > 0:
            break
        was_chance = seat == CHANCE
        if was_chance:
            apply(state, sample_chance(state, work.random))
            continue
        n = list_legal(state, work.actions)
        if n == 1:
            apply(state, work.actions[0])
            continue
        match_children(state, tree, node, n, work)
        place = select(tree, node, n, seat, work)
        if place == NONE:  # the tree is full
            break
        node = visit(work.children[place], work)
        apply(state, work.actions[place])
    return int(work.walk[DEPTH])


@kernel
def visit(node: int, work: Work) -> int:
    work.walk[DEPTH] += 1
    work.path[work.walk[DEPTH]] = node
    return node


@kernel
def take_place(state: AnyState, tree: Tree, node: int, seat: int, work: Work) -> int:
    """The node at which a seat chooses; NONE: the tree is full.

    Choices made at the same time stand side by side: each seat but the first chooses at a node
    below BEGIN, where all of them began; afterwards the walk goes on where the first one STOOD.
    """
    walk = work.walk
    if not sealing(state):
        if walk[STOOD] != NONE:
            node = walk[STOOD]
        walk[BEGIN] = walk[STOOD] = NONE
        return node
    if walk[BEGIN] == NONE:
        walk[BEGIN] = node if walk[DEPTH] > 0 else 0  # the root's turn began at node 0
    elif seat != walk[CHOOSER]:
        if walk[STOOD] == NONE:
            walk[STOOD] = node
        node = beside(tree, walk[BEGIN], seat)
        if node == NONE:
            return NONE
        visit(node, work)
    walk[CHOOSER] = seat
    return node


@kernel
def beside(tree: Tree, begin: int, seat: int) -> int:
    """The node at which a seat chooses that does not know what others chose since `begin`."""
    child = tree.links[begin, CHILD]
    while child != NONE and tree.links[child, ACTION] < 0:
        if tree.links[child, ACTION] == SEALED - seat:
            return int(child)
        child = tree.links[child, SIBLING]
    fresh = tree.used[0]
    if fresh == len(tree.links):
        return NONE
    tree.used[0] += 1
    tree.links[fresh, ACTION] = SEALED - seat
    tree.links[fresh, CHILD] = NONE
    tree.links[fresh, SIBLING] = tree.links[begin, CHILD]
    tree.links[begin, CHILD] = fresh
    return int(fresh)


@kernel
def match_children(state: AnyState, tree: Tree, node: int, n: int, work: Work) -> None:
    """Finds the child of each legal decision; those that are met for the first time are added."""
    child = tree.links[node, CHILD]
    missing = 0
    for i in range(n):
        while child != NONE and tree.links[child, ACTION] < work.actions[i]:
            child = tree.links[child, SIBLING]
        if child != NONE and tree.links[child, ACTION] == work.actions[i]:
            work.children[i] = child
        else:
            work.children[i] = NONE
            missing += 1
    if missing > 0 and tree.used[0] + missing <= len(tree.links):
        prefer(state, work.actions, n, work.values)
        soften(work.values, n, work.settings[PRIOR_TEMPERATURE], work.settings[PRIOR_UNIFORM])
        add_children(tree, node, n, work)


@kernel
def soften(values: Floats, n: int, temperature: float, uniform: float) -> None:
    """Turns preferences into probabilities."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    total = 0.0
    for i in range(n):
        values[i] = exp(max((values[i] - most) / temperature, -40.0))
        total += values[i]
    for i in range(n):
        values[i] = (1.0 - uniform) * values[i] / total + uniform / n


@kernel
def add_children(tree: Tree, node: int, n: int, work: Work) -> None:
    """Adds the missing children, whose priors stand in `work.values`, in ascending order."""
    before = NONE
    for i in range(n):
        if work.children[i] == NONE:
            fresh = tree.used[0]
            tree.used[0] += 1
            tree.links[fresh, ACTION] = work.actions[i]
            tree.links[fresh, CHILD] = NONE
            tree.priors[fresh] = work.values[i]
            after = tree.links[node, CHILD] if before == NONE else tree.links[before, SIBLING]
            # children that are not legal here may come before this one
            while after != NONE and tree.links[after, ACTION] < work.actions[i]:
                before = after
                after = tree.links[after, SIBLING]
            tree.links[fresh, SIBLING] = after
            if before == NONE:
                tree.links[node, CHILD] = fresh
            else:
                tree.links[before, SIBLING] = fresh
            work.children[i] = fresh
        before = work.children[i]


@kernel
def select(tree: Tree, node: int, n: int, seat: int, work: Work) -> int:
    """The place of the decision to try: what has done well for the seat, or is little known."""
    visits = 0.0
    promised = 0.0
    for i in range(n):
        child = work.children[i]
        if child != NONE:
            visits += tree.links[child, VISITS]
            promised += tree.priors[child]
    here = tree.links[node, VISITS]
    usual = tree.sums[node, seat] / here if here > 0 else 0.5
    usual = max(0.0, usual - work.settings[UNVISITED])
    curious = work.settings[EXPLORATION] * math.sqrt(visits + 1.0) / max(promised, 1e-9)
    place = NONE
    most = -1.0
    for i in range(n):
        child = work.children[i]
        if child == NONE:
            continue
        seen = tree.links[child, VISITS]
        mean = tree.sums[child, seat] / seen if seen > 0 else usual
        hope = mean + curious * tree.priors[child] / (1.0 + seen)
        if work.settings[UCT] > 0.0:
            wide = math.sqrt(log(visits + 1.0) / max(seen, 1))
            hope = (
                mean + work.settings[EXPLORATION] * wide if seen > 0 else 1e3 + tree.priors[child]
            )
        if hope > most:
            most = hope
            place = i
    return place


@kernel
def roll_out(state: AnyState, work: Work) -> None:
    """Plays on by preference and luck, to the end of the game or of the turn after the cut-off."""
    decisions = 0.0
    early = work.settings[BEFORE_CHANCE] > 0.0
    while True:
        seat = to_act(state)
        if seat == OVER:
            return
        is_late = decisions >= work.settings[CUT_OFF] and not midway(state)
        if is_late and early == (seat == CHANCE):
            return
        if seat == CHANCE:
            apply(state, sample_chance(state, work.random))
            continue
        n = list_legal(state, work.actions)
        place = 0
        if n > 1:
            place = prefer_one(state, n, work)
        apply(state, work.actions[place])
        decisions += 1.0


@kernel
def prefer_one(state: AnyState, n: int, work: Work) -> int:
    if unit(work.random) < work.settings[ROLLOUT_RANDOM]:
        return below(work.random, n)
    prefer_roughly(state, work.actions, n, work.values)
    if work.settings[ROLLOUT_TEMPERATURE] <= 0.0:
        return best(work.values, n, work.random)
    return draw_softly(work.values, n, work.settings[ROLLOUT_TEMPERATURE], work.random)


@exported("float64[:], int, float, int64[:] -> int")
def draw_softly(values: Floats, n: int, temperature: float, random: Random) -> int:
    """A place drawn by the softmax of the values, which are overwritten."""
    soften(values, n, temperature, 0.0)
    left = unit(random)
    for i in range(n - 1):
        left -= values[i]
        if left < 0.0:
            return i
    return n - 1


@kernel
def judge(state: AnyState, thinker: int, work: Work) -> None:
    """Writes each seat's result, 0 … 1, and last whether the thinker wins."""
    if to_act(state) != OVER or state.players == 1:
        rest = 1.0  # shares of victory add up to one
        for seat in range(state.players):
            last = seat > 0 and seat == state.players - 1
            work.result[seat] = max(rest, 0.0) if last else value(state, seat)
            rest -= work.result[seat]
        work.result[-1] = work.result[thinker]
        return
    weight = work.settings[MARGIN_WEIGHT]
    for seat in range(state.players):
        won = share_of_victory(state, seat)
        if seat == thinker:
            work.result[-1] = won
        ahead = margin(state, seat)
        share = ahead / (abs(ahead) + work.settings[MARGIN_SCALE])
        work.result[seat] = (1.0 - weight) * won + weight * (0.5 + 0.5 * share)


@kernel
def margin(state: AnyState, seat: int) -> float:
    """How many points the seat is ahead of the best other one."""
    most = -1e9
    for other in range(state.players):
        if other != seat:
            most = max(most, float(score(state, other)))
    return float(score(state, seat)) - most
