"""The kernels against their slow twin, turn by turn, over many random games."""

from __future__ import annotations

import os

import numpy as np
import pytest

from spieltisch.core.play import GREEDY, play_out
from spieltisch.core.randomness import Random, below, generator
from spieltisch.core.state import CHANCE, OVER, AnyState
from spieltisch.games.no_return import counters as sets
from spieltisch.games.no_return import notation, rules
from spieltisch.games.no_return.tests.oracle import Table
from spieltisch.games.no_return.tests.table import GAME, counters, new, turns

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
WHOLE = 1 if INTERPRETED else 1000  # games per number of players, compared line by line
CLOSE = 1 if INTERPRETED else 12  # games of which all legal turns are compared …
EVERY = 60 if INTERPRETED else 10  # … about once in so many turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_agree(players: int) -> None:
    random = generator(players)
    policies = np.zeros(players, np.int64)
    values, log, counts = np.zeros(rules.MOST), np.zeros(4000, np.int64), np.zeros(2, np.int64)
    for game in range(WHOLE):
        state = new(players, random_start=True)
        rules.apply(state, game % players)
        policies[0] = game % 2 * GREEDY  # half of the games with someone who clears displays
        many = play_out(state, policies, random, random, GAME.buffer(), values, log, counts)
        twin = Table(players, game % players)
        replay(twin, [int(one) for one in log[:many]])
        compare_end(state, twin)


def replay(twin: Table, log: list[int]) -> None:
    """Plays small decisions and single draws, line by line, on the twin."""
    at = 0
    while at < len(log):
        end = at + twin.to_draw
        if end > at:
            twin.draw([notation.COUNTER[kind] for kind in log[at:end]])
        else:
            while log[end] not in (rules.DONE, rules.KEEP):
                end += 1
            end += 1
            twin.play(notation.show_turn(rules.NoReturn(), log[at:end]))
        at = end


def compare_end(state: AnyState, twin: Table) -> None:
    assert twin.part == "over"
    seats = range(twin.players)
    assert [rules.score(state, seat) for seat in seats] == twin.scores()
    assert [rules.rank(state, seat) for seat in seats] == twin.ranks()
    for seat in seats:
        assert sets.kinds_in(state.hand[seat]) == sorted(counters(" ".join(twin.hands[seat])))
    assert int(state.bag_count) == len(twin.bag)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_turns_agree(players: int) -> None:
    random = generator(players)
    for game in range(CLOSE):
        compare_game(players, game % players, random)


def compare_game(players: int, start: int, random: Random) -> None:
    """Plays one random game on both, small decision by small decision."""
    state = new(players, random_start=True)
    rules.apply(state, start)
    twin = Table(players, start)
    actions = GAME.buffer()
    while (seat := rules.to_act(state)) != OVER:
        assert (seat == CHANCE) == (twin.to_draw > 0)
        assert int(state.seat) == twin.seat
        if seat == CHANCE:
            compare_draw(state, twin, random)
            continue
        if below(random, EVERY) == 0:
            assert turns(state) == twin.turns()
        before = state.copy()
        decisions: list[int] = []
        while not decisions or rules.midway(state):
            n = rules.list_legal(state, actions)
            decisions.append(int(actions[below(random, n)]))
            rules.apply(state, decisions[-1])
        text = notation.show_turn(before, decisions)
        assert notation.read_turn(before, text) == decisions
        twin.play(text)
    compare_end(state, twin)


def compare_draw(state: AnyState, twin: Table, random: Random) -> None:
    if below(random, 20) == 0:
        outcomes, weights = GAME.chances(state)
        names = [notation.COUNTER[kind] for kind in outcomes]
        assert dict(zip(names, weights, strict=True)) == twin.supply()
    drawn: list[str] = []
    while not drawn or rules.midway(state):
        kind = rules.sample_chance(state, random)
        rules.apply(state, kind)
        drawn.append(notation.COUNTER[kind])
    twin.draw(drawn)
    before = (twin.seat - 1) % twin.players
    assert sorted(counters(" ".join(twin.hands[before]))) == sets.kinds_in(state.hand[before])
