"""What clients say at a table: the one description, and how a message is read by it.

Strict, so that nothing is guessed. Only the standard library: a browser's worker reads the same.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from spieltisch.core.language import Both
from spieltisch.tables.encoding import loads
from spieltisch.tables.problems import Problem
from spieltisch.tables.sanitize import plain_text
from spieltisch.tables.validation import sentence

NAME = 24
CHAT = 300
TURN = 2000
TURNS = 500
LEGAL = 200
BEGUN = 400


@dataclass(frozen=True)
class Text:
    most: int
    least: int = 0
    written: bool = False  # by people for each other: without what cannot be seen


@dataclass(frozen=True)
class Number:
    least: int
    most: int


@dataclass(frozen=True)
class Listed:
    most: int


Id = Annotated[str, Text(64, 1)]
SeatNumber = Annotated[int, Number(0, 15)]
TurnText = Annotated[str, Text(TURN)]
Begun = Annotated[list[Annotated[int, Number(0, 2**31)]], Listed(BEGUN)]


@dataclass(frozen=True)
class Hello:
    kind: Literal["hello"]
    after: Annotated[int, Number(0, 2**31)] | None = None
    lang: Literal["de", "en"] | None = None  # of all sentences; null: both languages
    patches: bool = False  # whether to be told what changes, in place of whole views
    visible: bool = True
    choices: bool = False  # with patches: to be told what can be chosen, where that is little


@dataclass(frozen=True)
class Visible:
    """Whether somebody sees the page; whoever does not is told in other ways."""

    kind: Literal["visible"]
    id: Id
    visible: bool


@dataclass(frozen=True)
class Look:
    kind: Literal["look"]
    id: Id
    seat: SeatNumber | None


@dataclass(frozen=True)
class Turn:
    kind: Literal["turn"]
    id: Id
    seat: SeatNumber
    text: TurnText


@dataclass(frozen=True)
class Why:
    kind: Literal["why"]
    id: Id
    seat: SeatNumber
    text: TurnText


@dataclass(frozen=True)
class Legal:
    kind: Literal["legal"]
    id: Id
    seat: SeatNumber
    texts: Annotated[list[TurnText], Listed(LEGAL)]


@dataclass(frozen=True)
class Choices:
    kind: Literal["choices"]
    id: Id
    seat: SeatNumber
    begun: Begun = field(default_factory=list)


@dataclass(frozen=True)
class Turns:
    kind: Literal["turns"]
    id: Id
    seat: SeatNumber
    limit: Annotated[int, Number(1, TURNS)] = 100


@dataclass(frozen=True)
class Undo:
    kind: Literal["undo"]
    id: Id
    seat: SeatNumber


@dataclass(frozen=True)
class Hint:
    """What I was about to do, to compare it with: its decisions (`begun`), or the turn's `text`."""

    kind: Literal["hint"]
    id: Id
    seat: SeatNumber
    begun: Begun = field(default_factory=list)
    text: TurnText | None = None


@dataclass(frozen=True)
class Chat:
    kind: Literal["chat"]
    id: Id
    text: Annotated[str, Text(CHAT, 1, written=True)]


@dataclass(frozen=True)
class Ping:
    kind: Literal["ping"]
    id: Id


Message = Hello | Visible | Look | Turn | Why | Legal | Choices | Turns | Undo | Hint | Chat | Ping
KINDS: dict[str, type] = {one.__name__.lower(): one for one in get_args(Message)}


class Wrong(Exception):
    """What is wrong, in the words that `validation` has sentences for."""

    def __init__(self, kind: str, *where: str | int, **known: object) -> None:
        super().__init__(kind)
        self.kind, self.where, self.known = kind, where, known

    def said(self) -> Both:
        return sentence({"type": self.kind, "loc": self.where, "ctx": self.known})


def read(text: str | bytes) -> Message:
    """The message; a Problem says what is wrong with it."""
    try:
        return _message(loads(text))
    except Wrong as wrong:
        raise Problem("input/invalid", wrong.said()) from None
    except (ValueError, RecursionError):
        raise Problem("input/invalid", Wrong("json_invalid").said()) from None


def id_of(text: str | bytes) -> str | None:
    """The id of a message that is not understood otherwise, so that its sender knows which it was.

    >>> id_of('{"kind": "dance", "id": "d1"}'), id_of('{"id": 5}'), id_of("{")
    ('d1', None, None)
    """
    try:
        found: str = _check_id(loads(text)["id"], "id")
    except (Wrong, ValueError, TypeError, LookupError, RecursionError):
        return None
    return found


def _message(found: Any) -> Message:
    if not isinstance(found, dict):
        raise Wrong("dict_type")
    if "kind" not in found:
        raise Wrong("union_tag_not_found", discriminator="kind")
    kind = found["kind"]
    if not isinstance(kind, str) or kind not in _READERS:
        raise Wrong("union_tag_invalid", discriminator="kind", expected_tags=", ".join(KINDS))
    made, checks, defaults = _READERS[kind]
    for name in defaults:
        if name not in found:
            found[name] = defaults[name]()
    if len(found) != len(checks):
        for name in checks:
            if name not in found:
                raise Wrong("missing", name)
        raise Wrong("extra_forbidden", "")
    for name, check in checks.items():
        if name not in found:
            raise Wrong("missing", name)
        found[name] = check(found[name], name)
    message: Message = made(**found)
    return message


Check = Callable[..., Any]  # of a value and where it stands


def _checker(annotation: Any) -> Check:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _literal_checker(args)
    if annotation is bool:
        return _check_switch
    if origin in (Union, types.UnionType):
        inner = _checker(args[0])
        return lambda value, *where: None if value is None else inner(value, *where)
    if origin is Annotated and isinstance(args[1], Text):
        return _text_checker(args[1])
    if origin is Annotated and isinstance(args[1], Number):
        return _number_checker(args[1])
    if origin is Annotated and isinstance(args[1], Listed):
        return _list_checker(args[1], _checker(get_args(args[0])[0]))
    raise TypeError(f"nobody reads {annotation!r}")


def _literal_checker(known: tuple[Any, ...]) -> Check:
    def check(value: Any, *where: str | int) -> Any:
        if value not in known:
            raise Wrong("literal_error", *where, expected=", ".join(known))
        return value

    return check


def _text_checker(bounds: Text) -> Check:
    def check(value: Any, *where: str | int) -> str:
        if not isinstance(value, str):
            raise Wrong("string_type", *where)
        if bounds.written:
            value = value.strip()
        if len(value) < bounds.least:
            raise Wrong("string_too_short", *where, min_length=bounds.least)
        if len(value) > bounds.most:
            raise Wrong("string_too_long", *where, max_length=bounds.most)
        try:
            value.encode()  # Python's own JSON takes half of a pair of surrogates
            return plain_text(value) if bounds.written else value
        except ValueError:
            raise Wrong("value_error", *where) from None

    return check


def _check_switch(value: Any, *where: str | int) -> bool:
    if type(value) is not bool:
        raise Wrong("bool_type", *where)
    return value


def _number_checker(bounds: Number) -> Check:
    def check(value: Any, *where: str | int) -> int:
        if type(value) is not int:
            raise Wrong("int_type", *where)
        if value < bounds.least:
            raise Wrong("greater_than_equal", *where, ge=bounds.least)
        if value > bounds.most:
            raise Wrong("less_than_equal", *where, le=bounds.most)
        return value

    return check


def _list_checker(bounds: Listed, inner: Check) -> Check:
    def check(value: Any, *where: str | int) -> list[Any]:
        if not isinstance(value, list):
            raise Wrong("list_type", *where)
        if len(value) > bounds.most:
            raise Wrong("too_long", *where, max_length=bounds.most)
        return [inner(each, *where, n) for n, each in enumerate(value)]

    return check


Reader = tuple[type, Mapping[str, Check], Mapping[str, Callable[[], Any]]]


def _reader(made: type) -> Reader:
    hints = get_type_hints(made, include_extras=True)
    checks = {name: _checker(hints[name]) for name in hints}
    defaults: dict[str, Callable[[], Any]] = {}
    for each in fields(made):
        if each.default_factory is not MISSING:
            defaults[each.name] = each.default_factory
        elif each.default is not MISSING:
            defaults[each.name] = lambda value=each.default: value  # type: ignore[misc]
    return made, checks, defaults


_READERS: dict[str, Reader] = {kind: _reader(made) for kind, made in KINDS.items()}
_check_id = _checker(Id)
