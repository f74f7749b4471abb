"""Rankings of tournaments: the same deals, shares of victory, intervals over deals."""

from __future__ import annotations

from spieltisch.deals.cups import standings


def test_who_does_better_on_the_same_deals_leads() -> None:
    deals = [
        {"a": (1, 40), "b": (1, 30), "c": (2, 50)},
        {"a": (1, 12), "b": (1, 12), "c": (1, 3)},
        {"a": (1, 20), "b": (1, 25)},
    ]
    found = {one.person: one for one in standings(deals)}
    assert [one.person for one in standings(deals)] == ["b", "a", "c"]
    assert found["a"].share is not None
    assert found["b"].share is not None
    assert abs(found["a"].share.mean - (1 + 0.75 + 0) / 3) < 1e-9
    assert abs(found["b"].share.mean - (0.5 + 0.75 + 1) / 3) < 1e-9
    assert found["c"].deals == 2
    for one in found.values():
        assert one.share is not None
        assert 0 <= one.share.low <= one.share.mean <= one.share.high <= 1


def test_a_lucky_deal_helps_nobody_since_all_have_it() -> None:
    rich = [{"a": (1, 100), "b": (1, 90)}, {"a": (1, 10), "b": (1, 20)}]
    found = standings(rich)
    assert [one.place for one in found] == [1, 1]


def test_who_played_alone_is_listed_without_a_share() -> None:
    (only,) = standings([{"a": (1, 5)}, {}])
    assert (only.share, only.deals, only.place) == (None, 0, 1)


def test_leaving_a_deal_is_no_way_to_win() -> None:
    deals = [
        {"a": (1, 40), "b": (1, 30), "c": (1, 20)},
        {"b": (1, 30), "c": (1, 20)},
        {"b": (1, 30)},
        {},
    ]
    assert [one.person for one in standings(deals)] == ["a", "b", "c"]
    found = standings(deals, over=True)
    assert [(one.person, one.deals) for one in found] == [("b", 3), ("a", 3), ("c", 3)]
    shares = {one.person: one.share.mean for one in found if one.share}
    assert abs(shares["b"] - (0.5 + 1 + 1) / 3) < 1e-9
    assert abs(shares["a"] - (1 + 0 + 0.25) / 3) < 1e-9
    assert abs(shares["c"] - (0 + 0.5 + 0.25) / 3) < 1e-9
