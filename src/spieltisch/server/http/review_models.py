"""What the server answers about reviews, practice, and playing on; see `responses`."""

from __future__ import annotations

from typing import Any, Literal

from spieltisch.server.http.responses import Shape, Words


class ReviewSeat(Shape):
    """start + luck + play + others = result; `plain`: for a child, in words."""

    seat: int
    start: float
    luck: float
    play: float
    others: float
    result: float
    adjusted: float
    said: Words
    plain: Words


class ReviewEvent(Shape):
    """`values`: each seat's share of victory after the event, by its own knowledge."""

    n: int
    kind: Literal["turn", "chance"]
    seat: int | None
    values: list[float | None]
    luck: list[float | None] | None
    loss: float | None
    best: str | None


class ReviewPoint(Shape):
    """A turning point; of a good turn `best` is the next best one, and `change` its distance."""

    n: int
    seat: int
    kind: Literal["choice", "luck", "good"]
    change: float
    played: str
    best: str | None
    why: Words
    said: Words
    best_said: Words | None
    plain: Words


class ReviewShown(Shape):
    game: str
    players: int
    seats: list[ReviewSeat]
    events: list[ReviewEvent]
    turning_points: list[ReviewPoint]
    good: list[ReviewPoint]
    shows_luck: bool


class ReviewState(Shape):
    state: Literal["none", "waiting", "working", "done"]
    progress: float
    review: ReviewShown | None


class Task(Shape):
    """A position of a match of mine where the choice mattered: event n was my turn."""

    table: str
    game: str
    n: int
    seat: int
    players: int
    at: int
    options: dict[str, Any]


class TaskList(Shape):
    tasks: list[Task]


class Judgement(Shape):
    """What a turn is worth: `loss` against `best`, `chance` to win with it."""

    n: int
    seat: int
    text: str
    said: Words
    grade: Literal["best", "good", "slip", "mistake"]
    loss: float
    chance: float
    best: str
    best_said: Words
    why: Words
