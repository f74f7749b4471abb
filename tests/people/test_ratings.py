"""Ratings: what counts, and what is known of the points by hand."""

from __future__ import annotations

import random

import pytest

from spieltisch import games
from spieltisch.people import ratings
from spieltisch.people.ratings import BOT, MIDDLE, Duel, duels_of, expected, fit, rate
from spieltisch.simulation.ratings import POINTS
from spieltisch.tables.match_summaries import Finished, Place

BOTS = {f"{BOT}easy", f"{BOT}medium"}


def person(seat: int, rank: int, *people: str, helped: bool = False) -> Place:
    return Place(seat, "Ada", "fox", None, frozenset(people), 10 - rank, rank, helped)


def bot(seat: int, rank: int, level: str = "medium") -> Place:
    return Place(seat, "Pina", "cat", level, frozenset(), 10 - rank, rank)


def match(*places: Place, n: int = 0, rated: bool = True, **options: object) -> Finished:
    told = (len(places), n, n + 1, 10, True, None)
    return Finished(f"m{n}", "a-game", dict(options), *told, places, rated)


def test_every_pair_counts_and_all_pairs_of_a_table_as_much_as_its_games() -> None:
    found = duels_of(match(person(0, 1, "a"), bot(1, 2), person(2, 2, "b")), BOTS)
    assert {(d.one, d.other): d.share for d in found} == {
        ("a", "bot:medium"): 1.0,
        ("a", "b"): 1.0,
        ("bot:medium", "b"): 0.5,
    }
    assert sum(duel.weight for duel in found) == pytest.approx(2)


@pytest.mark.parametrize(
    ("places", "more"),
    [
        ((person(0, 1, "a"), bot(1, 2)), {"rated": False}),  # a children's table
        ((person(0, 1, "a", helped=True), bot(1, 2)), {}),
        ((person(0, 1, "a", "b"), bot(1, 2)), {}),  # two at one seat
        ((person(0, 1, "a"), person(1, 2, "a")), {}),  # one at two seats
        ((person(0, 1, "a"), bot(1, 2, "my_bot:Bot")), {}),  # nobody measured it
        ((person(0, 1, "a"), bot(1, 2)), {"sheet": "red"}),  # nor with these rules
        ((person(0, 1, "a"),), {}),  # alone
        ((bot(0, 1), bot(1, 2)), {}),
    ],
)
def test_what_says_nothing_does_not_count(places: tuple[Place, ...], more: dict[str, bool]) -> None:
    assert duels_of(match(*places, **more), BOTS) == []


def test_however_many_guests_somebody_met_the_work_is_bounded() -> None:
    """It grows with the cube of the people, and a page that asks for it waits."""
    around = [match(person(0, 1, "b"), person(1, 2, f"g{n}"), n=n) for n in range(2000)]
    own = [match(person(0, 1, "a"), person(1, 2, "b"), n=5000)]
    found = ratings.near("a", own, around, BOTS)
    people = {name for duel in found for name in (duel.one, duel.other)}
    assert len(people) == ratings.PEOPLE
    assert {"a", "b", "g0"} <= people  # those whom I met, and then the latest


def test_people_may_agree_on_other_rules_and_on_who_begins() -> None:
    assert duels_of(match(person(0, 1, "a"), person(1, 2, "b"), sheet="red"), BOTS)
    assert duels_of(match(person(0, 1, "a"), bot(1, 2), random_start=True), BOTS)


def test_the_anchor_stays_and_ten_to_one_are_400_points() -> None:
    found = fit([Duel("bot:medium", "bot:easy", 10 / 11, 100_000)])
    assert found.of("bot:medium").mean == pytest.approx(MIDDLE, abs=0.01)
    assert found.of("bot:easy").mean == pytest.approx(MIDDLE - 400, abs=2)


def test_points_are_where_the_posterior_is_flat() -> None:
    """One duel against the anchor, by hand: the pull of the games is that of the prior."""
    found = fit([Duel("a", "bot:medium", 0.8, 20)])
    points = found.of("a")
    pull = 20 * (0.8 - expected(points.mean - MIDDLE)) / POINTS
    assert pull == pytest.approx((points.mean - MIDDLE) / ratings.SPREAD**2, rel=1e-4)
    assert expected(points.mean - MIDDLE) < 0.8


def test_more_matches_make_surer() -> None:
    widths = []
    for games_ in (2, 20, 200):
        points = fit([Duel("a", "bot:medium", 0.5, games_)]).of("a")
        assert points.mean == pytest.approx(MIDDLE, abs=0.1)
        widths.append(points.high - points.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 800
    assert 250 < widths[1] < 350
    assert widths[2] < 100


def test_who_beats_the_strong_is_strong_without_meeting_a_bot() -> None:
    duels = [Duel("b", "bot:medium", 0.95, 60), Duel("a", "b", 0.7, 60), Duel("c", "b", 0.1, 60)]
    found = fit(duels)
    assert found.of("a").mean > found.of("b").mean > found.of("c").mean
    share = found.share("a", "b")
    assert share.low < 0.7 < share.high


def test_intervals_hold_the_truth_as_often_as_they_promise() -> None:
    luck, held, tries = random.Random(3), 0, 400
    for _ in range(tries):
        truth = luck.gauss(0, ratings.SPREAD)
        won = sum(luck.random() < expected(truth) for _ in range(25)) / 25
        points = fit([Duel("a", "bot:medium", won, 25)]).of("a")
        held += points.low <= MIDDLE + truth <= points.high
    assert 0.92 <= held / tries <= 0.98


def test_bots_of_every_game_are_measured_and_stand_in_order() -> None:
    for card in games.cards().values():
        duels = ratings.measured(card.package)
        found = fit(duels)
        order = [found.of(BOT + level).mean for level in ("random", "easy", "medium", "hard")]
        assert order == sorted(order)
        assert found.of("bot:medium").mean == pytest.approx(MIDDLE, abs=0.01)


def test_the_latest_matches_say_how_strong_one_is() -> None:
    """Somebody who lost at first and wins now."""
    key = next(iter(games.cards()))
    early = [match(person(0, 2, "a"), bot(1, 1), n=n) for n in range(100)]
    late = [match(person(0, 1, "a"), bot(1, 2), n=n) for n in range(100, 300)]
    grown = rate("a", key, [*early, *late], [])
    assert grown is not None
    assert grown["matches"] == ratings.LATEST == 200
    always = rate("a", key, late, [])
    assert grown["points"] == always["points"]
    assert rate("a", key, [match(person(0, 1, "a"))], []) is None
