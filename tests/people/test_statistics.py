"""Figures of a history, from rows made by hand."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from spieltisch.tables import statistics
from spieltisch.tables.match_summaries import Finished, Place, luck_and_skill

DAY = 86_400_000
NOON = 1_794_916_800_000  # 2026-11-17, 12:00 UTC


def place(seat: int, score: int, rank: int, *people: str, name: str = "Bot") -> Place:
    return Place(seat, name, "fox", None if people else "easy", frozenset(people), score, rank)


def match(
    n: int, *places: Place, game: str = "a-game", at: int = NOON, **options: object
) -> Finished:
    return Finished(f"m{n}", game, options, len(places), at - 1000, at, 10, True, None, places)


def test_a_match_counts_once_with_my_best_seat() -> None:
    both = match(1, place(0, 5, 2, "me"), place(1, 9, 1, "me"))
    (one,) = statistics.seen_by("me", [both, match(2, place(0, 1, 1, "bo"))])
    assert (one.place.seat, one.won) == (1, True)


def test_best_mean_and_streak_of_each_variant() -> None:
    history = [
        match(n, place(0, score, rank, "me"), place(1, 20, 3 - rank), at=NOON + n, **options)
        for n, (score, rank, options) in enumerate(
            [(25, 1, {}), (10, 2, {}), (30, 1, {}), (22, 1, {}), (7, 2, {"sheet": "red"})]
        )
    ]
    usual, variant = statistics.per_game(statistics.seen_by("me", history))
    assert (usual["count"], usual["won"], usual["best"]) == (4, 3, 30)
    assert usual["mean"]["mean"] == 21.75
    assert (usual["streak"], usual["longest"], usual["scores"]) == (2, 2, [])
    assert (variant["options"], variant["count"], variant["streak"]) == ({"sheet": "red"}, 1, 0)


def test_alone_all_scores_are_told_in_their_order() -> None:
    history = [match(n, place(0, score, 1, "me"), at=NOON - n) for n, score in enumerate([5, 9])]
    (group,) = statistics.per_game(statistics.seen_by("me", history))
    assert (group["alone"], group["scores"], group["won"]) == (True, [9, 5], 0)


def test_a_day_ends_at_midnight_of_the_house() -> None:
    late = match(1, place(0, 1, 1, "me"), at=NOON + 11 * 3_600_000 + 1_800_000)  # 23:30 UTC
    mine = statistics.seen_by("me", [late])
    assert statistics.days(mine)[0]["at"] == "2026-11-17"
    assert statistics.days(mine, ZoneInfo("Europe/Berlin"))[0]["at"] == "2026-11-18"
    assert statistics.day_of(late.ended) == date(2026, 11, 17)


def test_people_are_told_apart_by_who_they_are_and_not_by_name() -> None:
    history = [
        match(1, place(0, 1, 1, "me"), place(1, 0, 2, "a", name="Ada")),
        match(2, place(0, 1, 1, "me"), place(1, 1, 1, "a", name="Ada")),
        match(3, place(0, 0, 2, "me"), place(1, 1, 1, "b", name="Ada")),
        match(4, place(0, 0, 2, "me"), place(1, 1, 1, name="Pina")),
    ]
    found = statistics.opponents(statistics.seen_by("me", history))
    tallies = [(one["name"], one["won"], one["lost"], one["tied"], one["bot"]) for one in found]
    assert tallies == [("Ada", 1, 0, 1, False), ("Ada", 0, 1, 0, False), ("Pina", 0, 1, 0, True)]


def test_luck_and_skill_come_from_kept_reviews() -> None:
    said = {
        "shows_luck": True,
        "seats": [{"seat": 0, "luck": 0.3, "play": -0.1}, {"seat": 1, "luck": -0.3, "play": -0.3}],
    }
    split = luck_and_skill(said)
    assert (split[0][0], round(split[0][1], 9)) == (0.3, 0.1)
    assert luck_and_skill({**said, "shows_luck": False}) == {}
    history = [match(1, place(0, 5, 1, "me"), place(1, 3, 2)), match(2, place(0, 5, 1, "me"))]
    (group,) = statistics.luck(statistics.seen_by("me", history), {"m1": split})
    assert (group["count"], group["luck"]["mean"]) == (1, 0.3)
