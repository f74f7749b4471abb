"""The kernels against the slow twin: whole games, and crowded positions for RM-11."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from spieltisch.core.randomness import below, generator
from spieltisch.core.state import CHANCE
from spieltisch.games.re_move import compulsion, notation, rules
from spieltisch.games.re_move.boards import board_names, load_board
from spieltisch.games.re_move.decks import deck_counts
from spieltisch.games.re_move.tests.oracle import Graph, Position, Table, deck_of
from spieltisch.games.re_move.tests.tables import GAME, bits, figures, new

INTERPRETED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
TURNS = 12 if INTERPRETED else 150
CROWDS = 25 if INTERPRETED else 2000


def agree(state: rules.ReMove, table: Table) -> None:
    """Everything public, and the cards, are the same."""
    for seat in range(3):
        assert figures(state, seat) == table.figures[seat]
        assert int(state.captured[seat]) == table.captured[seat]
        for cards, kernel in ((table.hand, state.hand), (table.pile, state.pile)):
            assert [cards[seat][card] for card in notation.CARDS] == kernel[seat].tolist()
    assert int(state.turns) == table.turns
    assert [int(rules.score(state, seat)) for seat in range(3)] == table.scores()
    what, seat = table.due
    acting = {"draw": CHANCE, "over": -2}.get(what, seat)
    assert int(rules.to_act(state)) == acting
    if what == "draw":
        assert notation.chance_seat(state) == seat


@pytest.mark.parametrize(
    "options",
    [{}, {"sudden_win": True}, {"board": board_names()[-1], "deck": "uniform", "turn_limit": 9}],
)
def test_whole_games(options: dict[str, object]) -> None:
    state, luck = new(**options), generator(len(options))
    graph = Graph(load_board(options.get("board", "standard")))
    table = Table(graph, deck_of(deck_counts(options.get("deck", "standard"))))
    table.turn_limit = int(state.turn_limit)
    while not table.over and table.turns < TURNS:
        agree(state, table)
        begun = state.copy()  # type: ignore[attr-defined]
        line: list[int] = []
        chance = table.due[0] == "draw"
        while not line or rules.midway(state):
            if chance:
                line.append(int(rules.sample_chance(state, luck)))
            else:
                legal = GAME.legal(state)
                line.append(legal[int(below(luck, len(legal)))])
            rules.apply(state, line[-1])
        show = notation.show_chance if chance else notation.show_turn
        table.play(show(begun, line))
    agree(state, table)


def crowded(graph: Graph, luck: random.Random) -> tuple[int, bool, Position]:
    """A position with figures close together, as few games have it."""
    seat, two = luck.randrange(3), luck.random() < 0.5
    places = [name for name in graph.names if graph.may_enter(seat, name)]
    region = {luck.choice(places)}
    size = luck.choice([8, 12, 16, 24, len(places)])
    while len(region) < size:
        region |= {near for name in region for near in graph.near[name]}.intersection(places)
    free = sorted(region)
    luck.shuffle(free)
    own = [free.pop() for _ in range(min(luck.randint(1, 7), len(free)))]
    enemy = free[: luck.randint(0, 14)]
    moved = own[: luck.randint(0, len(own) - 1)] if luck.random() < 0.4 else []
    return seat, two, Position(frozenset(own) - set(moved), frozenset(moved), frozenset(enemy))


def test_the_compulsion_rule_in_crowded_positions() -> None:
    luck = random.Random(4)
    check_crowds(luck, CROWDS)


def test_the_compulsion_rule_with_a_memory_from_the_first_position_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compulsion, "BUDGET", 1)  # compiled, it is a constant
    check_crowds(random.Random(6), 25)


@pytest.mark.long
def test_the_compulsion_rule_in_thousands_of_crowded_positions() -> None:
    check_crowds(random.Random(5), 20_000)


def check_crowds(luck: random.Random, many: int) -> None:
    """The kernels allow exactly the steps that trying everything allows."""
    state = new()
    graph = Graph(load_board("standard"))
    for _ in range(many):
        seat, two, at = crowded(graph, luck)
        unmoved, moved, enemy = (
            bits(state, " ".join(names)) for names in (at.unmoved, at.moved, at.enemy)
        )
        scratch = np.empty(compulsion.SCRATCH, np.int64)
        open = int(state.open[seat])
        legal = graph.legal_moves(seat, two, at)
        most = compulsion.most_movers(state.reach, unmoved, moved, enemy, open, int(two), scratch)
        assert most == graph.most(seat, two, at), at
        compulsion.list_steps(state.reach, unmoved, moved, enemy, open, int(two), scratch)
        steps = set()
        for nth, start in enumerate(notation.name_set(state, unmoved)):
            ends = notation.name_set(state, int(scratch[compulsion.STEPS, nth]))
            steps |= {(start, end) for end in ends}
        assert steps == {move[:2] for move in legal}, at
        for start, middle in sorted(steps if two else [])[:4]:
            a, b = (notation.names(state).index(name) for name in (start, middle))
            found = compulsion.list_ends(
                state.reach, a, b, unmoved, moved, enemy, open, int(two), scratch
            )
            expected = {move[2] for move in legal if move[:2] == (start, middle)}
            assert set(notation.name_set(state, found)) == expected, (at, start, middle)
