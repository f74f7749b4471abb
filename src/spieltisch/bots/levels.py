"""The levels a person can feel: soft ones that err like people, and ones that search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from spieltisch.bots.base import Position, StepBot
from spieltisch.bots.search import (
    ACTION,
    CHILD,
    CONTEST,
    NONE,
    SIBLING,
    VISITS,
    draw_softly,
    grow,
    room,
    simulate,
)
from spieltisch.bots.tuning import Tuning, tuning_of
from spieltisch.bots.turn_contest import TurnContest
from spieltisch.core.randomness import WORDS, next_word, sow
from spieltisch.core.state import AnyState

NODES = 400_000  # of a tree; 20 MB at most
FIRST_SHARE = 0.6  # of what is left is spent on a decision that others of the turn will follow
SLICE_SECONDS = 0.01  # between two looks at the clock
SLICE = 64  # simulations between two looks at the cancel flag, where no clock is asked
MASTER_SECONDS = 0.9  # a whole turn, with a reserve to one second


class SoftBot(StepBot):
    """Prefers what looks better, the more so the colder: errs like a person, not blindly."""

    def __init__(self, temperature: Callable[[Tuning], float]) -> None:
        self.temperature = temperature

    def step(self, position: Position, state: AnyState) -> int:
        actions = position.game.buffer()
        n = int(position.game.rules.list_legal(state, actions))
        values = np.zeros(len(actions), np.float64)
        position.game.evaluate.prefer(state, actions, n, values)
        warmth = self.temperature(tuning_of(position.game.card))
        return int(actions[int(draw_softly(values, n, float(warmth), position.random))])


class Line(NamedTuple):
    """A decision at the root of the tree, and what the search thinks of it."""

    action: int
    visits: int
    prior: float
    chance: float  # of victory


class Thinker:
    """One search: the tree grows by slices, and its root moves on with the decisions of a turn."""

    def __init__(self, position: Position, changed: Mapping[str, float] | None = None) -> None:
        rules, seats = position.game.rules, int(position.state.players)
        self.game, self.seat = position.game, position.seat
        self.start, self.scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        self.start[0] = position.state
        settings = tuning_of(position.game.card, seats).settings(**(changed or {}))
        seed, random = int(next_word(position.random)), np.zeros(WORDS, np.int64)
        sow(random, seed, int(next_word(position.random)))
        self.tree = grow(NODES, seats, seed)
        self.work = room(rules.MOST, seats, settings, random)

    @property
    def state(self) -> AnyState:
        """The hidden record after the decisions taken so far."""
        return self.start.view(self.game.rules.STATE)[0]

    def run(self, many: int) -> None:
        simulate(self.start, self.scratch, self.tree, self.work, self.seat, many)

    @property
    def root(self) -> int:
        return int(self.tree.used[1])

    def visits(self) -> int:
        return int(self.tree.links[self.root, VISITS])

    def chance(self) -> float:
        """Of the thinker's victory, as things stand."""
        return float(self.tree.sums[self.root, -1]) / max(self.visits(), 1)

    def lines(self, node: int | None = None) -> list[Line]:
        """The decisions at a node, the root if none is named, most tried first."""
        found = []
        child = int(self.tree.links[self.root if node is None else node, CHILD])
        while child != NONE:
            action, visits = (
                int(self.tree.links[child, ACTION]),
                int(self.tree.links[child, VISITS]),
            )
            chance = float(self.tree.sums[child, -1]) / max(visits, 1)
            if action >= 0:  # not where others choose at the same time
                found.append(Line(action, visits, float(self.tree.priors[child]), chance))
            child = int(self.tree.links[child, SIBLING])
        return sorted(found, key=lambda line: (-line.visits, -line.prior))

    def child(self, action: int, node: int) -> int:
        """The node's child by that decision, or NONE."""
        child = int(self.tree.links[node, CHILD])
        while child != NONE and int(self.tree.links[child, ACTION]) != action:
            child = int(self.tree.links[child, SIBLING])
        return child

    def ends(self, action: int) -> bool:
        """Whether the turn is complete with this decision."""
        after = self.state.copy()
        self.game.rules.apply(after, action)
        return not self.game.rules.midway(after)

    def move_on(self, action: int) -> None:
        """Takes a decision; what was learnt about what follows is kept."""
        forced = len(self.game.legal(self.state)) == 1  # such decisions have no node
        self.game.rules.apply(self.state, action)
        if forced:
            return
        child = self.child(action, self.root)
        if child == NONE:  # the tree was full: begin a new one
            self.tree = grow(NODES, self.tree.sums.shape[1] - 1, int(self.tree.used[2]))
        else:
            self.tree.used[1] = child


class SearchBot:
    """Searches for a number of simulations, or seconds, per turn; once `cancelled` is set, it
    answers with the best so far."""

    def __init__(
        self,
        *,
        simulations: int | Callable[[Tuning], int] | None = None,
        seconds: float = MASTER_SECONDS,
        settings: Mapping[str, float] | Callable[[Tuning], Mapping[str, float]] | None = None,
    ) -> None:
        self.simulations, self.seconds, self.settings = simulations, seconds, settings
        self.cancelled = threading.Event()

    def choose(self, position: Position) -> list[int]:
        if self.competes(position):
            return self.compete(position).alive[0]
        thinker, budget = Thinker(position, self.changed(position)), self.budget(position)
        decisions: list[int] = []
        while not decisions or position.game.rules.midway(thinker.state):
            decisions.append(self._decide(thinker, budget))
            thinker.move_on(decisions[-1])
        return decisions

    def changed(self, position: Position) -> Mapping[str, float]:
        """Overrides of the game's settings."""
        if callable(self.settings):
            return self.settings(tuning_of(position.game.card))
        return self.settings or {}

    def competes(self, position: Position) -> bool:
        """Whether whole turns compete, and there is no tree."""
        tuned = tuning_of(position.game.card, int(position.state.players))
        return bool(tuned.settings(**self.changed(position))[CONTEST] > 0.0)

    def compete(self, position: Position) -> TurnContest:
        """A contest that has been held."""
        budget, contest = self.budget(position), TurnContest(position, self.changed(position))
        while rounds := contest.rounds():
            budget.spend(contest, 1.0 / rounds)
            contest.halve()
        return contest

    def budget(self, position: Position) -> Budget:
        if self.simulations is None:
            return Clock(self.seconds, self.cancelled)
        many = self.simulations
        if callable(many):
            many = many(tuning_of(position.game.card))
        return Count(many, self.cancelled)

    def _decide(self, thinker: Thinker, budget: Budget) -> int:
        legal = thinker.game.legal(thinker.state)
        if len(legal) == 1:
            return legal[0]
        budget.spend(thinker, FIRST_SHARE)
        if thinker.ends(first(thinker, legal)):
            budget.spend(thinker, 1.0)
        return first(thinker, legal)


def first(thinker: Thinker, legal: list[int]) -> int:
    """The decision that was tried most; without any time to think, a legal one."""
    lines = thinker.lines()
    if not lines:
        thinker.run(1)
        lines = thinker.lines()
    return lines[0].action if lines else legal[0]


class Clock:
    """A number of seconds for each turn."""

    def __init__(self, seconds: float, cancelled: threading.Event) -> None:
        self.end, self.cancelled = time.perf_counter() + seconds, cancelled
        self.slice = 4

    def spend(self, thinker: Thinker | TurnContest, share: float) -> None:
        now = time.perf_counter()
        until = now + share * (self.end - now)
        while now < until and not self.cancelled.is_set():
            thinker.run(self.slice)
            spent = time.perf_counter() - now
            now += spent
            aim = min(SLICE_SECONDS, max(until - now, 0.001))
            self.slice = max(1, min(4 * self.slice, int(self.slice * aim / max(spent, 1e-6))))


class Count:
    """A number of simulations for each turn; repeatable."""

    def __init__(self, simulations: int, cancelled: threading.Event) -> None:
        self.left, self.cancelled = simulations, cancelled

    def spend(self, thinker: Thinker | TurnContest, share: float) -> None:
        many = -int(-share * self.left // 1)
        self.left -= many
        while many > 0 and not self.cancelled.is_set():
            thinker.run(min(SLICE, many))
            many -= SLICE


Budget = Clock | Count


def level(name: str) -> SoftBot | SearchBot:
    """One of the levels that search or waver; `base.BOTS` names them all."""
    if name == "easy":
        return SoftBot(lambda tuned: tuned.easy)
    if name == "medium":
        return SoftBot(lambda tuned: tuned.medium)
    if name == "hard":
        return SearchBot(
            simulations=lambda tuned: tuned.hard, settings=lambda tuned: tuned.hard_search or {}
        )
    return SearchBot(seconds=MASTER_SECONDS)


def measured(name: str) -> SearchBot | None:
    """`search:2000` thinks for 2000 simulations a turn, `search:0.1s` for a tenth of a second.

    Settings may follow, for experiments: `search:2000/cut_off=40/exploration=2`.
    """
    kind, _, given = name.partition(":")
    amount, *changes = given.split("/")
    if kind != "search":
        return None
    try:
        pairs = (change.split("=") for change in changes)
        settings = {key: float(number) for key, number in pairs}
        Tuning().settings(**settings)
        if amount.endswith("s") and 0.0 < float(amount[:-1]) < 3600.0:
            return SearchBot(seconds=float(amount[:-1]), settings=settings)
        if int(amount) > 0:
            return SearchBot(simulations=int(amount), settings=settings)
    except ValueError:
        pass
    return None
