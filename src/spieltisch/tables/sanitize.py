"""What strangers send, made harmless in one place: nothing below has to fear it."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Any

LARGEST = 2**53  # whole numbers that JSON carries everywhere without loss
DEEPEST = 16
# Control characters, half characters, those that turn the direction of what follows, which would
# hide, break or reverse also what others have written, and what cannot be seen and joins nothing
# (soft hyphen, zero width, tags). What joins letters and signs (U+200C, U+200D) is needed.
MEDDLING = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\ufff0-\ufff8\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
# Fillers that count as letters or signs, and show nothing
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")


def plain_text(text: str) -> str:
    """What people write for each other: one line of what can be seen, or a ValueError.

    >>> plain_text("Ada\\n Lovelace\\0 ")
    'Ada  Lovelace'
    >>> plain_text("\\u3164\\u2800")
    Traceback (most recent call last):
    ValueError: nothing that can be read
    """
    line = "".join(" " if letter.isspace() else letter for letter in text)
    found = MEDDLING.sub("", line).strip()
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in set(found) - BLANK):
        raise ValueError("nothing that can be read")
    return found


def plain_data(value: Any) -> Any:
    """Data that can be compared, calculated with, written down and sent again, or a ValueError.

    >>> plain_data({"board": [1, 2.5, "a"]})
    {'board': [1, 2.5, 'a']}
    """
    level = [value]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return value
    raise ValueError("nested too deeply")


def _parts(value: Any) -> list[Any]:
    """What a value is made of; texts, numbers and the like are checked and have no parts."""
    match value:
        case dict():
            return [*value, *value.values()]
        case list():
            return value
        case str() if not _is_unicode(value):
            raise ValueError("half a character")
        case int() if abs(value) > LARGEST:
            raise ValueError("a number that is too large")
        case float() if not math.isfinite(value):
            raise ValueError("not a number")
    return []


def _is_unicode(text: str) -> bool:
    """JSON can name half of a pair of surrogates; nobody can write such a text down."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
