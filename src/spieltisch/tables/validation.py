"""Why what was sent could not be read, in both languages and without repeating it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from spieltisch.core.language import Both

WHOLE = Both("muss eine ganze Zahl sein", "must be a whole number")
ONE_OF = Both("muss eins von diesen sein: {expected}", "must be one of {expected}")
OBJECT = Both("muss ein Objekt sein", "must be an object")
JSON = Both("ist kein gültiges JSON", "is not valid JSON")
YES_NO = Both("muss true oder false sein", "must be true or false")
OTHER = Both("passt hier nicht", "does not fit here")
SENTENCES = {  # by pydantic's types of errors
    "missing": Both("fehlt", "is missing"),
    "extra_forbidden": Both("hat ein unbekanntes Feld", "has an unknown field"),
    "string_type": Both("muss ein Text sein", "must be a text"),
    "string_too_short": Both(
        "muss mindestens {min_length} Zeichen haben", "must have at least {min_length} characters"
    ),
    "string_too_long": Both(
        "darf höchstens {max_length} Zeichen haben", "may have at most {max_length} characters"
    ),
    "string_pattern_mismatch": Both(
        "enthält Zeichen, die hier nicht erlaubt sind",
        "contains characters that are not allowed here",
    ),
    "value_error": Both(
        "enthält Zeichen oder Zahlen, die hier nicht erlaubt sind",
        "contains characters or numbers that are not allowed here",
    ),
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_parsing_size": WHOLE,
    "int_from_float": WHOLE,
    "bool_type": YES_NO,
    "bool_parsing": YES_NO,
    "greater_than_equal": Both("muss mindestens {ge} sein", "must be at least {ge}"),
    "less_than_equal": Both("darf höchstens {le} sein", "may be at most {le}"),
    "literal_error": ONE_OF,
    "enum": ONE_OF,
    "union_tag_invalid": Both(
        "braucht als {discriminator} eins von diesen: {expected_tags}",
        "needs as {discriminator} one of {expected_tags}",
    ),
    "union_tag_not_found": Both("braucht {discriminator}", "needs {discriminator}"),
    "list_type": Both("muss eine Liste sein", "must be a list"),
    "too_short": Both(
        "braucht mindestens {min_length} Einträge", "needs at least {min_length} entries"
    ),
    "too_long": Both(
        "darf höchstens {max_length} Einträge haben", "may have at most {max_length} entries"
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
ALL = Both("Die Nachricht", "the message")


class Refused(Protocol):
    """What pydantic and FastAPI raise."""

    def errors(self) -> Sequence[Any]: ...


def told(error: Refused) -> Both:
    """The first fault."""
    return sentence(error.errors()[0])


def sentence(fault: Mapping[str, Any]) -> Both:
    """
    >>> sentence({"type": "string_too_long", "loc": ("body", "name"), "ctx": {"max_length": 24}})
    Both(de='name darf höchstens 24 Zeichen haben.', en='name may have at most 24 characters.')
    >>> sentence({"type": "extra_forbidden", "loc": ("body", "what they sent")}).en
    'the message has an unknown field.'
    >>> sentence({"type": "something_new", "loc": ()}).de
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
    said = SENTENCES.get(kind, OTHER).format(**listed)
    return Both("{} {}.", "{} {}.").format(name or ALL, said)
