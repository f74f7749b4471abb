"""What the server says on a WebSocket. `models.py` has what clients say.

Like the answers of HTTP these are not checked at run time; tests check every message they receive.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from spieltisch.server.http.responses import Fault, LogLine, Result, Shape, TableShown, Words

What = Literal[
    "create",
    "turn",
    "undo",
    "start",
    "begin",
    "join",
    "leave",
    "bot",
    "back",
    "open",
    "claim",
    "nonce",
    "seal",
    "reveal",
    "chat",
    "rematch",
]


class Final(Result):
    """At the end; `history[k]` are the scores after line k of the log."""

    history: list[list[int]]


class Undoing(Shape):
    """Whether the seat can take its last turn back, and if not, why."""

    can: bool
    rule: str | None = None
    de: str | None = None
    en: str | None = None


class Frame(Shape):
    """The view from a seat (null: a spectator's), and what can be done there."""

    looking: int | None
    view: dict[str, Any] | None
    ask: Words
    undo: Undoing | None


class Position(Frame):
    """What is true of the table for the one who looks."""

    n: int
    acting: list[int]
    chosen: list[int]
    deadline: int | None
    result: Final | None


class ChatLine(Shape):
    at: int
    seat: int | None
    name: str
    text: str


class Missed(Shape):
    n: int
    what: What
    seat: int | None
    at: int
    lines: list[LogLine]


class Snapshot(Position):
    kind: Literal["snapshot"]
    now: int
    table: TableShown
    log: list[LogLine]
    chat: list[ChatLine]
    missed: list[Missed]


class EventMessage(Position):
    kind: Literal["event"]
    what: What
    seat: int | None
    at: int
    from_: Annotated[int, Field(alias="from")]
    lines: list[LogLine]
    table: TableShown | None
    chat: ChatLine | None = None


class SeatPresence(Shape):
    seat: int
    connected: bool
    grace: int | None
    hurried: float | None


class Presence(Shape):
    kind: Literal["presence"]
    seats: list[SeatPresence]
    watching: int
    now: int


# Answers, each with the id of what was asked


class Ack(Shape):
    kind: Literal["ack"]
    id: str
    n: int
    text: str


class Refused(Words):
    kind: Literal["refused"]
    id: str
    rule: str


class Choice(Shape):
    """One way to go on with a turn: `text` is the turn so far, with this decision."""

    decision: int
    text: str
    complete: bool


class ChoicesAnswer(Shape):
    kind: Literal["choices"]
    id: str
    seat: int
    n: int
    begun: list[int]
    choices: list[Choice]
    view: dict[str, Any]
    ask: Words


class TurnsAnswer(Shape):
    kind: Literal["turns"]
    id: str
    seat: int
    n: int
    turns: list[str]
    more: bool


class WhyAnswer(Shape):
    """The rule and the sentences only where it is not legal."""

    kind: Literal["why"]
    id: str
    legal: bool
    rule: str | None = None
    de: str | None = None
    en: str | None = None


class LegalAnswer(Shape):
    kind: Literal["legal"]
    id: str
    n: int
    legal: list[bool]


class HintAnswer(Words):
    kind: Literal["hint"]
    id: str
    n: int
    text: str


class LookAnswer(Frame):
    kind: Literal["look"]
    id: str
    n: int
    log: list[LogLine]


class Pong(Shape):
    kind: Literal["pong"]
    id: str
    now: int


class ErrorAnswer(Fault):
    """Without an id where it was not understood to what this is the answer."""

    kind: Literal["error"]
    id: str | None


Answer = (
    Ack
    | Refused
    | ChoicesAnswer
    | TurnsAnswer
    | WhyAnswer
    | LegalAnswer
    | HintAnswer
    | LookAnswer
    | Pong
    | ErrorAnswer
)
ServerMessage = Annotated[Snapshot | EventMessage | Presence | Answer, Field(discriminator="kind")]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
