"""The shapes of what is mine: bodies of requests, and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from spieltisch.server.http.bodies import Name, Strict
from spieltisch.server.http.responses import Shape, Words

Face = Literal[
    "fox", "cat", "hare", "frog", "bear", "owl", "badger", "raven", "mouse", "tortoise", "mole",
    "hedgehog",
]  # fmt: skip
Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]


class MyLook(Strict):
    """What I want to change about me; what is left out stays."""

    name: Name | None = None
    face: Face | None = None
    colour: Colour | None = None
    abandon: Annotated[int, Field(ge=0, le=365)] | None = None


class Recover(Strict):
    code: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    take_along: bool = False  # what this device has played as somebody else


class Profile(Shape):
    id: str
    name: str
    face: str
    colour: str
    abandon: int  # days until a table of mine against bots goes away; 0: never
    devices: int
    code: bool  # whether there is a recovery code


class RecoveryCode(Shape):
    code: str
    link: str


class Forgotten(Shape):
    forgotten: Literal[True]


class SeatPlayed(Shape):
    seat: int
    name: str
    face: str
    level: str | None
    person: bool
    mine: bool
    score: int | None
    rank: int | None


class MatchPlayed(Shape):
    id: str
    game: str
    options: dict[str, Any]
    status: Literal["open", "playing", "over"]
    your_turn: bool
    alone: bool  # no other people sit there: I may end it
    deal: str | None
    offline: bool  # played without a server: never rated, and nobody has verified it
    began: int
    at: int  # when it ended, or when something happened last
    turns: int
    seats: list[SeatPlayed]
    score: int | None  # mine, and my rank
    rank: int | None
    luck: float | None  # where the match was reviewed: shares of a victory
    skill: float | None


class Played(Shape):
    matches: list[MatchPlayed]
    more: bool


class FigureShown(Shape):
    mean: float
    low: float
    high: float


class Day(Shape):
    at: str  # 2026-11-17
    played: int
    won: int


class Grade(Shape):
    least: int | None
    stars: float | None
    label: Words


class GameStatistics(Shape):
    game: str
    options: dict[str, Any]
    alone: bool
    count: int
    won: int
    best: int | None
    mean: FigureShown | None
    streak: int  # victories in a row until now, and the longest
    longest: int
    scores: list[int]  # of games alone, the oldest first
    scale: list[Grade]


class Opponent(Shape):
    name: str
    face: str
    bot: bool
    won: int
    lost: int
    tied: int


class LuckShown(Shape):
    game: str
    count: int
    luck: FigureShown
    skill: FigureShown


class BotShown(Shape):
    level: str
    points: FigureShown
    share: FigureShown  # how often I finish before it


class Rating(Shape):
    """How strong I play a game; `medium` has 1500 points in every game."""

    game: str
    matches: int  # that count
    people: int  # whom I met in them
    points: FigureShown
    bots: list[BotShown]  # the weakest first


class Statistics(Shape):
    count: int
    won: int
    days: list[Day]  # on which I played, the oldest first
    streak: int  # days in a row until today or yesterday
    games: list[GameStatistics]
    opponents: list[Opponent]
    luck: list[LuckShown]
    ratings: list[Rating]


# Deals: the same luck for several


class NewDeal(Strict):
    """A challenge: the deal of a match of mine, or a fresh one of a game."""

    match: Annotated[str, StringConstraints(max_length=32, pattern="^[0-9a-z]+$")] | None = None
    game: Annotated[str, StringConstraints(max_length=64)] | None = None


class NewCup(Strict):
    game: Annotated[str, StringConstraints(max_length=64)]
    rounds: Annotated[int, Field(ge=2, le=12)] = 4
    title: Name | None = None


class PlayDeal(Strict):
    rated: bool = True
    name: Name | None = None


class DealTable(Shape):
    table: str


class Entry(Shape):
    """A result in the list of a deal; a bot's is a mark without a place."""

    key: str
    place: int | None
    name: str
    face: str
    colour: str
    level: str | None
    mine: bool
    score: int
    rank: int
    stars: float | None


class Attempt(Shape):
    table: str
    status: Literal["playing", "over", "closed"]
    score: int | None
    rank: int | None
    stars: float | None
    late: bool  # it was finished when the deal was over: it does not count


class DealShown(Shape):
    id: str
    kind: Literal["day", "challenge", "cup"]
    game: str
    options: dict[str, Any]
    title: str
    by: str  # who made it
    cup: str | None
    number: int
    seats: list[str | None]  # the level of each bot, null for whoever plays
    opens: int  # when results and luck are open to all
    open: bool
    seed: str | None  # when it is open
    link: str
    mine: Attempt | None
    finished: int
    entries: list[Entry]
    best: int | None  # of mine, on other days


class CalendarDay(Shape):
    at: str
    games: list[str]


class DayShown(Shape):
    date: str
    today: str
    ends: int
    now: int
    over: bool
    commitment: str
    secret: str | None  # when the day is over
    deals: list[DealShown]
    played: list[CalendarDay]  # by me, this month
    streak: int
    longest: int


class Moment(Shape):
    line: int
    de: str
    en: str
    score: int


class TurnOfBoth(Shape):
    mine: Moment | None
    theirs: Moment | None


class Comparison(Shape):
    name: str
    parted: int | None
    turns: list[TurnOfBoth]


class CupPlace(Shape):
    place: int
    name: str
    face: str
    colour: str
    mine: bool
    deals: int
    share: FigureShown | None
    results: list[Entry | None]


class CupShown(Shape):
    id: str
    title: str
    game: str
    by: str
    opens: int
    open: bool
    link: str
    deals: list[DealShown]
    places: list[CupPlace]
