"""Names at a table: no two that look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from spieltisch.tables.sanitize import BLANK, MEDDLING

# Letters of other alphabets that cannot be told from Latin ones.
TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧνοιρυх",
    "ABESIJKMHOPCTYXaeijopcyxsABEZHIKMNOPTYXvoipux",
)


def look_of(name: str) -> str:
    """What one sees of a name: equal for two that look the same.

    >>> look_of("A\\u200bd\\u00ada\\u200e\\U000e0041") == look_of("Ada") == look_of("Αda")
    True
    """
    plain = MEDDLING.sub("", name).replace("\u2800", " ")  # of Braille: as wide as a letter
    composed = unicodedata.normalize("NFKC", plain).translate(TWINS)
    seen = "".join(letter for letter in composed if not _is_unseen(letter))
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _is_unseen(letter: str) -> bool:
    """Format characters (zero width, direction, soft hyphen, tags) and selectors of variants."""
    selects = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    mongolian = "\u180b" <= letter <= "\u180f"
    return unicodedata.category(letter) == "Cf" or selects or mongolian or letter in BLANK


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or with a number the first of its kind that nobody has yet.

    >>> free_name("Ada", ["A\\u200bda", "Bo"])
    'Ada 2'
    """
    looks, name, number = {look_of(each) for each in taken}, wanted, 2
    while look_of(name) in looks:
        name, number = f"{wanted} {number}", number + 1
    return name
