"""Names that look the same are the same name, at a table and in its talk."""

from __future__ import annotations

import pytest

from spieltisch.tables.names import free_name, look_of
from spieltisch.tables.sanitize import plain_text

UNSEEN = {
    "zero width": "A\u200bd\u200ca\u200d",
    "direction mark": "\u200eAda\u200f",
    "soft hyphen": "A\u00adda",
    "tag characters": "Ada\U000e0041\U000e0064",
    "word joiner": "Ad\u2060a",
    "selector": "Ada\ufe0f",
    "filler": "Ada\u3164",
    "full width": "\uff21da",
    "another alphabet": "Аdа",
    "spaces": "Ada\u2003",
    "empty Braille": "\u2800Ada\u2800",
    "not assigned": "Ada\ufff3\U000e0085\U000e0fff",
    "an invisible note": "Ada\U0001d159",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_that_looks_the_same_is_taken(name: str) -> None:
    assert look_of(name) == look_of("Ada")
    assert look_of(free_name(name, ["Bo", "Ada"])) == "Ada 2"
    assert look_of(free_name(name, ["Ada", "Ada 2"])) == "Ada 3"


@pytest.mark.parametrize("name", ["Ana", "Áda", "ada", "Zoë", "李", "علي", "👩‍👧"])
def test_a_name_that_looks_different_stays_as_it_is(name: str) -> None:
    assert free_name(name, ["Ada", "Adam"]) == name


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\U000e0085", "\U0001d159"]
)
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="nothing that can be read"):
        plain_text(name)
