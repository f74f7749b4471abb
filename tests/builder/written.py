"""Digests of whole random games and of searched trees, by the kernels of this process.

`python -m tests.builder.written GAME GAMES POSITIONS SIMULATIONS [STEPS]` prints them as JSON.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import struct
import sys
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.bots.search import ASTRAY, DEEPEST, SETTINGS, WIDTH, grow, room, simulate
from spieltisch.bots.trials import FIRST, list_turns, try_turns
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.errors import SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.randomness import WORDS, below, generator, sow
from spieltisch.core.state import CHANCE, OVER, AnyState, copied

NODES = 20_000


def pack(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *map(int, numbers))


def starts(game: Game) -> list[AnyState]:
    """Every number of players with every setting of options."""
    choices: list[tuple[str, list[Any]]] = []
    for option in game.card.all_options():
        values = [False, True] if option.kind == "switch" else list(option.values or [])
        if values:
            choices.append((option.name, values))
    found = []
    for players in game.card.players:
        for chosen in itertools.product(*(values for _, values in choices)):
            given = dict(zip((name for name, _ in choices), chosen, strict=True))
            try:
                found.append(game.new(players, game.card.resolve(players, given)))
            except SpieltischError:  # not every setting is one for so many players
                continue
    return found


def played(game: Game, start: AnyState, seed: int) -> tuple[str, int]:
    """A digest of every state, legal list, weight, score and random word of a game; its length."""
    rules, state, random = game.rules, copied(start), np.zeros(WORDS, np.int64)
    sow(random, seed, 7)
    digest, players = hashlib.sha256(), int(start.players)
    actions, outcomes, weights = (
        np.zeros(n, np.int64) for n in (rules.MOST, rules.OUTCOMES, rules.OUTCOMES)
    )
    for count in itertools.count():
        seat = int(rules.to_act(state))
        digest.update(pack(seat, rules.midway(state)))
        if seat == OVER:
            digest.update(random.tobytes())
            return digest.hexdigest(), count
        if seat == CHANCE:
            n = int(rules.list_chance(state, outcomes, weights))
            digest.update(outcomes[:n].tobytes() + weights[:n].tobytes())
            action = int(rules.sample_chance(state, random))
        else:
            n = int(rules.list_legal(state, actions))
            digest.update(actions[:n].tobytes())
            action = int(actions[int(below(random, n))])
        rules.apply(state, action)
        digest.update(pack(action) + state.tobytes())
        if count % 4 == 0:
            hidden, luck = copied(state), random.copy()
            rules.hide(hidden, count // 4 % (players + 1) - 1)
            digest.update(hidden.tobytes())
            rules.fill(hidden, luck)
            digest.update(hidden.tobytes() + luck.tobytes())
        for seat in range(players):
            digest.update(pack(rules.score(state, seat), rules.rank(state, seat)))
    raise AssertionError("a game ends")


def position(game: Game, start: AnyState, seed: int) -> tuple[AnyState, int] | None:
    """What a seat knows somewhere in a random game."""
    rules, state, random = game.rules, copied(start), generator(seed, 3)
    left = int(below(random, 40)) + 5
    while (seat := int(rules.to_act(state))) != OVER:
        if seat == CHANCE:
            rules.apply(state, int(rules.sample_chance(state, random)))
            continue
        legal = game.legal(state)
        if left <= 0 and len(legal) > 1 and not rules.midway(state):
            return game.hidden(game.focused(state, seat), seat), seat
        rules.apply(state, legal[int(below(random, len(legal)))])
        left -= 1
    return None


def searched(game: Game, hidden: AnyState, seat: int, many: int) -> tuple[int, str]:
    """The nodes and a digest of the whole tree, floats included."""
    rules, players = game.rules, int(hidden.players)
    settings = tuning_of(game.card, players).settings()
    start, scratch = np.zeros((2, 1), rules.STATE)
    start[0] = hidden
    random = np.zeros(WORDS, np.int64)
    sow(random, 5, 6)
    tree = grow(NODES, players, 5)
    simulate(start, scratch, tree, room(rules.MOST, players, settings, random), seat, many)
    used = int(tree.used[0])
    parts = tree.links[:used], tree.sums[:used], tree.priors[:used], tree.used, random
    return used, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


def contested(game: Game, hidden: AnyState, seat: int, many: int) -> dict[str, Any]:
    """Turns that are preferred, and what trying them gave."""
    rules, players, places, longest = game.rules, int(hidden.players), 256, 16
    settings = tuning_of(game.card, players).settings()
    width, astray = int(settings[WIDTH]), min(int(settings[ASTRAY]), 2)
    states, ends = np.zeros(longest + 1, rules.STATE), np.zeros(places, rules.STATE)
    lines = np.zeros((places, longest), np.int64)
    steps = np.zeros((longest, FIRST + width), np.int64)
    states[0] = hidden
    work = room(rules.MOST, players, settings, np.zeros(WORDS, np.int64))
    tools = steps, work.actions, work.values, width, astray
    listed = int(list_turns(states, ends, lines, *tools))
    n = max(listed, 0)
    digest = hashlib.sha256(pack(listed) + lines[:n].tobytes() + ends[:n].tobytes())
    if n:  # more turns than there is room for are none
        sums, won = np.zeros((2, n))
        visits = np.array([0] * n + [seat, 99], np.int64)
        start, scratch = np.zeros((2, 1), rules.STATE)
        start[0] = hidden
        work = room(rules.MOST, players, settings, np.zeros(WORDS, np.int64))
        try_turns(start, scratch, lines[:n], sums, won, visits, many, work)
        digest.update(sums.tobytes() + won.tobytes() + visits.tobytes())
    return {
        "lines": listed,
        "width": width,
        "astray": astray,
        "longest": longest,
        "room": places,
        "digest": digest.hexdigest(),
    }


def thought(game: Game, hidden: AnyState, seat: int, many: int) -> dict[str, Any]:
    players = int(hidden.players)
    used, tree = searched(game, hidden, seat, many)
    return {
        "state": hidden.tobytes().hex(),
        "seat": seat,
        "players": players,
        "settings": tuning_of(game.card, players).settings().tolist(),
        "simulations": many,
        "used": used,
        "tree": tree,
        "contest": contested(game, hidden, seat, many),
    }


def written(
    key: str, many: int, positions: int, simulations: int, longest: int = 1 << 62
) -> dict[str, Any]:
    """No further game begins when those before it had so many decisions and chances together."""
    game = games.find(key)
    begins = starts(game)
    told, length = list[dict[str, Any]](), 0
    for seed in range(many):
        if length >= longest:
            break
        start = begins[seed * 7 % len(begins)]
        digest, steps = played(game, start, seed)
        length += steps
        told.append(
            {
                "seed": seed,
                "players": int(start.players),
                "start": start.tobytes().hex(),
                "digest": digest,
            }
        )
    thoughts: list[dict[str, Any]] = []
    for seed in itertools.count():
        if len(thoughts) == positions:
            break
        found = position(game, begins[seed * 5 % len(begins)], seed)
        if found is not None:
            thoughts.append({"number": seed, **thought(game, *found, simulations)})
    return {"sizes": sizes(game), "games": told, "positions": thoughts}


def sizes(game: Game) -> dict[str, int]:
    rules = game.rules
    return {
        "most": rules.MOST,
        "outcomes": rules.OUTCOMES,
        "record": rules.STATE.itemsize,
        "nodes": NODES,
        "deepest": DEEPEST + 2,
        "settings": len(SETTINGS),
    }


if __name__ == "__main__":
    print(json.dumps(written(sys.argv[1], *map(int, sys.argv[2:]))))
