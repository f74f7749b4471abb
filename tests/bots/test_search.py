"""The search: legal, repeatable, bounded, cancellable, and blind to what is chosen meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots import base, levels
from spieltisch.bots.base import Position, choose_turn, find
from spieltisch.bots.levels import SearchBot, Thinker, measured
from spieltisch.bots.search import (
    ACTION,
    CHILD,
    CONTEST,
    NONE,
    SEALED,
    SIBLING,
    VISITS,
    simulate,
)
from spieltisch.bots.tuning import tuning_of
from spieltisch.bots.turn_contest import TurnContest
from spieltisch.core.errors import UnknownBot
from spieltisch.core.randomness import generator
from spieltisch.core.state import AnyState
from tests.contract.every import (
    BRIEFLY,
    INTERPRETED,
    every_game,
    every_thinking_game,
    every_thinking_table,
    match_of,
    positions,
)

SIMULATIONS = 2 if INTERPRETED else 200
SIDES = range(SEALED - 9, SEALED + 1)  # where others choose at the same time
COMPETING = [key for key, card in games.cards().items() if tuning_of(card).settings()[CONTEST] > 0]


def thinker_at(match: Match, seat: int, changed: dict[str, float] | None = None) -> Thinker:
    return Thinker(Position(match.game, match.hidden(seat), seat, generator(1)), changed)


@every_thinking_table
def test_every_turn_is_legal(key: str, players: int) -> None:
    turns = 1 if INTERPRETED else 12
    for n, (match, seat) in enumerate(positions(match_of(key, players, seed=3), turns=turns)):
        turn = choose_turn(
            match, seat, SearchBot(simulations=SIMULATIONS, settings=BRIEFLY), generator(n)
        )
        assert match.check(seat, turn) is None


@every_thinking_game
def test_same_seed_and_count_give_the_same_turn(key: str) -> None:
    match = match_of(key, games.card(key).players[-1])
    seat = match.acting[0]
    turns = {
        choose_turn(match, seat, SearchBot(simulations=SIMULATIONS, settings=BRIEFLY), generator(4))
        for _ in "ab"
    }
    assert len(turns) == 1


@every_thinking_game
def test_the_tree_adds_up(key: str) -> None:
    """Siblings ascend, no child is visited more often than its parent, results are shares."""
    match = match_of(key, games.card(key).players[-1], seed=2)
    thinker = thinker_at(match, match.acting[0])
    thinker.run(SIMULATIONS)
    links = thinker.tree.links
    assert thinker.visits() == SIMULATIONS
    for node in range(int(thinker.tree.used[0])):
        child, actions, visits = int(links[node, CHILD]), [], 0
        while child != NONE:
            actions.append(int(links[child, ACTION]))
            visits += int(links[child, VISITS])
            child = int(links[child, SIBLING])
        assert [one for one in actions if one >= 0] == sorted(set(actions) - set(SIDES))
        assert visits <= int(links[node, VISITS]) * len({-1, *actions} & {-1, *SIDES})
        sums = thinker.tree.sums[node]
        assert np.all(sums >= 0)
        assert np.all(sums <= links[node, VISITS] + 1e-3)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("key", [key for key in games.cards() if games.find(key).simultaneous])
def test_who_chooses_at_the_same_time_does_not_know_the_others_choice(key: str) -> None:
    """Others choose at one node beside the thinker's, whatever the thinker has chosen."""
    match = match_of(key, games.card(key).players[-1], seed=2)
    while len(match.acting) < 2:
        match.play(match.acting[0], next(match.turns(match.acting[0])))
    seat = match.acting[0]
    thinker = thinker_at(match, seat, {"contest": 0.0})
    thinker.run(10 * SIMULATIONS)
    sides = {action for action in children(thinker, 0) if action < 0}
    assert SEALED - match.acting[1] in sides
    assert sides <= {SEALED - other for other in match.acting[1:]}
    for decisions, node in walked(thinker, thinker.state.copy(), 0):
        assert not children(thinker, node), decisions


def children(thinker: Thinker, node: int) -> list[int]:
    links, found = thinker.tree.links, []
    child = int(links[node, CHILD])
    while child != NONE:
        found.append(int(links[child, ACTION]))
        child = int(links[child, SIBLING])
    return found


def walked(
    thinker: Thinker, state: AnyState, node: int, begun: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The thinker's whole turns that are in the tree, and the node at which each ends."""
    legal = thinker.game.legal(state)
    for action in legal:
        below = thinker.child(action, node) if len(legal) > 1 else node
        if below == NONE:
            continue
        after = state.copy()
        thinker.game.rules.apply(after, action)
        if thinker.game.rules.midway(after):
            yield from walked(thinker, after, below, (*begun, action))
        else:
            yield (*begun, action), below


@every_thinking_game
def test_a_full_tree_still_answers(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "NODES", 40)
    turns = 1 if INTERPRETED else 3
    tree = {**BRIEFLY, "contest": 0.0}  # also where turns compete otherwise
    bot = SearchBot(simulations=SIMULATIONS, settings=tree)
    for match, seat in positions(match_of(key, games.card(key).players[-1]), turns=turns):
        turn = choose_turn(match, seat, bot, generator(1))
        assert match.check(seat, turn) is None


@pytest.mark.parametrize("key", COMPETING)
def test_turns_compete_with_the_same_luck_and_the_worse_half_is_left_behind(key: str) -> None:
    match = match_of(key, games.card(key).players[-1], seed=2)
    seat = match.acting[0]
    position = Position(match.game, match.hidden(seat), seat, generator(1))
    contest = TurnContest(position, {**BRIEFLY, "width": 3.0, "astray": 2.0, "contest": 4.0})
    assert len(contest.alive) == 4
    contest.run(4 * 3)
    assert list(contest.visits[:4]) == [3] * 4
    assert np.all((contest.sums >= 0) & (contest.sums <= 3))
    best = contest.alive[int(np.argmax(contest.sums))]
    for left in (2, 1):
        contest.halve()
        assert len(contest.alive) == left
    assert contest.alive == [best]
    assert contest.rounds() == 0
    assert [turn.visits for turn in contest.ranking()] == [3] * 4
    assert contest.ranking()[0].decisions == best
    turn = match.game.notation.show_turn(contest.position.state, best)
    assert match.check(seat, turn) is None


@pytest.mark.parametrize("key", COMPETING)
def test_turns_that_compete_go_astray_only_so_often_and_lead_to_different_ends(key: str) -> None:
    match = match_of(key, games.card(key).players[-1], seed=2)
    seat = match.acting[0]
    position = Position(match.game, match.hidden(seat), seat, generator(1))
    many = {}
    for astray in (0.0, 1.0, 2.0):
        changed = {"width": 3.0, **BRIEFLY, "contest": 999.0, "astray": astray}
        contest = TurnContest(position, changed)
        ends = {position.after(line).tobytes() for line in contest.alive}
        assert len(ends) == len(contest.alive)
        many[astray] = len(ends)
    assert many[0.0] == 1 < many[1.0] <= many[2.0]


class TickingClock:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@every_thinking_game
def test_a_cancelled_search_answers_at_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at the clock a few times for each decision, and never spends the ten minutes."""
    match = match_of(key, games.card(key).players[-1])
    position = Position(match.game, match.hidden(match.acting[0]), match.acting[0], generator(1))
    bot, clock = SearchBot(seconds=600.0, settings=BRIEFLY), TickingClock()
    bot.cancelled.set()
    monkeypatch.setattr(time, "perf_counter", clock)
    decisions = bot.choose(position)
    assert clock.now <= 0.03 * (1 + len(decisions))
    turn = match.game.notation.show_turn(position.state, decisions)
    assert match.check(position.seat, turn) is None


@pytest.mark.slow_interpreted
@every_game
def test_a_search_is_cancelled_in_the_middle(key: str) -> None:
    """It thinks in another thread, lets this one go on, and answers soon after it is told to."""
    assert vars(simulate)["long"]
    match, seat = next(
        (match, seat)
        for match, seat in positions(match_of(key, games.card(key).players[-1]))
        if len(match.game.legal(match.hidden(seat))) > 1
    )
    bot = SearchBot(simulations=10**12)
    thinking = ThreadPoolExecutor(1).submit(choose_turn, match, seat, bot, generator(1))
    with pytest.raises(TimeoutError):
        thinking.result(timeout=0.5)
    bot.cancelled.set()
    assert match.check(seat, thinking.result(timeout=60)) is None


@every_thinking_game
def test_time_is_kept_for_a_whole_turn(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many decisions a turn has, they share its time: a look or two more for each."""
    seconds, turns = (0.04, 1) if INTERPRETED else (0.5, 6)
    for match, seat in positions(match_of(key, games.card(key).players[-1]), turns=turns):
        clock = TickingClock()
        monkeypatch.setattr(time, "perf_counter", clock)
        position = Position(match.game, match.hidden(seat), seat, generator(1))
        decisions = SearchBot(seconds=seconds, settings=BRIEFLY).choose(position)
        assert clock.now <= seconds + 0.03 * (1 + len(decisions))


def test_names_say_how_much_to_think() -> None:
    by_count, by_clock = find("search:250"), find("search:0.2s/cut_off=7")
    assert isinstance(by_count, SearchBot)
    assert isinstance(by_clock, SearchBot)
    assert by_count.simulations == 250
    assert by_clock.seconds == 0.2
    assert by_clock.settings == {"cut_off": 7.0}
    assert measured("search:2000/no_such_thing=1") is None


@pytest.mark.parametrize(
    "name", ["search:", "search:0", "search:-1s", "search:many", "search:5/width=0", "nobody"]
)
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        find(name)
    assert "master" in caught.value.refusal.en


def test_levels_are_listed_from_weak_to_strong() -> None:
    assert list(base.BOTS) == ["random", "easy", "medium", "greedy", "hard", "master"]
    assert all(base.is_bot(name) for name in base.BOTS)
    assert not base.is_bot("Ada")
