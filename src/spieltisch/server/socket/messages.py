"""What the server says on a WebSocket. `tables.messages` has what clients say.

Like the answers of HTTP these are not checked at run time; tests check every message they receive.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from spieltisch.server.http.responses import Fault, Result, Shape, TableShown, Words

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
    "shrink",
    "claim",
    "nonce",
    "seal",
    "reveal",
    "chat",
    "free",
    "help",
    "rematch",
    "pause",
    "agree",
    "refuse",
    "away",
    "end",
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


class Said(Shape):
    """A sentence in the language that `hello` named, or in both."""

    de: str | None = None
    en: str | None = None


class SaidLine(Said):
    """A line of the log."""

    n: int
    kind: Literal["turn", "chance"]
    seat: int | None
    text: str


class LessonStep(Shape):
    """What the guide of a first game says now; `turn` is what the step is about, on one's turn."""

    n: int  # from 1; one more than `of` when the lesson is over
    of: int
    titles: list[Words]
    say: Words
    more: Words
    rule: str | None
    turn: str | None


class Choice(Shape):
    """One way to go on with a turn: `text` is the turn so far, with this decision."""

    decision: int
    text: str
    complete: bool


class Frame(Shape):
    """The view from a seat (null: a spectator's), and what can be done there.

    For those who are told patches, `view` is the public one, and `own` makes a seat's view of it.
    """

    looking: int | None
    view: dict[str, Any] | None
    own: dict[str, Any] | None = None
    choices: list[Choice] | None = None  # where `hello` asked for them
    ask: Said
    undo: Undoing | None
    lesson: LessonStep | None


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
    lines: list[SaidLine]


class Snapshot(Position):
    kind: Literal["snapshot"]
    now: int
    table: TableShown
    log: list[SaidLine]
    chat: list[ChatLine]
    missed: list[Missed]


class EventMessage(Position):
    kind: Literal["event"]
    what: What
    seat: int | None
    at: int
    from_: Annotated[int, Field(alias="from")]
    lines: list[SaidLine]
    table: TableShown | None
    chat: ChatLine | None = None


class ChangeMessage(Shape):
    """An event, for those who are told patches: what is left out is as before."""

    kind: Literal["change"]
    n: int
    what: What
    seat: int | None
    at: int
    from_: Annotated[int, Field(alias="from")]
    acting: list[int]
    chosen: list[int]
    deadline: int | None
    lines: list[SaidLine]
    result: Final | None = None
    view: dict[str, Any] | None = None  # in place of a patch where there was no view before
    patch: dict[str, Any] | None = None
    sum: int | None = None
    looking: int | None = None
    own: dict[str, Any] | None = None
    ask: Said | None = None
    undo: Undoing | None = None
    lesson: LessonStep | None = None
    choices: list[Choice] | None = None
    table: TableShown | None = None
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


class HintDraft(Shape):
    """What I was about to do: the whole turn, and the chance to win with it."""

    text: str
    chance: float
    loss: float


class HintAnswer(Words):
    """Graded help: `nudge` (look at the pieces `look`), then `do`, then `why`. `de` and `en` are
    the turn as the log would have it."""

    kind: Literal["hint"]
    id: str
    n: int
    text: str
    decisions: list[int]
    look: list[str]
    nudge: Words
    do: Words
    why: Words
    chance: float
    draft: HintDraft | None
    forced: bool


class LookAnswer(Frame):
    kind: Literal["look"]
    id: str
    n: int
    log: list[SaidLine]


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
ServerMessage = Annotated[
    Snapshot | EventMessage | ChangeMessage | Presence | Answer, Field(discriminator="kind")
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
