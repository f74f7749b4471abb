"""A table as its events tell it: who sits where, and the match. No I/O: `room` does that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.chance import Chance, Fair, commitment
from spieltisch.core.errors import Refusal
from spieltisch.matches.lesson import Lesson, Prepared
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match
from spieltisch.matches.seals import seal as seal_of
from spieltisch.tables import personas, tried
from spieltisch.tables.bots import stand_in
from spieltisch.tables.breaks import Breaks, needed
from spieltisch.tables.clock import Hourglass, limit_of, overtime_of
from spieltisch.tables.marks import Marks
from spieltisch.tables.names import free_name
from spieltisch.tables.outcomes import Body, Change, Done, Refused
from spieltisch.tables.past import Past
from spieltisch.tables.problems import Problem
from spieltisch.tables.seats import Seat
from spieltisch.tables.storage import Event

CHATS = 50  # messages that a newcomer sees
REFUSALS = 200  # refused turns whose first answer is remembered
OPENING = 5_000  # ms that devices have for opening their seals, before the match begins without
ABSENT = 2_000  # ms, where none of them is connected

UNMOVED = {"turn", "undo", "chat", "free"}  # events that leave everyone where they are


class Table:
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
        self.clock: dict[str, Any] | None = None
        self.rules = 0
        self.host = ""
        self.seats: list[Seat] = []
        self.acting: list[int] = []  # the seats that may choose now
        self.match: Match | None = None
        self.lesson: Lesson | None = None  # as long as the guide leads
        self.taught = False  # whether it began with prepared chance
        self.past: Past | None = None  # in its place, where other rules are installed
        self.opening: int | None = None  # since when all have been asked to open their seals
        self.rematch: str | None = None
        self.tried: dict[str, Any] | None = None  # the moment of another match that this began from
        self.deal: str | None = None  # the luck that this table shares with others
        self.opens = 0  # until then its seed stays secret, though the match be over
        self.chat: list[dict[str, Any]] = []
        self.changes: list[tuple[int, int, str, int | None, int, int]] = []
        # By what was asked, the seat (chat: the person) and the id.
        self.answers: dict[tuple[str, int | str, str], Done] = {}
        self.refusals: dict[tuple[int, str], Refusal] = {}
        self.glass = Hourglass()
        self.breaks = Breaks()
        self.marks = Marks()
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

    # Events

    def apply(self, event: Event) -> Change:
        """Takes in an event that is on disk."""
        assert event.n == self.n + 1, "events have no gaps"
        body, what = event.body, event.body["what"]
        before = len(self.match.lines) if self.match is not None else 0
        stays = what == "turn" and self.seats[body["seat"]].left is not None
        settled = self.match.settled if self.match is not None else 0
        self.n, self.updated = event.n, event.at
        self._noted = before if what == "turn" else self._noted
        handler: Callable[[Event, Body], None] = getattr(self, f"_on_{what}")
        handler(event, body)
        if what not in UNMOVED:
            self.places = {}
        after = len(self.match.lines) if self.match is not None else 0
        ended = self._check_over()
        if self.match is not None:
            self.acting = self.match.acting if self.status == "playing" else []
        self.marks.take(event, self.status, self.acting, self.seats)
        first = 1 if ended else min(before, settled, after) + 1
        if (limit := limit_of(self.clock)) is not None:
            self.glass.turn(event, self.acting, limit, self.breaks.shown)
        if what == "undo":
            self._forget_lines(after)
        told = event.n, event.at, what, body.get("seat")
        self.changes.append((*told, min(before, after) + 1, after))
        if "id" in body:
            asked_by = body["person"] if what == "chat" else body["seat"]
            self.answers[what, asked_by, body["id"]] = Done(event.n, body.get("text", ""))
        return Change(event, first, after, ended or stays or what not in UNMOVED)

    def _forget_lines(self, last: int) -> None:
        """A turn was taken back: the event that brought its line has none any more."""
        for at in range(len(self.changes) - 1, -1, -1):
            if self.changes[at][5] <= last:
                return
            self.changes[at] = (*self.changes[at][:5], last)

    def _check_over(self) -> bool:
        if self.status == "playing" and self.match is not None and self.match.over:
            self.status = "over"
            return True
        return False

    def _on_create(self, event: Event, body: Body) -> None:
        self.created = event.at
        self.game, self.options, self.rules = body["game"], body["options"], body["rules"]
        self._complete = body.get("complete", self.options)  # defaults may change meanwhile
        self.public, self.spectators = body["public"], body["spectators"]
        self.hints, self.clock, self.host = body["hints"], body["clock"], body["host"]
        self.deal, self.opens = body.get("deal"), body.get("opens", 0)
        self.seats = [Seat(**seat, sat=event.n) for seat in body["seats"]]
        self.tried = body.get("tried")
        if "lesson" in body:
            self.lesson, self.taught = Lesson(body["lesson"]), True

    def _on_free(self, event: Event, body: Body) -> None:
        self.lesson = None
        if self.match is not None and isinstance(self.match.chance, Prepared):
            self.match.chance.leave()

    def _on_join(self, event: Event, body: Body) -> None:
        seat = Seat("person", body["name"], [body["person"]], sat=event.n)
        seat.nonce, seat.seal, seat.face = body["nonce"], body.get("seal", ""), body.get("face", "")
        self.seats[body["seat"]] = seat

    def _on_nonce(self, event: Event, body: Body) -> None:
        for seat in body["seats"]:
            self.seats[seat].nonce = body["nonce"]

    def _on_seal(self, event: Event, body: Body) -> None:
        for seat in body["seats"]:
            self.seats[seat].seal = body["seal"]

    def _on_reveal(self, event: Event, body: Body) -> None:
        for seat in body["seats"]:
            self.seats[seat].nonce = body["nonce"]
        if not self.closed_seats():
            self._begin()

    def _on_begin(self, event: Event, body: Body) -> None:
        self._begin()

    def _on_leave(self, event: Event, body: Body) -> None:
        mine = self.seats_of(body["person"])
        if self.status == "playing" or self.opening is not None:
            for place in (self.seats[seat] for seat in mine):
                place.left = None if place.warm else event.at
            return
        for seat in mine:
            self.seats[seat] = Seat("open", sat=event.n)
        people = [seat.holders[0] for seat in self.seats if seat.holders]
        if self.host == body["person"]:
            self.host = people[0] if people else ""
        if not people:
            self.status = "closed"

    def _on_bot(self, event: Event, body: Body) -> None:
        seat = self.seats[body["seat"]]
        if seat.kind == "person":
            seat.warm, seat.level, seat.left = True, body["level"], None
        else:
            self.seats[body["seat"]] = Seat("bot", body["name"], level=body["level"], sat=event.n)

    def _on_open(self, event: Event, body: Body) -> None:
        self.seats[body["seat"]] = Seat("open", sat=event.n)

    def _on_back(self, event: Event, body: Body) -> None:
        seat = self.seats[body["seat"]]
        seat.warm, seat.level, seat.left = False, None, None

    def _on_claim(self, event: Event, body: Body) -> None:
        for seat in body["seats"]:
            self.seats[seat].holders.append(body["person"])

    def _on_start(self, event: Event, body: Body) -> None:
        for seat in body["seats"]:
            self.seats[seat].nonce = body["nonce"]
        if self.closed_seats():
            self.opening = event.at
        else:
            self._begin()

    def _begin(self) -> None:
        """All nonces are known: nobody has chosen one after seeing those of the others."""
        self.status, self.opening = "playing", None
        if self.outdated:
            self.past = Past(games.find(self.game), self.names())
            return
        complete = games.card(self.game).resolve(len(self.seats), self._complete)
        nonces = [seat.nonce for seat in self.seats]
        said = {"seals": self.seals(), "unsealed": self.unsealed(), **tried.header(self.tried)}
        chance: Chance = Fair(bytes.fromhex(self.seed), nonces)
        if self.lesson is not None:
            chance, said = Prepared(self.lesson.outcomes, chance), {"taught": True}
        self.match = Match(
            games.find(self.game),
            len(self.seats),
            complete,
            names=self.names(),
            chance=chance,
            header=said,
            start=tried.read(self.game, self.tried),
        )
        self.match.settle()

    def _on_turn(self, event: Event, body: Body) -> None:
        if self.past is not None:
            self.past.take(body)
            return
        assert self.match is not None
        line = Line("turn", body["seat"], body["text"], tuple(body["decisions"]), body["sealed"])
        self.match.take(line)
        place = self.seats[body["seat"]]
        place.left = None  # whoever plays is there
        self._played_by_bot.setdefault(body["seat"], []).append(place.by_bot)

    def _on_undo(self, event: Event, body: Body) -> None:
        if self.past is not None:
            self.past.undo(body["seat"])
            return
        assert self.match is not None
        self.match.undo(body["seat"])
        self._played_by_bot[body["seat"]].pop()

    def _on_chat(self, event: Event, body: Body) -> None:
        told = {"at": event.at, "seat": body["by"], "name": body["name"], "text": body["text"]}
        self.chat = [*self.chat, told][-CHATS:]

    def _on_end(self, event: Event, body: Body) -> None:
        self.status, self.opening = "closed", None

    def _on_rematch(self, event: Event, body: Body) -> None:
        self.rematch = body["table"]

    def _on_break(self, event: Event, body: Body) -> None:
        self.breaks.take(event, needed(self), self.seats_of(body["person"]))

    _on_pause = _on_agree = _on_refuse = _on_away = _on_break

    # Plans: what a request would write, or the problem with it

    @property
    def outdated(self) -> bool:
        """Whether this table was opened by other rules than those installed."""
        return self.rules != games.card(self.game).version

    def end_past(self, status: str) -> None:
        """Only its rules could tell whether a match is over; the summary remembers."""
        if self.past is not None and status == "over":
            self.status, self.past.over = "over", True

    def running(self) -> Match:
        if self.outdated:
            raise Problem("table/rules-changed")
        if self.match is None:
            raise Problem("table/not-started")
        return self.match

    def plan_turn(self, person: str | None, seat: int, id_: str, text: str) -> Body | Done:
        """A turn of a person; of a bot (person None) at seats that bots play."""
        if person is not None:
            self.own(person, seat)
        if ("turn", seat, id_) in self.answers:
            return self.answers["turn", seat, id_]
        if (seat, id_) in self.refusals:
            raise Refused(self.refusals[seat, id_])
        match = self.running()
        if self.status == "closed":
            raise Problem("table/closed")
        if self.seats[seat].by_bot != (person is None):
            raise Problem("seat/warm")
        found = match.plan(seat, text)
        if self.lesson is not None and not isinstance(found, Refusal):
            found = self.lesson.refusal(match, found) or found
        if isinstance(found, Refusal):
            self._remember(seat, id_, found)
            raise Refused(found)
        return {
            "what": "turn",
            "seat": seat,
            "id": id_,
            "text": found.text,
            "decisions": list(found.decisions),
            "sealed": found.sealed,
            **self._since(match),
        }

    def _since(self, match: Match) -> Body:
        """What chance did since the last event, and how many lines are open to all: so that the
        match can be read where its rules are not installed any more."""
        new = match.lines[self._noted :]
        drawn = [[line.seat, line.text] for line in new if line.kind == "chance"]
        return {"drawn": drawn, "open": match.settled}

    def _remember(self, seat: int, id_: str, refusal: Refusal) -> None:
        if len(self.refusals) >= REFUSALS:
            del self.refusals[next(iter(self.refusals))]
        self.refusals[seat, id_] = refusal

    def plan_undo(self, person: str, seat: int, id_: str) -> Body | Done:
        place = self.own(person, seat)
        if ("undo", seat, id_) in self.answers:
            return self.answers["undo", seat, id_]
        self.running()
        if place.warm or self.status == "closed":
            raise Problem("seat/warm" if place.warm else "table/closed")
        refusal = self.cannot_undo(seat)
        if refusal is not None:
            raise Refused(refusal)
        return {"what": "undo", "seat": seat, "id": id_}

    def cannot_undo(self, seat: int) -> Refusal | None:
        """Without hints what a bot played stands: to see it and take it back would be one."""
        refusal = self.running().cannot_undo(seat)
        played = self._played_by_bot.get(seat, [])
        if refusal is None and not self.hints and played and played[-1]:
            return Refusal(
                "REC-6",
                "An diesem Tisch gibt es keine Tipps: was der Bot für dich gespielt hat, bleibt.",
                "There are no hints at this table: what the bot played for you stands.",
            )
        return refusal

    def plan_join(
        self, person: str, name: str, seat: int | None, nonce: str, seal: str = "", face: str = ""
    ) -> Body | None:
        """None when this person sits here already and has nothing to add."""
        if nonce and seal:
            raise Problem("input/invalid", "seal and nonce")
        mine = self.seats_of(person)
        if mine and (seat is None or seat in mine):
            return self._plan_input(mine, nonce, seal)
        if self.status == "closed":
            raise Problem("table/closed")
        if self.status != "open" or self.opening is not None:
            raise Problem("table/started")
        free = [n for n, place in enumerate(self.seats) if place.kind == "open"]
        if not free or (seat is not None and seat not in free):
            raise Problem("table/full")
        found = free[0] if seat is None else seat
        called = self.free_name(name)
        given = {"nonce": nonce, "seal": seal, **({"face": face} if face else {})}
        return {"what": "join", "seat": found, "person": person, "name": called, **given}

    def _plan_input(self, mine: list[int], nonce: str, seal: str) -> Body | None:
        """What somebody who sits here adds to chance; once it is given, it stays."""
        lacking = [n for n in mine if not self.seats[n].given]
        if self.status != "open" or self.opening is not None or not lacking:
            return None
        if seal:
            return {"what": "seal", "seats": lacking, "seal": seal}
        return {"what": "nonce", "seats": lacking, "nonce": nonce} if nonce else None

    def plan_reveal(self, person: str, nonce: str) -> Body | None:
        """Opens the seals of this person; None when that is done, or the match has begun."""
        mine = self.seats_of(person)
        if not mine:
            raise Problem("seat/not-yours")
        if self.status == "open" and self.opening is None:
            raise Problem("table/not-started")
        closed = [n for n in mine if self.seats[n].closed]
        if self.opening is None or not closed:
            return None
        return {"what": "reveal", "seats": self._fitting(closed, nonce), "nonce": nonce}

    def _fitting(self, closed: list[int], nonce: str) -> list[int]:
        found = [n for n in closed if nonce and self.seats[n].seal == seal_of(nonce)]
        if not found:
            raise Problem("seal/broken")
        return found

    def plan_begin(self) -> Body | None:
        """A device is gone: the match begins without its nonce, and the record says so."""
        return None if self.opening is None else {"what": "begin"}

    def plan_start(self, person: str, nonce: str) -> Body | None:
        if person != self.host:
            raise Problem("seat/not-host")
        if self.status != "open" or self.opening is not None:
            return None
        if any(seat.kind == "open" for seat in self.seats):
            raise Problem("table/seats-open")
        mine = self.seats_of(person)
        lacking = [n for n in mine if not self.seats[n].given]
        closed = [n for n in mine if self.seats[n].closed]
        if nonce and closed:
            lacking += self._fitting(closed, nonce)
        return {"what": "start", "seats": lacking, "nonce": nonce}

    def plan_bot(self, person: str, seat: int, level: str, name: str) -> Body | None:
        self._place(seat)
        if self.status == "open":
            if person != self.host:
                raise Problem("seat/not-host")
            self._check_not_opening()
            if self.seats[seat].kind == "person":
                raise Problem("table/full")
            return {"what": "bot", "seat": seat, "level": level, "name": self.free_name(name)}
        self.own(person, seat)
        if level not in self.stand_ins:
            raise Problem("bot/stand-in", ", ".join(self.stand_ins))
        return self.plan_warm(seat, level, "given")

    @property
    def stand_ins(self) -> list[str]:
        """The bots that may play on for a person. To let the strongest play a turn and come back is
        a hint: a table without hints has only the one that stands in for whoever is away."""
        return list(base.BOTS) if self.hints else [stand_in()]

    def plan_warm(self, seat: int, level: str, why: str) -> Body | None:
        """A bot keeps the seat of a person warm; None when one already does."""
        if self.status != "playing":
            raise Problem("table/over")
        if self.seats[seat].by_bot:
            return None
        return {"what": "bot", "seat": seat, "level": level, "why": why}

    def plan_open(self, person: str, seat: int) -> Body | None:
        self._place(seat)
        if person != self.host:
            raise Problem("seat/not-host")
        if self.status != "open":
            raise Problem("table/started")
        self._check_not_opening()
        if self.seats[seat].kind == "person":
            raise Problem("table/full")
        return None if self.seats[seat].kind == "open" else {"what": "open", "seat": seat}

    def _check_not_opening(self) -> None:
        """Whoever opens a seal must be sure that nobody changes anything any more."""
        if self.opening is not None:
            raise Problem("table/started")

    def plan_leave(self, person: str) -> Body | None:
        """Before the start the seat opens; later everyone sees for a while who goes."""
        if not self.seats_of(person):
            raise Problem("seat/not-yours")
        places = [self.seats[seat] for seat in self.seats_of(person)]
        gone = all(place.warm or place.left is not None for place in places)
        begun = self.status == "playing" or self.opening is not None
        if gone if begun else self.status != "open":
            return None
        return {"what": "leave", "person": person}

    def plan_back(self, person: str, seat: int) -> Body | None:
        place = self.own(person, seat)
        return {"what": "back", "seat": seat} if place.warm or place.left is not None else None

    def plan_free(self, person: str) -> Body | None:
        """The learner goes on without the guide; None when that is so already."""
        if self.lesson is None:
            return None
        self.own(person, self.lesson.learner)
        return {"what": "free", "seat": self.lesson.learner}

    def plan_chat(self, person: str, name: str, id_: str, text: str) -> Body | Done:
        self.check_may_see(person)
        if ("chat", person, id_) in self.answers:
            return self.answers["chat", person, id_]
        by = next(iter(self.seats_of(person)), None)
        called = self.free_name(name) if by is None else self.seats[by].name
        said = {"by": by, "name": called, "text": text}
        return {"what": "chat", "person": person, "id": id_, **said}

    def _place(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Problem("seat/not-yours")

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.seed))
