"""The compulsion rule [RM-11], exactly: can a step still be followed by as many others as needed?

Sets of places are integers, bit p standing for place p. `unmoved` are the figures of the acting
seat that have still to move, `moved` its other figures (they stay), `enemy` all figures of
others, `open` the places that the seat may enter [RM-9]; `two` is 1 if figures move two steps
(ReMove), else 0. `reach[0]` holds the neighbours of each place, `reach[1]` all within two steps.
A plan is a list of moves, packed as start, middle and end, -1 after the last; with one step
the middle is the end.

Three facts keep the search small. Figures whose scopes (all places that can ever matter to them)
do not touch are independent, so each group is searched alone. A move is *safe* when it ends
where no other unmoved figure can ever want to be, and forgoes no capture that could help
another: put first into any best sequence, it spoils nothing. And one best sequence (a plan)
proves most other first moves legal, by being replayed behind them.

(Kernels are called with variables, never with constants: Numba would compile each anew for
every constant.)
"""

from __future__ import annotations

import numpy as np

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import kernel
from spieltisch.core.state import Ints

BUDGET = 40  # positions to look at before failures are remembered
MEMORY = 2048  # failures that are remembered; a newer one may replace an older one

# Rows of the scratch array: the first plan found, the latest, one in the making (from column 1
# on; column 0 is for the move before it), the steps found, then a stack.
FIRST, LATEST, MAKING, STEPS, STACK = range(5)
# Columns of the stack: a position, the length of the plan that led to it, and what is untried.
UNMOVED, MOVED, ENEMY, DEPTH, REST, START, ENDS, END, MIDDLES = range(9)
SCRATCH = (STACK + 8, 9)


@kernel
def ends(reach: Ints, start: int, own: int, enemy: int, open: int, two: int) -> int:
    """Where the figure at `start` can be after its move, as things stand [RM-5, RM-6]."""
    if not two:
        return int(reach[0, start]) & open & ~own & ~enemy
    found = 0
    middles = int(reach[0, start]) & open & ~own
    while middles:
        found |= int(reach[0, lowest(middles)])
        middles &= middles - 1
    return found & open & ~own & ~enemy


@kernel
def middles_to(reach: Ints, start: int, end: int, own: int, enemy: int, open: int, two: int) -> int:
    """The middle places worth trying from `start` to `end`: each that captures, else any one."""
    if not two:
        return 1 << end
    middles = int(reach[0, start]) & int(reach[0, end]) & open & ~own
    captures = middles & enemy
    return captures if captures else middles & -middles


@kernel
def scope(reach: Ints, start: int, moved: int, enemy: int, open: int, two: int) -> int:
    """All places that can ever matter to the figure at `start` in this turn, its own included."""
    blocked = moved if two else moved | enemy  # enemies on the way can be captured
    return int(reach[two, start]) & open & ~blocked | 1 << start


@kernel
def scopes(reach: Ints, figures: int, moved: int, enemy: int, open: int, two: int) -> int:
    """All places that can ever matter to any of the figures."""
    wanted = 0
    while figures:
        wanted |= scope(reach, lowest(figures), moved, enemy, open, two)
        figures &= figures - 1
    return wanted


@kernel
def any_can_move(reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int) -> bool:
    """Whether some unmoved figure can move now. While RM-11 is obeyed, one can exactly as
    long as the largest possible number of movers has not been reached."""
    rest = unmoved
    while rest:
        if ends(reach, lowest(rest), unmoved | moved, enemy, open, two):
            return True
        rest &= rest - 1
    return False


@kernel
def is_stuck(reach: Ints, start: int, moved: int, enemy: int, open: int, two: int) -> bool:
    """Whether the figure could not move even if all others gave way that ever can."""
    return ends(reach, start, moved | 1 << start, 0 if two else enemy, open, two) == 0


@kernel
def safe_move(reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int) -> int:
    """A move, packed, that spoils nothing for the others; -1 if there is none."""
    once = 0
    shared = 0
    rest = unmoved
    while rest:
        places = scope(reach, lowest(rest), moved, enemy, open, two)
        shared |= once & places
        once |= places
        rest &= rest - 1
    own = unmoved | moved
    rest = unmoved
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        if two and int(reach[0, start]) & open & enemy & shared:
            continue  # one of its captures may clear the way for another
        safe = ends(reach, start, own, enemy, open, two) & ~shared
        if safe:
            end = lowest(safe)
            middle = lowest(middles_to(reach, start, end, own, enemy, open, two))
            return start << 12 | middle << 6 | end
    return -1


@kernel
def tightest(reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int) -> int:
    """The figure with the fewest ends of those that can move now; -1 if none can."""
    tight = -1
    fewest = 99
    rest = unmoved
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        many = ones(ends(reach, start, unmoved | moved, enemy, open, two))
        if 0 < many < fewest:
            fewest = many
            tight = start
    return tight


@kernel
def slot(failed: Ints, unmoved: int, moved: int, enemy: int) -> int:
    return (unmoved % 65521 + moved % 65519 * 3 + enemy % 65497 * 5) % len(failed)


@kernel
def is_lost(
    reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int, spare: int, failed: Ints
) -> bool:
    """Whether more than `spare` figures can never move, or the search has failed here before."""
    if len(failed) > 0:
        row = failed[slot(failed, unmoved, moved, enemy)]
        if row[0] == unmoved and row[1] == moved and row[2] == enemy:
            return True
    while unmoved:
        if is_stuck(reach, lowest(unmoved), moved, enemy, open, two):
            spare -= 1
        unmoved &= unmoved - 1
    return spare < 0


@kernel
def next_move(reach: Ints, frame: Ints, open: int, two: int) -> int:
    """The next untried move of a position on the stack, packed; -1 if none is left."""
    own = int(frame[UNMOVED] | frame[MOVED])
    enemy = int(frame[ENEMY])
    while True:
        if frame[MIDDLES]:
            middle = lowest(int(frame[MIDDLES]))
            frame[MIDDLES] &= frame[MIDDLES] - 1
            return int(frame[START] << 12 | middle << 6 | frame[END])
        if frame[ENDS]:
            frame[END] = lowest(int(frame[ENDS]))
            frame[ENDS] &= frame[ENDS] - 1
            start, end = int(frame[START]), int(frame[END])
            frame[MIDDLES] = middles_to(reach, start, end, own, enemy, open, two)
        elif frame[REST]:
            frame[START] = lowest(int(frame[REST]))
            frame[REST] &= frame[REST] - 1
            frame[ENDS] = ends(reach, int(frame[START]), own, enemy, open, two)
        else:
            return -1


@kernel
def push(
    reach: Ints, frame: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int
) -> None:
    """Puts a position on the stack; its tightest figure is tried first."""
    start = tightest(reach, unmoved, moved, enemy, open, two)
    frame[UNMOVED] = unmoved
    frame[MOVED] = moved
    frame[ENEMY] = enemy
    frame[REST] = 0
    frame[START] = start
    frame[ENDS] = 0
    frame[MIDDLES] = 0
    if start >= 0:
        frame[REST] = unmoved & ~(1 << start)
        frame[ENDS] = ends(reach, start, unmoved | moved, enemy, open, two)


@kernel
def pop(frame: Ints, failed: Ints) -> None:
    """Remembers a position from which no move led on."""
    if len(failed) > 0:
        row = failed[slot(failed, int(frame[UNMOVED]), int(frame[MOVED]), int(frame[ENEMY]))]
        row[0] = frame[UNMOVED]
        row[1] = frame[MOVED]
        row[2] = frame[ENEMY]


@kernel
def search(
    reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int,
    spare: int, scratch: Ints,
) -> bool:  # fmt: skip
    """Whether all unmoved figures but `spare` can still move; row MAKING then says how."""
    failed = scratch[:0]  # no memory at first: most answers come quickly
    looked = 0
    level = STACK - 1
    depth = 1
    while True:
        move = safe_move(reach, unmoved, moved, enemy, open, two)
        if ones(unmoved) <= spare:
            scratch[MAKING, depth] = -1
            return True
        if move < 0:
            looked += 1
            if looked == BUDGET:
                failed = np.zeros((MEMORY, 3), np.int64)
            if not is_lost(reach, unmoved, moved, enemy, open, two, spare, failed):
                level += 1
                push(reach, scratch[level], unmoved, moved, enemy, open, two)
                scratch[level, DEPTH] = depth
            while level >= STACK and move < 0:
                move = next_move(reach, scratch[level], open, two)
                if move < 0:
                    pop(scratch[level], failed)
                    level -= 1
            if move < 0:
                return False
            unmoved = int(scratch[level, UNMOVED])
            moved = int(scratch[level, MOVED])
            enemy = int(scratch[level, ENEMY])
            depth = int(scratch[level, DEPTH])
        scratch[MAKING, depth] = move
        depth += 1
        unmoved &= ~(1 << (move >> 12))
        moved |= 1 << (move & 63)
        enemy &= ~(1 << (move >> 6 & 63))


@kernel
def group_of(
    reach: Ints, start: int, unmoved: int, moved: int, enemy: int, open: int, two: int
) -> int:
    """The unmoved figures that the one at `start` touches, directly or through others."""
    group = 1 << start
    places = scope(reach, start, moved, enemy, open, two)
    growing = True
    while growing:
        growing = False
        rest = unmoved & ~group
        while rest:
            other = lowest(rest)
            rest &= rest - 1
            theirs = scope(reach, other, moved, enemy, open, two)
            if theirs & places:
                group |= 1 << other
                places |= theirs
                growing = True
    return group


@kernel
def least_spare(
    reach: Ints, group: int, moved: int, enemy: int, open: int, two: int, scratch: Ints
) -> int:
    """How many figures of a group must stay in any case; FIRST and LATEST become plans for the
    others."""
    if group & (group - 1) == 0:  # alone, it has no others to care for
        scratch[FIRST, 0] = scratch[LATEST, 0] = -1
        return int(ends(reach, lowest(group), moved | group, enemy, open, two) == 0)
    staying = 0
    for spare in range(ones(group) + 1):
        staying = spare
        if search(reach, group, moved, enemy, open, two, spare, scratch):
            break
    for i in range(1, SCRATCH[1]):
        scratch[FIRST, i - 1] = scratch[LATEST, i - 1] = scratch[MAKING, i]
    return staying


@kernel
def most_movers(
    reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int, scratch: Ints
) -> int:
    """How many of the unmoved figures can move at most, in the best order."""
    movers = ones(unmoved)
    rest = unmoved
    while rest:
        group = group_of(reach, lowest(rest), unmoved, moved, enemy, open, two)
        rest &= ~group
        still = moved | unmoved & ~group
        movers -= least_spare(reach, group, still, enemy, open, two, scratch)
    return movers


@kernel
def replays(plan: Ints, but: int, own: int, enemy: int) -> bool:
    """Whether the moves of `plan`, without the figure at `but`, can be played one after another."""
    for i in range(len(plan)):
        move = int(plan[i])
        if move < 0:
            break
        start = move >> 12
        if start != but:
            middle = 1 << (move >> 6 & 63)
            end = 1 << (move & 63)
            if (middle | end) & own or end & enemy:
                return False
            own = own & ~(1 << start) | end
            enemy &= ~middle
    return True


@kernel
def keeps(
    reach: Ints, start: int, middle: int, end: int, others: int, still: int, enemy: int, open: int,
    two: int, spare: int, scratch: Ints,
) -> bool:  # fmt: skip
    """Whether after this move enough of the `others` of its group can move."""
    after = enemy & ~(1 << middle)
    own = others | still | 1 << end
    if replays(scratch[FIRST], start, own, after) or replays(scratch[LATEST], start, own, after):
        return True
    blocked = still | 1 << end
    if not search(reach, others, blocked, after, open, two, spare, scratch):
        return False
    scratch[LATEST, 0] = start << 12 | middle << 6 | end
    for i in range(1, SCRATCH[1]):
        scratch[LATEST, i] = scratch[MAKING, i]
    return True


@kernel
def legal_ends(
    reach: Ints, start: int, middle: int, found: int, others: int, still: int, wanted: int,
    enemy: int, open: int, two: int, spare: int, scratch: Ints, one: bool,
) -> int:  # fmt: skip
    """Which of the ends in `found` RM-11 allows; with `one`, one of them is enough."""
    legal = 0
    capture = 1 << middle
    if not two or int(reach[0, start]) & open & enemy & wanted & ~capture == 0:
        legal = found & ~wanted  # safe
    found &= ~legal
    while found and not (one and legal):
        end = lowest(found)
        found &= found - 1
        via = middle if two else end
        if keeps(reach, start, via, end, others, still, enemy, open, two, spare, scratch):
            legal |= 1 << end
    return legal


@kernel
def legal_steps(
    reach: Ints, start: int, others: int, still: int, enemy: int, open: int, two: int, spare: int,
    scratch: Ints,
) -> int:  # fmt: skip
    """Where the figure at `start` may step first, so that RM-11 can still be obeyed."""
    own = others | still | 1 << start
    wanted = scopes(reach, others, still, enemy, open, two)
    middles = int(reach[0, start]) & open & ~own
    if not two:
        middles = 1 << start  # one round for all ends, which have no middle
    steps = 0
    while middles:
        middle = lowest(middles)
        middles &= middles - 1
        found = int(reach[0, middle]) & open & ~own & ~enemy
        legal = legal_ends(
            reach, start, middle, found, others, still, wanted, enemy, open, two, spare, scratch,
            two > 0,
        )  # fmt: skip
        if not two:
            steps = legal
        elif legal:
            steps |= 1 << middle
    return steps


@kernel
def list_steps(
    reach: Ints, unmoved: int, moved: int, enemy: int, open: int, two: int, scratch: Ints
) -> None:
    """Writes into row STEPS, for each unmoved figure in ascending order, the set of its legal
    first steps."""
    rest = unmoved
    while rest:
        group = group_of(reach, lowest(rest), unmoved, moved, enemy, open, two)
        rest &= ~group
        still = moved | unmoved & ~group
        spare = least_spare(reach, group, still, enemy, open, two, scratch)
        todo = group
        while todo:
            start = lowest(todo)
            todo &= todo - 1
            nth = ones(unmoved & ((1 << start) - 1))
            others = group & ~(1 << start)
            scratch[STEPS, nth] = legal_steps(
                reach, start, others, still, enemy, open, two, spare, scratch
            )


@kernel
def list_ends(
    reach: Ints, start: int, middle: int, unmoved: int, moved: int, enemy: int, open: int, two: int,
    scratch: Ints,
) -> int:  # fmt: skip
    """Where the figure that stepped from `start` to `middle` may end."""
    group = group_of(reach, start, unmoved, moved, enemy, open, two)
    still = moved | unmoved & ~group
    spare = least_spare(reach, group, still, enemy, open, two, scratch)
    others = group & ~(1 << start)
    wanted = scopes(reach, others, still, enemy, open, two)
    found = int(reach[0, middle]) & open & ~unmoved & ~moved & ~enemy
    return legal_ends(
        reach,
        start,
        middle,
        found,
        others,
        still,
        wanted,
        enemy,
        open,
        two,
        spare,
        scratch,
        two < 0,
    )
