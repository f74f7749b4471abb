"""What a request at a table would write, or the problem with it. Nothing changes here."""

from __future__ import annotations

from spieltisch import games
from spieltisch.bots import base
from spieltisch.core.errors import Refusal, SpieltischError
from spieltisch.matches.match import Match
from spieltisch.matches.seals import seal as seal_of
from spieltisch.tables.levels import stand_in
from spieltisch.tables.outcomes import Body, Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.table_state import TableState

REFUSALS = 200  # refused turns whose first answer is remembered


class Plans(TableState):
    __slots__ = ()

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
        lines = match.lines
        new = lines[self._noted :] if self._noted < len(lines) else ()
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

    def plan_help(self, seat: int) -> Body | None:
        """Notes that a seat had a hint; once is enough, and only where it will be asked for."""
        known = not self.rated or self.status != "playing" or seat in self.helped
        return None if known else {"what": "help", "seat": seat}

    def cannot_undo(self, seat: int) -> Refusal | None:
        """Without hints what a bot played stands: to see it and take it back would be one."""
        match = self.match if self.match is not None else self.running()
        refusal = match.cannot_undo(seat)
        if refusal is not None:
            return refusal
        played = self._played_by_bot.get(seat, [])
        if not self.hints and played and played[-1]:
            return Refusal(
                "REC-6",
                "An diesem Tisch gibt es keine Tipps: was der Bot für dich gespielt hat, bleibt.",
                "There are no hints at this table: what the bot played for you stands.",
            )
        return None

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

    def plan_shrink(self, person: str) -> Body | None:
        """Those who sit begin without the rest: the open seats are taken away."""
        if person != self.host:
            raise Problem("seat/not-host")
        if self.status != "open":
            raise Problem("table/started")
        self._check_not_opening()
        free = [n for n, place in enumerate(self.seats) if place.kind == "open"]
        if not free:
            return None
        if self.deal is not None or self.tried is not None:
            raise Problem("table/seats-fixed")
        try:
            games.card(self.game).resolve(len(self.seats) - len(free), self._complete)
        except SpieltischError as error:
            raise Problem.of(error) from None
        return {"what": "shrink", "seats": free}

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
