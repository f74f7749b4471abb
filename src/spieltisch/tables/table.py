"""A table as its events tell it: who sits where, and the match. No I/O: `room` does that.

`standing` has what is true now, `plans` what a request would write, and here is what an event does.
"""

from __future__ import annotations

from collections.abc import Callable

from spieltisch import games
from spieltisch.core.chance import Chance, Fair
from spieltisch.matches.lesson import Lesson, Prepared
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match
from spieltisch.tables import allowances, continuations, offline_matches
from spieltisch.tables.break_plans import needed
from spieltisch.tables.clock import Hourglass, limit_of
from spieltisch.tables.old_rules import OldMatch
from spieltisch.tables.outcomes import Body, Change, Done
from spieltisch.tables.plans import Plans
from spieltisch.tables.seats import Seat
from spieltisch.tables.storage import Event

CHATS = 50  # messages that a newcomer sees
OPENING = 5_000  # ms that devices have for opening their seals, before the match begins without
ABSENT = 2_000  # ms, where none of them is connected

UNMOVED = {"turn", "undo", "chat", "free", "help"}  # events that leave everyone where they are


class Table(Plans):
    __slots__ = ()

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
        if what != "turn":
            allowances.count(self.counted, body)
        if what not in UNMOVED:
            self.places = {}
        after = len(self.match.lines) if self.match is not None else 0
        ended = self._check_over()
        if self.match is not None:
            self.acting = self.match.acting if self.status == "playing" else []
        self.milestones.take(event, self.status, self.acting, self.seats)
        first = min(before, after, self._opened(settled, before)) + 1
        if (limit := limit_of(self.clock)) is not None:
            self.glass.turn(event, self.acting, limit, self.breaks.shown)
        if what == "undo":
            self._forget_lines(after)
        told = event.n, event.at, what, body.get("seat")
        self.changes.append((*told, min(before, after) + 1, after))
        if "id" in body:
            asked_by = body["person"] if what == "chat" else body["seat"]
            self.answers[what, asked_by, body["id"]] = Done(event.n, body.get("text", ""))
        return Change(event, first, after, ended or stays or what not in UNMOVED, ended)

    def _opened(self, settled: int, lines: int) -> int:
        """How many of so many lines are read as before: where lines that were veiled have been
        opened to all (or, taken back, the other way round), those from there on are told again."""
        now = self.match.settled if self.match is not None else 0
        return lines if now == settled else min(now, settled)

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
        if limit_of(self.clock) is not None:
            self.glass = Hourglass()
        self.deal, self.opens = body.get("deal"), body.get("opens", 0)
        self.rated = body.get("rated", False)
        self.seats = [Seat(**seat, sat=event.n) for seat in body["seats"]]
        self.tried = body.get("tried")
        if "lesson" in body:
            self.lesson, self.taught = Lesson(body["lesson"]), True
        self.offline = body.get(offline_matches.OFFLINE, False)
        if "record" in body:
            self._take_over(body)

    def _take_over(self, body: Body) -> None:
        found = offline_matches.read(body, self.names(), self.outdated)
        self.match, self.past = (None, found) if isinstance(found, OldMatch) else (found, None)
        self.created, self.ended, self.status = body["began"], body["ended"], "over"

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

    def _on_shrink(self, event: Event, body: Body) -> None:
        left = [n for n in range(len(self.seats)) if n not in body["seats"]]
        for n in left:
            if self.seats[n].once is None:
                self.seats[n].once = n
        self.seats = [self.seats[n] for n in left]
        by = {old: new for new, old in enumerate(left)}
        self.chat = [{**said, "seat": by.get(said["seat"])} for said in self.chat]

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
            self.past = OldMatch(games.find(self.game), self.names())
            return
        complete = games.card(self.game).resolve(len(self.seats), self._complete)
        nonces = [seat.nonce for seat in self.seats]
        said = {
            "seals": self.seals(),
            "unsealed": self.unsealed(),
            **continuations.header(self.tried),
        }
        if self.offline:
            said = {offline_matches.OFFLINE: True, **continuations.header(self.tried)}
        chance: Chance = Fair(bytes.fromhex(self.seed), nonces)
        if self.lesson is not None:
            chance = Prepared(self.lesson.outcomes, chance)
            said = {"taught": True, **({offline_matches.OFFLINE: True} if self.offline else {})}
        self.match = Match(
            games.find(self.game),
            len(self.seats),
            complete,
            names=self.names(),
            chance=chance,
            header=said,
            start=continuations.read(self.game, self.tried),
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
        if place.warm:
            self.helped |= {body["seat"]}

    def _on_undo(self, event: Event, body: Body) -> None:
        if self.past is not None:
            self.past.undo(body["seat"])
            return
        assert self.match is not None
        self.match.undo(body["seat"])
        self._played_by_bot[body["seat"]].pop()

    def _on_help(self, event: Event, body: Body) -> None:
        self.helped |= {body["seat"]}

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

    def end_past(self, status: str) -> None:
        """Only its rules could tell whether a match is over; the summary remembers."""
        if self.past is not None and status == "over":
            self.status, self.past.over = "over", True
