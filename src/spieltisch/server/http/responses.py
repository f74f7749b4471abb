"""What the server answers over HTTP, for the OpenAPI description.

Answers are not checked against these at run time, which would cost every request; tests do.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", defer_build=True)


class Fault(Shape):
    """A code to switch on, a sentence to show, and the rule of the game that is the reason."""

    code: str
    de: str
    en: str
    rule: str | None = None


class Words(Shape):
    de: str
    en: str


class Character(Shape):
    name: str
    face: str
    line: Words


class Bot(Shape):
    name: str
    label: Words
    person: Character


class GameOption(Shape):
    name: str
    kind: Literal["switch", "number", "choice", "data"]
    label: Words
    default: Any
    values: list[Any]
    least: int | None
    most: int | None


class Players(Shape):
    least: int
    most: int


class GameShown(Shape):
    key: str
    name: str
    pitch: Words
    players: Players
    minutes: int
    prefix: str
    hides: bool
    options: list[GameOption]
    ready: bool
    progress: float
    step: str | None


class GameList(Shape):
    games: list[GameShown]
    bots: list[Bot]
    default_bot: str


class Span(Shape):
    kind: Literal["text", "strong", "em", "code"]
    text: str


class TextBlock(Shape):
    kind: Literal["p"]
    spans: list[Span]


class ListBlock(Shape):
    kind: Literal["list"]
    items: list[list[Span]]


class TableBlock(Shape):
    kind: Literal["table"]
    rows: list[list[list[Span]]]


class Paragraph(Shape):
    kind: Literal["heading", "rule", "text"]
    level: int
    id: str | None
    text: str
    blocks: list[TextBlock | ListBlock | TableBlock]


class Example(Shape):
    """A position below a rule, as a seat saw it, and the turn it played then."""

    rule: str
    text: str
    seat: int
    turn: str | None
    view: dict[str, Any]


class Rules(Shape):
    game: str
    lang: Literal["de", "en"]
    paragraphs: list[Paragraph]
    examples: list[Example]


class Identity(Shape):
    id: str | None
    name: str | None


class Agent(Shape):
    id: str
    name: str
    token: str


class Proposal(Shape):
    seat: int
    until: int | None
    agreed: list[int]


class Pause(Shape):
    """The pause agreed on last, which may be over, and one that somebody proposes."""

    until: int | None
    proposal: Proposal | None


class SeatShown(Shape):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str | None
    level: str | None
    warm: bool
    left: bool
    connected: bool
    grace: int | None
    local: bool
    face: str
    away: list[list[int]]
    about: Words | None


class You(Shape):
    seats: list[int]
    host: bool


class Opening(Shape):
    seats: list[int]
    until: int


class LiveClock(Shape):
    kind: Literal["live"]
    seconds: int


class SlowClock(Shape):
    kind: Literal["slow"]
    days: int


class Tried(Shape):
    """The moment of another match that a table began from, seen by one of its seats."""

    table: str
    n: int
    seat: int


class TableShown(Shape):
    id: str
    game: str
    options: dict[str, Any]
    players: int
    status: Literal["open", "playing", "over", "closed"]
    public: bool
    spectators: bool
    hints: bool
    rated: bool  # its results count for ratings
    taught: bool  # it began as a guided first game, with prepared chance
    offline: bool  # played without a server: never rated, and nothing to verify
    handed: bool  # over, and handed over as a record of a match elsewhere
    outdated: bool  # of other rules than those installed: it can be read, not played
    stand_ins: list[str]  # the levels that may play on for a person
    clock: LiveClock | SlowClock | None
    commitment: str
    nonces: list[str]
    seals: list[str]
    opening: Opening | None
    seats: list[SeatShown]
    you: You
    n: int
    created: int
    updated: int
    rematch: str | None
    tried: Tried | None
    pause: Pause
    deal: str | None
    link: str


class TableList(Shape):
    tables: list[TableShown]


class MyTable(TableShown):
    your_turn: bool


class MyTableList(Shape):
    tables: list[MyTable]


class SeatLink(Shape):
    link: str
    key: str


class LogLine(Shape):
    n: int
    kind: Literal["turn", "chance"]
    seat: int | None
    text: str
    de: str
    en: str


class Result(Shape):
    scores: list[int]
    ranks: list[int]


class Replay(Shape):
    game: str
    players: int
    names: list[str]
    faces: list[str]
    hides: bool
    options: dict[str, Any]
    log: list[LogLine]
    history: list[list[int]]
    result: Result
    offline: bool  # played without a server: nobody has verified it


class ViewAfter(Shape):
    n: int
    view: dict[str, Any]


class Views(Shape):
    seat: int | None
    views: list[ViewAfter]


class Outcome(Shape):
    n: int
    line: int
    total: int
    ticket: int


class SinceEvent(Shape):
    """`what` is empty for the first: the position that was seen last."""

    n: int
    what: str
    seat: int | None
    at: int
    lines: list[LogLine]
    view: Any
    acting: list[int]
    chosen: list[int]


class Since(Shape):
    seat: int | None
    events: list[SinceEvent]


class Fairness(Shape):
    taught: bool  # a guided first game: its first outcomes were prepared, there is nothing to check
    commitment: str
    nonces: list[str]
    seals: list[str]
    unsealed: list[int]
    seed: str | None
    over: bool
    opens: int | None  # until then the seed stays secret: others play with the same luck
    ok: bool | None
    outcomes: list[Outcome]


class ChannelShown(Shape):
    id: str
    kind: Literal["push", "mail", "hook"]
    label: str
    mark: str  # of a push subscription: the SHA-256 of its endpoint, by which a browser knows it
    lang: Literal["de", "en"]
    hour: int
    mode: Literal["now", "daily", "never"]
    confirmed: bool
    trouble: str | None


class HolidayShown(Shape):
    id: str
    begins: int
    ends: int


class NoticesShown(Shape):
    """`key`: for the browser's subscription."""

    key: str
    mail: bool
    webhooks: bool
    channels: list[ChannelShown]
    holidays: list[HolidayShown]
    days_left: int


class ChannelMode(Shape):
    channel: str
    mode: Literal["now", "daily", "never"]


class TableNotices(Shape):
    """`seen`: the last event that I saw, on whichever device; modes that differ from the usual."""

    seen: int
    modes: list[ChannelMode]


class Stopped(Shape):
    kind: Literal["push", "mail", "hook"]
    label: str
    mode: Literal["now", "daily", "never"]
