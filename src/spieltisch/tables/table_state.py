"""A table as it stands: who sits where, what is being played, who is to act."""

from __future__ import annotations

from typing import Any

from spieltisch import games
from spieltisch.core.chance import commitment
from spieltisch.core.errors import Refusal
from spieltisch.matches.lesson import Lesson
from spieltisch.matches.match import Match
from spieltisch.tables import personas
from spieltisch.tables.breaks import Breaks
from spieltisch.tables.clock import Hourglass, limit_of, overtime_of
from spieltisch.tables.milestones import Milestones
from spieltisch.tables.names import free_name
from spieltisch.tables.old_rules import OldMatch
from spieltisch.tables.outcomes import Done
from spieltisch.tables.problems import Problem
from spieltisch.tables.seats import Seat

STANDING = Hourglass()


class TableState:
    __slots__ = (  # a dictionary of so many entries would be a fifth of an idle table
        "_complete",
        "_noted",
        "_played_by_bot",
        "acting",
        "answers",
        "breaks",
        "changes",
        "chat",
        "clock",
        "counted",
        "created",
        "deal",
        "ended",
        "game",
        "glass",
        "helped",
        "hints",
        "host",
        "id",
        "lesson",
        "match",
        "milestones",
        "n",
        "offline",
        "opening",
        "opens",
        "options",
        "past",
        "places",
        "public",
        "rated",
        "refusals",
        "rematch",
        "rules",
        "seats",
        "seed",
        "spectators",
        "status",
        "taught",
        "tried",
        "updated",
    )

    def __init__(self, id_: str, seed: str) -> None:
        self.id = id_
        self.seed = seed
        self.n = 0
        self.status = "open"
        self.created = self.updated = 0
        self.game = ""
        self.options: dict[str, Any] = {}
        self._complete: dict[str, Any] = {}
        self._noted = 0  # lines whose chance is written in events
        self.public = self.spectators = self.hints = False
        self.rated = False  # whether its result says how strong people are
        # Seats that had a hint, or a bot that played for them
        self.helped: frozenset[int] = frozenset()
        self.clock: dict[str, Any] | None = None
        self.rules = 0
        self.host = ""
        self.seats: list[Seat] = []
        self.acting: list[int] = []  # the seats that may choose now
        self.match: Match | None = None
        self.lesson: Lesson | None = None  # as long as the guide leads
        self.taught = False  # whether it began with prepared chance
        self.past: OldMatch | None = None  # in its place, where other rules are installed
        self.opening: int | None = None  # since when all have been asked to open their seals
        self.rematch: str | None = None
        self.tried: dict[str, Any] | None = None  # the moment of another match that this began from
        self.deal: str | None = None  # the luck that this table shares with others
        self.offline = False  # played without a server: nothing about its chance can be proved
        self.ended = 0  # when it was over, where it was handed over as a record
        self.opens = 0  # until then its seed stays secret, though the match be over
        self.chat: list[dict[str, Any]] = []
        self.changes: list[tuple[int, int, str, int | None, int, int]] = []
        # By what was asked, the seat (chat: the person) and the id.
        self.answers: dict[tuple[str, int | str, str], Done] = {}
        self.refusals: dict[tuple[int, str], Refusal] = {}
        self.counted: dict[str, int] = {}  # what `allowances` bound
        self.glass = STANDING  # one of its own where there is a clock
        self.breaks = Breaks()
        self.milestones = Milestones()
        self._played_by_bot: dict[int, list[bool]] = {}  # seat -> turn by turn
        self.places: dict[str, list[int]] = {}  # person -> seats, as long as nobody moves

    # Who

    def seats_of(self, person: str | None) -> list[int]:
        """To be read only: it is asked for every viewer of every event."""
        if person is None:
            return []
        if person not in self.places:
            held = [n for n, seat in enumerate(self.seats) if person in seat.holders]
            self.places[person] = held
        return self.places[person]

    def may_see(self, person: str | None) -> bool:
        return self.spectators or self.status == "open" or bool(self.seats_of(person))

    def check_may_see(self, person: str | None) -> None:
        if not self.may_see(person):
            raise Problem("table/no-spectators")

    def own(self, person: str | None, seat: int) -> Seat:
        if seat not in self.seats_of(person):
            raise Problem("seat/not-yours")
        return self.seats[seat]

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def faces(self) -> list[str]:
        return personas.faces([(seat.kind, seat.name, seat.face) for seat in self.seats])

    def free_name(self, wanted: str) -> str:
        return free_name(wanted, self.names())

    # Seals: each seat hands in the SHA-256 of its nonce, then all are opened, then chance begins

    def seals(self) -> list[str]:
        return [seat.seal for seat in self.seats]

    def unsealed(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.unsealed]

    def closed_seats(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.closed]

    # What is going on

    def deadline(self, seat: int, later: int = 0) -> int | None:
        since = self.glass.since.get(seat)
        limit = limit_of(self.clock)
        if limit is None or since is None or self.seats[seat].by_bot:
            return None
        return self.breaks.moment(seat, since + limit + later)

    def too_late(self, seat: int) -> int | None:
        """When a bot plays on for somebody who thinks for too long."""
        return self.deadline(seat, overtime_of(self.clock))

    def next_deadline(self) -> int | None:
        if self.clock is None:
            return None
        found = [self.deadline(seat) for seat in self.acting]
        return min((at for at in found if at is not None), default=None)

    @property
    def outdated(self) -> bool:
        """Whether this table was opened by other rules than those installed."""
        return self.rules != games.card(self.game).version

    def running(self) -> Match:
        if self.outdated:
            raise Problem("table/rules-changed")
        if self.match is None:
            raise Problem("table/not-started")
        return self.match

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.seed))
