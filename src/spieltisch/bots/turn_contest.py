"""Whole turns that compete: fewer and fewer of them, tried more and more often, with the same luck.

Where chance answers every turn, a tree has nothing to say about what comes after it, and most of
its visits go to what nobody would play. So all turns that are preferred at each step are judged by
`value` at a glance, and only the best of them are tried: each by rollouts, the nth of which has the
same luck for all of them, and after each round the worse half is left behind.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from spieltisch.bots.base import Position
from spieltisch.bots.search import ASTRAY, CONTEST, CUT_OFF, GLANCES, NONE, WIDTH, room
from spieltisch.bots.trials import FIRST, FULL, list_turns, try_turns
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.randomness import WORDS, next_word


class Tried(NamedTuple):
    """A turn, how often it was tried, and how likely it is to win."""

    decisions: list[int]
    visits: int
    chance: float


class TurnContest:
    """The turns of a position; `run` lets them compete, `halve` leaves the worse half behind."""

    def __init__(self, position: Position, changed: Mapping[str, float] | None = None) -> None:
        rules, seats = position.game.rules, int(position.state.players)
        settings = tuning_of(position.game.card, seats).settings(**(changed or {}))
        self.position = position
        self.start, self.scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        self.start[0] = position.state
        self.seed = int(next_word(position.random))
        self.work = room(rules.MOST, seats, settings, np.zeros(WORDS, np.int64))
        self.width = int(settings[WIDTH])
        self.behind: list[Tried] = []  # the best first
        # several turns may lead to the same position: they are one
        self._enter(list(dict(self.turns(int(settings[ASTRAY]))).values()))
        self.glance(int(settings[CONTEST]))

    def turns(self, astray: int) -> list[tuple[bytes, list[int]]]:
        """The turns of preferred decisions, and what each leads to."""
        rules, room_for, longest = self.position.game.rules, 64, 8
        while True:
            states, ends = np.zeros(longest + 1, rules.STATE), np.zeros(room_for, rules.STATE)
            lines = np.zeros((room_for, longest), np.int64)
            steps = np.zeros((longest, FIRST + self.width), np.int64)
            states[0] = self.position.state
            tools = steps, self.work.actions, self.work.values, self.width, astray
            many = int(list_turns(states, ends, lines, *tools))
            if many != FULL:
                found = [[one for one in line if one != NONE] for line in lines[:many].tolist()]
                return [(end.tobytes(), line) for end, line in zip(ends, found, strict=False)]
            room_for, longest = 4 * room_for, 2 * longest

    def _enter(self, turns: list[list[int]]) -> None:
        self.alive = turns
        longest = max(map(len, turns))
        self.lines = np.array([line + [NONE] * (longest - len(line)) for line in turns], np.int64)
        self.sums, self.won = np.zeros(len(turns)), np.zeros(len(turns))
        self.visits = np.array([0] * len(turns) + [self.position.seat, self.seed], np.int64)

    def glance(self, kept: int) -> None:
        """Judges every turn where it ends, and keeps the best; nothing of that is counted."""
        cut_off = float(self.work.settings[CUT_OFF])
        self.work.settings[CUT_OFF] = 0.0
        self.run(int(self.work.settings[GLANCES]) * len(self.alive))
        self.work.settings[CUT_OFF] = cut_off
        self._enter([self.alive[place] for place in self.order()[:kept]])

    def run(self, many: int) -> None:
        """Adds so many simulations."""
        tools = self.lines, self.sums, self.won, self.visits, many, self.work
        try_turns(self.start, self.scratch, *tools)

    def order(self) -> list[int]:
        """Places in `alive`, the best turn first; untried ones keep their order."""
        means = self.sums / np.maximum(self.visits[: len(self.alive)], 1)
        return [int(place) for place in np.argsort(-means, kind="stable")]

    def rounds(self) -> int:
        """Until one turn is left."""
        return math.ceil(math.log2(len(self.alive)))

    def halve(self) -> None:
        order = self.order()
        half = (len(order) + 1) // 2
        self.behind = [self.tried(place) for place in order[half:]] + self.behind
        kept = order[:half]
        sums, won, visits = self.sums[kept], self.won[kept], self.visits[kept]
        self._enter([self.alive[place] for place in kept])
        self.sums[:], self.won[:], self.visits[:half] = sums, won, visits

    def tried(self, place: int) -> Tried:
        visits = int(self.visits[place])
        return Tried(self.alive[place], visits, float(self.won[place]) / max(visits, 1))

    def ranking(self) -> list[Tried]:
        """All turns that competed, the best first."""
        return [self.tried(place) for place in self.order()] + self.behind
