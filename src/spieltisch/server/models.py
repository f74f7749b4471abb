"""The bodies of HTTP requests and the messages of clients; strict, so that nothing is guessed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
)

from spieltisch.tables.sanitize import plain_data, plain_text

NAME = 24
CHAT = 300
TURN = 2000
TURNS = 500
LEGAL = 200
BEGUN = 400

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME, strip_whitespace=True),
    AfterValidator(plain_text),
]
Nonce = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]
Seal = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Level = Annotated[str, StringConstraints(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Me(Strict):
    name: Name


class MySeat(Strict):
    kind: Literal["me"]


class LocalSeat(Strict):
    kind: Literal["local"]
    name: Name


class OpenSeat(Strict):
    kind: Literal["open"]


class BotSeat(Strict):
    kind: Literal["bot"]
    level: Level


class Live(Strict):
    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=10, le=3600)]


class Slow(Strict):
    kind: Literal["slow"]
    days: Annotated[int, Field(ge=1, le=30)]


Seat = Annotated[MySeat | LocalSeat | OpenSeat | BotSeat, Field(discriminator="kind")]
Clock = Annotated[Live | Slow, Field(discriminator="kind")]


class NewTable(Strict):
    game: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    options: Annotated[dict[str, Any], Field(max_length=32), AfterValidator(plain_data)] = {}
    public: bool = False
    spectators: bool = True
    hints: bool = True
    clock: Clock | None = None
    name: Name | None = None
    seal: Seal = ""


class Join(Strict):
    seat: SeatNumber | None = None
    nonce: Nonce = ""
    seal: Seal = ""
    name: Name | None = None


class Start(Strict):
    nonce: Nonce = ""


class Reveal(Strict):
    nonce: Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]+$")]


class GiveToBot(Strict):
    level: Level


class Claim(Strict):
    key: Key


class Nothing(Strict):
    """An empty object."""


# Messages of the WebSocket


class Hello(Strict):
    kind: Literal["hello"]
    after: Annotated[int, Field(ge=0, le=2**31)] | None = None


class Look(Strict):
    kind: Literal["look"]
    id: Id
    seat: SeatNumber | None


class Turn(Strict):
    kind: Literal["turn"]
    id: Id
    seat: SeatNumber
    text: Annotated[str, StringConstraints(max_length=TURN)]


class Why(Strict):
    kind: Literal["why"]
    id: Id
    seat: SeatNumber
    text: Annotated[str, StringConstraints(max_length=TURN)]


class Legal(Strict):
    kind: Literal["legal"]
    id: Id
    seat: SeatNumber
    texts: Annotated[
        list[Annotated[str, StringConstraints(max_length=TURN)]], Field(max_length=LEGAL)
    ]


class Choices(Strict):
    kind: Literal["choices"]
    id: Id
    seat: SeatNumber
    begun: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Field(max_length=BEGUN)] = []


class Turns(Strict):
    kind: Literal["turns"]
    id: Id
    seat: SeatNumber
    limit: Annotated[int, Field(ge=1, le=TURNS)] = 100


class Undo(Strict):
    kind: Literal["undo"]
    id: Id
    seat: SeatNumber


class Hint(Strict):
    kind: Literal["hint"]
    id: Id
    seat: SeatNumber


class Chat(Strict):
    kind: Literal["chat"]
    id: Id
    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=CHAT, strip_whitespace=True),
        AfterValidator(plain_text),
    ]


class Ping(Strict):
    kind: Literal["ping"]
    id: Id


Message = Annotated[
    Hello | Look | Turn | Why | Legal | Choices | Turns | Undo | Hint | Chat | Ping,
    Field(discriminator="kind"),
]
MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)
ID: TypeAdapter[str] = TypeAdapter(Id)
