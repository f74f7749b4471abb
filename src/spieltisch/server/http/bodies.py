"""The bodies of HTTP requests; strict, so that nothing is guessed. `tables/messages.py` has what
clients say on a WebSocket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)

from spieltisch.tables.messages import NAME, TURN
from spieltisch.tables.offline_matches import LONGEST
from spieltisch.tables.sanitize import plain_data, plain_text

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME, strip_whitespace=True),
    AfterValidator(plain_text),
]
Nonce = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]
Seal = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Level = Annotated[str, StringConstraints(min_length=1, max_length=40)]


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
    rated: bool = True  # whether results count for ratings; not at a children's table
    clock: Clock | None = None
    name: Name | None = None
    seal: Seal = ""


class NewLesson(Strict):
    game: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    name: Name | None = None
    seal: Seal = ""


class HandedMatch(Strict):
    """The record of a finished match that was played without a server."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
    name: Name | None = None


class Join(Strict):
    seat: Annotated[int, Field(ge=0, le=15)] | None = None
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


class TryIt(Strict):
    """Play on from after event n (0: from the beginning) of a finished match, as this seat."""

    n: Annotated[int, Field(ge=0, le=2**31)]
    seat: Annotated[int, Field(ge=0, le=15)]
    level: Level | None = None
    name: Name | None = None


class Judged(Strict):
    """What I would have played in place of event n of a finished match."""

    n: Annotated[int, Field(ge=1, le=2**31)]
    text: Annotated[str, StringConstraints(max_length=TURN)]


class PauseWanted(Strict):
    """Until when, in ms since 1970; None: to go on at once."""

    until: Annotated[int, Field(ge=0, le=2**53)] | None


class PauseAnswer(Strict):
    agree: bool


Mode = Literal["now", "daily", "never"]
Lang = Literal["de", "en"]
Zone = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_+/-]*$")]
Label = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(plain_text)
]
Url = Annotated[str, StringConstraints(min_length=8, max_length=2048)]
Coded = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")
]
Moment = Annotated[int, Field(ge=0, le=2**53)]


class PushKeys(Strict):
    p256dh: Coded
    auth: Coded


class NewPush(Strict):
    """What the browser's own subscription says."""

    endpoint: Url
    keys: PushKeys
    label: Label = ""
    lang: Lang = "en"
    zone: Zone = ""


class NewMail(Strict):
    address: Annotated[str, StringConstraints(min_length=3, max_length=254)]
    lang: Lang = "en"
    zone: Zone = ""


class NewHook(Strict):
    """`keyed`: links open my seat for whoever reads the message."""

    url: Url
    shape: Literal["json", "ntfy", "matrix", "discord", "slack"] = "json"
    keyed: bool = False
    lang: Lang = "en"
    zone: Zone = ""


class Confirm(Strict):
    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class ChannelChange(Strict):
    mode: Mode | None = None
    hour: Annotated[int, Field(ge=0, le=23)] | None = None
    lang: Lang | None = None


class TableMode(Strict):
    """None: as everywhere."""

    mode: Mode | None


class NewHoliday(Strict):
    begins: Moment
    ends: Moment


class Nothing(Strict):
    """An empty object."""
