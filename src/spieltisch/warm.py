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
from spieltisch.bots.levels import Thinker
from spieltisch.bots.search import draw_softly
from spieltisch.core.game import Game
from spieltisch.core.jit import cache_folder, locked, source_digest
from spieltisch.core.play import advance, advance_chance, cut, play_line, play_out, playouts
from spieltisch.core.randomness import generator
from spieltisch.core.state import CHANCE, copied

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
    """Calls that touch every kernel once; the slow ones are steps of their own."""
    rules, card = game.rules, game.card
    players = card.players[-1]
    state = game.new(players, card.resolve(players, {}))
    random = generator(1)
    actions, values = game.buffer(), np.zeros(rules.MOST, np.float64)
    log, counts = np.zeros(1 << 16, np.int64), np.zeros(2, np.int64)
    policies = np.array([seat % 2 for seat in range(players)], np.int64)
    one, scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
    one[0] = state

    def set_up() -> None:
        while rules.to_act(state) == CHANCE:
            game.chances(state)
            rules.apply(state, rules.sample_chance(state, random))
            rules.midway(state)

    def look() -> None:
        seat = int(rules.to_act(state))
        hidden = game.hidden(game.focused(state, seat), seat)
        out = np.zeros(game.observe.OBSERVATION, np.float32)
        game.observe.observe(hidden, out)
        game.view(hidden)
        rules.fill(hidden, random)
        game.sealing(state)
        rules.score(state, seat), rules.rank(state, seat)

    def judge() -> None:
        n = rules.list_legal(state, actions)
        game.evaluate.prefer(state, actions, n, values)
        game.evaluate.value(state, int(rules.to_act(state)))

    def lines() -> None:
        copy = copied(state)
        advance(copy, np.array(game.legal(copy)[:1], np.int64), actions)
        empty = np.zeros(0, np.int64)
        outcomes, weights = np.zeros((2, rules.OUTCOMES), np.int64)
        advance_chance(copy, empty, outcomes, weights)
        play_line(one.copy(), empty, actions, outcomes, weights, counts)
        cut(np.zeros(2, rules.STATE), empty, *np.zeros((2, 1), np.int64))

    def games_by_policy() -> None:
        fresh = game.new(players, card.resolve(players, {}))
        play_out(fresh, policies, random, generator(2), actions, values, log, counts)

    def think() -> None:
        seat = int(rules.to_act(state))
        hidden = game.hidden(game.focused(state, seat), seat)
        Thinker(Position(game, hidden, seat, generator(3))).run(1)
        draw_softly(values, 1, 1.0, random)

    return [
        ("chance", set_up),
        ("legal decisions", lambda: game.legal(state)),
        ("what a seat knows", look),
        ("evaluation", judge),
        ("turns", lines),
        ("random games", lambda: playouts(one, scratch, 0, random, actions)),
        ("games by policy", games_by_policy),
        ("bots", think),
    ]


if __name__ == "__main__":
    for name in warm(sys.argv[1]):
        print(name, flush=True)
