"""The secrets of days: each opens the commitment of the next, none tells what comes."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from spieltisch.deals.day_secrets import DAYS, FIRST, Chain, commitment, knows, seed_of
from spieltisch.deals.days import Days

DAY = date(2026, 11, 17)


def at(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


def test_what_was_opened_yesterday_is_the_commitment_to_today() -> None:
    chain = Chain("secret")
    for n in range(400):
        day = DAY + timedelta(days=n)
        assert commitment(chain.link(day)) == chain.link(day - timedelta(days=1)).hex()


def test_all_days_come_from_one_secret_and_end_in_one_anchor() -> None:
    chain, other = Chain("secret"), Chain("other")
    last = FIRST + timedelta(days=DAYS - 1)
    link = chain.link(last)
    for _ in range(DAYS):
        link = hashlib.sha256(link).digest()
    assert link == chain.link(FIRST - timedelta(days=1))
    assert chain.link(DAY) == Chain("secret").link(DAY) != other.link(DAY)
    assert knows(last)
    assert not knows(last + timedelta(days=1))
    with pytest.raises(ValueError, match="not in the chain"):
        chain.link(last + timedelta(days=1))


def test_every_game_has_luck_of_its_own() -> None:
    link = Chain("secret").link(DAY)
    assert len({seed_of(link, game) for game in ("a", "b", "c")}) == 3


def test_a_day_ends_at_midnight_where_the_house_is_and_opens_then() -> None:
    now = [at(2026, 11, 17, 22, 59, 59)]
    days = Days(lambda: now[0], ZoneInfo("Europe/Berlin"), Chain("secret"))
    assert days.today() == DAY
    assert days.opened(DAY) is None
    now[0] += 1000
    assert days.today() == DAY + timedelta(days=1)
    assert days.opened(DAY) == days.commitment(days.today())


def test_a_day_of_25_hours_has_them() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    days = Days(lambda: 0, berlin, Chain("secret"))
    autumn = date(2026, 10, 25)
    assert days.ends(autumn) - days.ends(autumn - timedelta(days=1)) == 25 * 3_600_000


def test_nobody_is_handed_the_luck_of_tomorrow() -> None:
    days = Days(lambda: at(2026, 11, 17, 12), UTC, Chain("secret"))
    with pytest.raises(AssertionError):
        days.seed(DAY + timedelta(days=1), "a-game")
    with pytest.raises(AssertionError):
        days.commitment(DAY + timedelta(days=1))
