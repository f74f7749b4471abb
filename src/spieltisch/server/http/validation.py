"""Why what was sent could not be read, in both languages and without repeating it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

WHOLE = ("muss eine ganze Zahl sein", "must be a whole number")
ONE_OF = ("muss eins von diesen sein: {expected}", "must be one of {expected}")
OBJECT = ("muss ein Objekt sein", "must be an object")
JSON = ("ist kein gültiges JSON", "is not valid JSON")
YES_NO = ("muss true oder false sein", "must be true or false")
OTHER = ("passt hier nicht", "does not fit here")
SENTENCES = {  # by pydantic's types of errors
    "missing": ("fehlt", "is missing"),
    "extra_forbidden": ("hat ein unbekanntes Feld", "has an unknown field"),
    "string_type": ("muss ein Text sein", "must be a text"),
    "string_too_short": (
        "muss mindestens {min_length} Zeichen haben",
        "must have at least {min_length} characters",
    ),
    "string_too_long": (
        "darf höchstens {max_length} Zeichen haben",
        "may have at most {max_length} characters",
    ),
    "string_pattern_mismatch": (
        "enthält Zeichen, die hier nicht erlaubt sind",
        "contains characters that are not allowed here",
    ),
    "value_error": (  # `plain` refuses it
        "enthält Zeichen oder Zahlen, die hier nicht erlaubt sind",
        "contains characters or numbers that are not allowed here",
    ),
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_parsing_size": WHOLE,
    "int_from_float": WHOLE,
    "bool_type": YES_NO,
    "bool_parsing": YES_NO,
    "greater_than_equal": ("muss mindestens {ge} sein", "must be at least {ge}"),
    "less_than_equal": ("darf höchstens {le} sein", "may be at most {le}"),
    "literal_error": ONE_OF,
    "enum": ONE_OF,
    "union_tag_invalid": (
        "braucht als {discriminator} eins von diesen: {expected_tags}",
        "needs as {discriminator} one of {expected_tags}",
    ),
    "union_tag_not_found": ("braucht {discriminator}", "needs {discriminator}"),
    "list_type": ("muss eine Liste sein", "must be a list"),
    "too_short": (
        "braucht mindestens {min_length} Einträge",
        "needs at least {min_length} entries",
    ),
    "too_long": (
        "darf höchstens {max_length} Einträge haben",
        "may have at most {max_length} entries",
    ),
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "json_invalid": JSON,
    "json_type": JSON,
}
SAFE = (  # what pydantic knows from our own declarations, not from what was sent
    "min_length",
    "max_length",
    "ge",
    "le",
    "expected",
    "discriminator",
    "expected_tags",
)
PLACES = {"body", "query", "path", "header", "cookie"}
ALL = ("Die Nachricht", "the message")


class Refused(Protocol):
    """What pydantic and FastAPI raise."""

    def errors(self) -> Sequence[Any]: ...


def told(error: Refused) -> tuple[str, str]:
    """The first fault in German and in English."""
    return sentence(error.errors()[0])


def sentence(fault: Mapping[str, Any]) -> tuple[str, str]:
    """
    >>> sentence({"type": "string_too_long", "loc": ("body", "name"), "ctx": {"max_length": 24}})
    ('name darf höchstens 24 Zeichen haben.', 'name may have at most 24 characters.')
    >>> sentence({"type": "extra_forbidden", "loc": ("body", "what they sent")})[1]
    'the message has an unknown field.'
    >>> sentence({"type": "something_new", "loc": ()})[0]
    'Die Nachricht passt hier nicht.'
    """
    kind, where = fault["type"], list(fault["loc"])
    if where and where[0] in PLACES:
        where = where[1:]
    if kind == "extra_forbidden":
        where = where[:-1]  # the name of the field was sent
    if kind == "json_invalid":
        where = []
    known = {name: value for name, value in fault.get("ctx", {}).items() if name in SAFE}
    listed = {name: str(value).replace(" or ", ", ") for name, value in known.items()}
    name = ".".join(str(part) for part in where)[:80]
    de, en = SENTENCES.get(kind, OTHER)
    return f"{name or ALL[0]} {de.format(**listed)}.", f"{name or ALL[1]} {en.format(**listed)}."
