"""Whatever a client can ask: the answer would be the same if the secrets were others.

Matches are played at random in this process. At some of their positions everybody at the table,
and a stranger, asks for all that the protocol knows, with whole, half and nonsensical turns; each
answer is made twice, of the true table and of one where all that the asker may not know is dealt
anew. Both must agree, also in their length. `test_secrets` does the same through real sockets.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from spieltisch.matches.match import Match
from spieltisch.server.http.identity import Person
from spieltisch.tables import messages, questions
from spieltisch.tables.outcomes import Body, Change, Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.contract.every import every_slow_table, every_table, tables
from tests.matches import disguise
from tests.server.otherwise import Answers, differs, disguised, normal
from tests.tables.test_table import created

COMPARED, LONG = 10_400, 140_000  # by all tables together that one run has
ASKED_AT = 0.3  # of the positions
VISITED = 0.2  # of them, with a look at a page
SEED = "7a" * 32
PAGES = "/api/tables/{table}"
ANSWERS = {"choices", "event", "hint", "legal", "look", "page", "plan", "refused", "snapshot"}
ANSWERS |= {"error", "pong", "presence", "turns", "why"}

Question = dict[str, Any]


@every_slow_table
async def test_no_answer_depends_on_what_the_asker_may_not_know(
    key: str, players: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brief = [one for one in tables(brief=True) if not one.marks]
    await compare(key, players, folder, monkeypatch, COMPARED // len(brief))


@pytest.mark.long
@every_table
async def test_no_answer_in_many_matches_depends_on_secrets(
    key: str, players: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(key, players, folder, monkeypatch, LONG // len(tables(brief=False)))


async def compare(
    key: str, players: int, folder: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(questions, "PATIENCE", 60.0)  # lists end where the question says so
    asker = Asker(Answers(folder), random.Random(f"{key} {players} {many}"))
    while asker.compared < many:
        await asker.go_through(key, players, many)
    while asker.answered != ANSWERS and asker.compared <= 2 * many:  # some are rare
        await asker.go_through(key, players, 2 * many)
    assert asker.different == asker.hiding  # no disguise was one in name only
    assert asker.asked == kinds_of_messages()
    assert asker.answered == ANSWERS


def kinds_of_messages() -> set[str]:
    """Every kind of message that a client can send."""
    return set(messages.KINDS)


class Asker:
    """Plays matches and asks on the way; counts what was compared."""

    def __init__(self, answers: Answers, luck: random.Random) -> None:
        self.answers, self.luck = answers, luck
        self.pages = [
            path
            for path, methods in answers.app.openapi()["paths"].items()
            if path.startswith(PAGES) and "get" in methods
        ]
        assert len(self.pages) > 3
        self.compared = 0
        self.hiding = self.different = False
        self.asked: set[str] = set()
        self.answered: set[str] = set()
        self.texts: list[str] = ["", "?", "\x00", "a" * 500]  # tried as turns; it grows

    async def go_through(self, key: str, players: int, enough: int) -> None:
        """One match to its end, or until enough was compared; some turns are taken back."""
        table = seated(key, players)
        while table.status == "playing" and self.compared <= enough:
            seat = self.luck.choice(table.acting)
            asking = self.luck.random() < ASKED_AT
            text = table.running().random_turn(seat, self.luck)
            body = table.plan_turn(f"p{seat}", seat, f"t{table.n}", text)
            await self.play(table, body, asking)
            if asking and table.status == "playing":
                if table.running().cannot_undo(seat) is None:
                    await self.play(table, table.plan_undo(f"p{seat}", seat, "u"), asking)
                self.texts = self.luck.sample([*self.texts, text], min(len(self.texts) + 1, 40))

    async def play(self, table: Table, body: Body | Done, asking: bool) -> None:
        assert not isinstance(body, Done)
        body = {**body, "id": f"{body['what']}{table.n}"}
        change = table.apply(Event(table.n + 1, 1_000_000 + table.n, body))
        if not asking or table.status == "over":  # then all is open
            return
        assert table.match is not None
        for seat in (*range(len(table.seats)), None):
            other = disguised(table, seat, self.luck)
            self.hiding |= disguise.hides(table.match, seat)
            if not differs(table, other) and self.luck.random() < 0.8:
                continue  # hardly anything is hidden: elsewhere there is more to find
            self.different |= differs(table, other)
            person = Person("stranger" if seat is None else f"p{seat}", "Ada", False)
            wanted = list(self.wanted(table)), list(self.questions(table, seat))
            afters = (None, 0, self.luck.randrange(table.n + 1))
            true, again = [
                [said async for said in self.everything(version, person, change, afters, *wanted)]
                for version in (table, other)
            ]
            self.agree(true, again)

    def wanted(self, table: Table) -> Iterator[str]:
        """The next of the table's pages, now and then, since HTTP takes its time."""
        if self.luck.random() < VISITED:
            self.pages.append(self.pages.pop(0))
            path = self.pages[-1].format(table=table.id, seat=self.luck.randrange(16))
            yield path
            yield f"{path}?seat={self.luck.randrange(len(table.seats))}"

    def agree(self, true: list[str], again: list[str]) -> None:
        for one, two in zip(true, again, strict=True):
            assert one == two or normal(one, SEED) == normal(two, SEED)
            assert len(one.encode()) == len(two.encode())
            self.compared += 1

    async def everything(
        self,
        table: Table,
        person: Person,
        change: Change,
        afters: Sequence[int | None],
        pages: Sequence[str],
        questions: Sequence[Question],
    ) -> AsyncIterator[str]:
        """All that this person is told at this moment, and all the answers they can get."""
        answers = self.answers.at(table)
        self.asked.add("hello")
        self.answered |= {"event", "snapshot", "presence", "page"}
        yield answers.event(change, person)
        yield answers.presence()
        for after in afters:
            yield answers.snapshot(after, person)
        for page in pages:
            yield await answers.get(page, person)
        for question in questions:
            self.asked.add(question["kind"])
            yield await self.answer(answers, question, person)
            if question["kind"] == "hint":
                yield json.dumps(answers.adviser.handed.hex())

    async def answer(self, answers: Answers, question: Question, person: Person) -> str:
        """As the socket says it; of what would be written, what would be."""
        try:
            written = plan(answers.room.table, question, person)
            said = await answers.ask(question, person) if written is None else json.dumps(written)
        except Refused:
            said = await answers.ask(question, person)
        except Problem as problem:
            said = json.dumps({"kind": "error", **problem.json()})
        self.answered.add(json.loads(said)["kind"])
        return said

    def questions(self, table: Table, mine: int | None) -> Iterator[Question]:
        """Every kind; for one's own seat in many ways, for another's to be turned away."""
        match, number = table.running(), itertools.count()
        other = self.luck.choice([seat for seat in range(16) if seat != mine])
        for seat in (mine, other):
            if seat is None:
                continue
            for kind, fields in self.about(match, seat, briefly=seat != mine):
                yield {"kind": kind, "id": f"q{next(number)}", "seat": seat, **fields}
        yield {"kind": "look", "id": "l", "seat": None}
        yield {"kind": "chat", "id": "c", "text": "Hm."}
        yield {"kind": "visible", "id": "v", "visible": self.luck.random() < 0.5}
        yield {"kind": "ping", "id": "p"}

    def about(self, match: Match, seat: int, briefly: bool) -> Iterator[tuple[str, Question]]:
        texts = self.luck.sample(self.texts, 2)
        texts += self.turns_of(match, seat)
        yield "turns", {"limit": self.luck.choice([1, 30])}
        drafts: list[Question] = [{"begun": one} for one in self.beginnings(match, seat)]
        yield "hint", self.luck.choice([*drafts, {"text": self.luck.choice(texts)}])
        yield "undo", {}
        yield "look", {}
        yield "legal", {"texts": texts}
        for text in texts[-1:] if briefly else texts:
            yield "why", {"text": text}
            yield "turn", {"text": text}
        for begun in [[]] if briefly else self.beginnings(match, seat):
            yield "choices", {"begun": begun}

    def turns_of(self, match: Match, seat: int) -> list[str]:
        """A turn (of whoever acts), the beginning of it, and one that goes on behind its end."""
        acting = seat if seat in match.acting else match.acting[0]
        words = match.random_turn(acting, self.luck).split(" ")
        found = [words, words[:-1], [*words, words[-1]], [*words, *self.texts[-1].split(" ")]]
        return [" ".join(some)[: messages.TURN] for some in found]

    def beginnings(self, match: Match, seat: int) -> Iterator[list[int]]:
        """A turn decision by decision up to its end, then further, and numbers at random."""
        acting = seat if seat in match.acting else match.acting[0]
        begun: list[int] = []
        yield []
        while following := match.choices(acting, begun):
            begun.append(self.luck.choice(following).decision)
            yield begun[:]
        many = int(match.game.rules.ACTIONS)
        for wild in (begun[-1], self.luck.randrange(many), many, 2**31):
            yield [*begun, wild]
        yield [self.luck.randrange(many)]


def plan(table: Table, question: Question, person: Person) -> Body | None:
    """What an accepted message would write; None for questions, which write nothing."""
    match question:
        case {"kind": "turn", "seat": seat, "id": id_, "text": text}:
            found = table.plan_turn(person.id, seat, id_, text)
        case {"kind": "undo", "seat": seat, "id": id_}:
            found = table.plan_undo(person.id, seat, id_)
        case {"kind": "chat", "id": id_, "text": text}:
            found = table.plan_chat(person.id, person.name, id_, text)
        case _:
            return None
    assert not isinstance(found, Done)
    kept = ("drawn", "open")  # chance, for readers of old rules: written, and sent to nobody
    return {key: value for key, value in found.items() if key not in kept} | {"kind": "plan"}


def seated(key: str, players: int) -> Table:
    """A match that has begun, with a person at each seat."""
    table = Table("twin", SEED)
    table.apply(Event(1, 1_000_000, created(key, players)))
    table.apply(Event(2, 1_000_000, {"what": "start", "seats": [], "nonce": ""}))
    return table
