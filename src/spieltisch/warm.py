"""Compiling a game's kernels before they are needed, step by step, so that a bar can be shown.

`python -m spieltisch.warm GAME` compiles one game and prints each step as it begins.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
import numpy as np

from spieltisch import games
from spieltisch.bots.base import Position
from spieltisch.bots.levels import SearchBot, Thinker
from spieltisch.bots.search import draw_softly
from spieltisch.core.game import Game
from spieltisch.core.jit import cache_folder, locked, source_digest
from spieltisch.core.play import advance, advance_chance, cut, play_line, play_out, playouts
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, AnyState, copied

Step = tuple[str, Callable[[], object]]


def is_warm(key: str) -> bool:
    """Whether all kernels of the game are compiled and on disk (or need not be)."""
    return bool(numba.config.DISABLE_JIT) or _mark(key).exists()  # type: ignore[attr-defined]


def _mark(key: str) -> Path:
    return cache_folder(games.card(key).package) / f"warm-{source_digest('spieltisch.bots')}"


def warm(key: str) -> Iterator[str]:
    """Compiles everything, naming each step before it is done; one process a game at a time."""
    with locked(f"warming-{key}"):
        if is_warm(key):
            return
        for name, step in steps(games.find(key)):
            yield name
            step()
        _mark(key).touch()


def steps(game: Game) -> list[Step]:
    return Rehearsal(game).steps()


class Rehearsal:
    """Calls that touch every kernel once, at one table; the slow ones are steps of their own."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.players = game.card.players[-1]
        self.state = self.new()
        self.random = generator(1)
        self.actions, self.values = game.buffer(), np.zeros(game.rules.MOST, np.float64)
        self.counts = np.zeros(2, np.int64)

    def new(self) -> AnyState:
        return self.game.new(self.players, self.game.card.resolve(self.players, {}))

    def steps(self) -> list[Step]:
        return [
            ("chance", self.set_up),
            ("legal decisions", lambda: self.game.legal(self.state)),
            ("what a seat knows", self.look),
            ("evaluation", self.judge),
            ("turns", self.lines),
            ("random games", self.games_at_random),
            ("games by policy", self.games_by_policy),
            ("bots", self.think),
        ]

    def set_up(self) -> None:
        rules, state = self.rules, self.state
        while rules.to_act(state) == CHANCE:
            self.game.chances(state)
            rules.apply(state, rules.sample_chance(state, self.random))
            rules.midway(state)

    def hidden(self) -> tuple[AnyState, int]:
        """What the seat to act knows, and which seat that is."""
        seat = int(self.rules.to_act(self.state))
        return self.game.hidden(self.game.focused(self.state, seat), seat), seat

    def look(self) -> None:
        game, rules = self.game, self.rules
        hidden, seat = self.hidden()
        game.observe.observe(hidden, np.zeros(game.observe.OBSERVATION, np.float32))
        game.view(hidden)
        rules.fill(hidden, self.random)
        game.sealing(self.state)
        rules.score(self.state, seat), rules.rank(self.state, seat)

    def judge(self) -> None:
        n = self.rules.list_legal(self.state, self.actions)
        self.game.evaluate.prefer(self.state, self.actions, n, self.values)
        self.game.evaluate.value(self.state, int(self.rules.to_act(self.state)))

    def lines(self) -> None:
        copy, one = copied(self.state), np.zeros(1, self.rules.STATE)
        advance(copy, np.array(self.game.legal(copy)[:1], np.int64), self.actions)
        empty = np.zeros(0, np.int64)
        outcomes, weights = np.zeros((2, self.rules.OUTCOMES), np.int64)
        advance_chance(copy, empty, outcomes, weights)
        one[0] = self.state
        play_line(one, empty, self.actions, outcomes, weights, self.counts)
        cut(np.zeros(2, self.rules.STATE), empty, *np.zeros((2, 1), np.int64))

    def games_at_random(self) -> None:
        start, scratch = np.zeros((2, 1), self.rules.STATE)
        playouts(start, scratch, 0, self.random, self.actions)

    def games_by_policy(self) -> None:
        policies = np.array([seat % 2 for seat in range(self.players)], np.int64)
        log = np.zeros(1 << 16, np.int64)
        luck = self.random, generator(2)
        play_out(self.new(), policies, *luck, self.actions, self.values, log, self.counts)

    def think(self) -> None:
        hidden, seat = self.hidden()
        position = Position(self.game, hidden, seat, generator(3))
        Thinker(position).run(1)
        SearchBot(simulations=1).choose(position)
        draw_softly(self.values, 1, 1.0, self.random)


if __name__ == "__main__":
    for name in warm(sys.argv[1]):
        print(name, flush=True)
