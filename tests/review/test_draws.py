"""Luck is zero on average: by the outcomes of every draw, and by what its futures know."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.browser import numpy as small
from spieltisch.core.state import copied
from spieltisch.review import accounts, draws
from spieltisch.review.accounts import Books
from spieltisch.review.moments import Moments, moments
from spieltisch.review.sampling import Futures, Sampler
from tests.review.matches import ROUGHLY, closed, every_game, played, tables


def books_of(found: Moments) -> Books:
    return Books(found, Sampler(found.game, found.players), ROUGHLY)


def drawn(found: Moments) -> list[int]:
    return [n for n, line in enumerate(found.lines, 1) if line.kind == "chance"]


def otherwise(found: Moments, n: int, decisions: tuple[int, ...]) -> Moments:
    """The same match, but in event n chance did something else; what follows is not looked at."""
    states, lines = list(found.states), list(found.lines)
    states[n] = copied(states[n - 1])
    for decision in decisions:
        found.game.rules.apply(states[n], decision)
    lines[n - 1] = lines[n - 1]._replace(decisions=decisions)
    return Moments(found.game, found.players, states, lines)


@tables
def test_the_luck_of_all_outcomes_of_a_draw_adds_up_to_zero(key: str, players: int) -> None:
    found = moments(played(key, players))
    few = [n for n in drawn(found) if n > 1 and draws.outcomes(found, n)]
    for n in few[:: max(1, len(few) // 6)]:
        before = books_of(found).value(n - 1, 0)
        possible = draws.outcomes(found, n)
        luck = [books_of(otherwise(found, n, one.decisions)).value(n, 0) for one in possible]
        mean = math.fsum(one.probability * v for one, v in zip(possible, luck, strict=True))
        assert mean == pytest.approx(before, abs=1e-9), n
        assert sum(one.probability for one in possible) == pytest.approx(1.0)


def test_some_game_has_draws_with_few_outcomes() -> None:
    found = [moments(played(key)) for key in games.cards()]
    assert any(draws.outcomes(each, n) for each in found for n in drawn(each))


@every_game
def test_futures_before_a_draw_differ_from_those_after_it_by_the_draw_alone(key: str) -> None:
    """Futures of the position before a draw draw it themselves; one that draws what was drawn in
    the match goes on like the same future of the position after it."""
    found = moments(played(key))
    books, equal, tried = books_of(found), 0, 0
    for n in drawn(found)[2:]:
        choices, _ = found.game.chances(found.states[n - 1])
        if len(found.lines[n - 1].decisions) > 1 or len(choices) > 6 or n == len(found.lines):
            continue
        seat = found.lines[n - 1].seat or 0
        known = [found.known(at, seat) for at in (n - 1, n)]
        asked = zip(known, books.standings[n - 1 : n + 1], strict=True)
        won = [books.sampler.follow(k, seat, [()], 60, 5, luck)[0] for k, luck in asked]
        equal += int((won[0][seat] == won[1][seat]).sum())
        tried += 60
    if tried:  # by chance alone futures hardly ever end in the same value
        assert equal > tried / 10


@every_game
def test_every_draw_and_every_match_has_futures_of_its_own(key: str) -> None:
    one, other = moments(played(key, seed=5)), moments(played(key, seed=6))
    assert draws.salt(one) != draws.salt(other)
    books = books_of(one), books_of(other)
    assert books[0].seed != books[1].seed
    starts = [
        each.sampler.follow(one.known(0, 0), 0, [()], 64, each.seed, each.standings[0])[0]
        for each in books
    ]
    assert not np.array_equal(starts[0], starts[1])
    runs = [luck for n, luck in enumerate(books[0].standings) if n + 1 in drawn(one)]
    groups = [n for n in drawn(one) if n - 1 not in drawn(one)]
    assert len({(luck.last, luck.runs[luck.last]) for luck in runs}) == len(groups)


@tables
def test_what_a_seat_does_not_see_is_no_luck_of_it(key: str, players: int) -> None:
    found = moments(played(key, players))
    books = books_of(found)
    account = closed(books.account(0))
    open_ = []
    for n in drawn(found):
        line = found.lines[n - 1]
        veiled = found.game.notation.veil(line.text, line.kind, line.sealed) != line.text
        if veiled and line.seat != 0:
            assert account.change(n).mean == 0.0
            assert not draws.is_seen(found, n, 0)
        else:
            open_.append(draws.is_seen(found, n, 0))
    # What is drawn in the open is seen, unless it was the rest of a pile that the seat knew.
    assert sum(open_) >= 0.75 * len(open_)


@every_game
def test_one_value_is_that_of_the_whole_books(key: str) -> None:
    found = moments(played(key))
    account = closed(books_of(found).account(1))
    for n in range(0, len(found.states), 7):
        assert books_of(found).value(n, 1) == account.values[n]


def test_books_are_the_same_over_the_stand_in_for_numpy() -> None:
    """Reviews are also made in browsers, where there is no NumPy but a small part of it."""
    won, start = [0.25, 1.0, 0.5, 0.0], [0.0, 1.0, 0.5, 0.25, 1.0, 0.75]
    rows = [[0.0, 1.0, 0.5], [1.0, 1.0, 0.25], [0.5, 0.0, 0.0], [0.5, 1.0, 1.0]]
    few = [draws.Outcome((1,), 0.25), draws.Outcome((2,), 0.75)]
    values, means, gaps = [], [], []
    for numpy in (np, small):
        arrays: Any = numpy
        values.append(accounts._value(arrays.array(won), arrays.array(start)))
        means.append(accounts._mean(arrays.array(rows)[1::2], few).tolist())
        gaps.append(Futures(arrays.array(rows)[0::2], arrays.array(rows)).gap(0, 1))
    assert values[0] == values[1]
    assert means[0] == means[1] == [0.625, 1.0, 0.8125]
    assert gaps[0] == gaps[1]
