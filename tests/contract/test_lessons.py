"""Every game has a guided first game; it is played through here as its guide says."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core import game_files
from spieltisch.core.card import Card
from spieltisch.core.chance import Seeded
from spieltisch.core.language import LANGUAGES
from spieltisch.matches import record
from spieltisch.tables import lessons, views
from spieltisch.tables.outcomes import Body, Done, Refused
from spieltisch.tables.storage import Event
from spieltisch.tables.table import Table
from tests.contract.every import every_card, every_game, rule_ids
from tests.matches.disguise import differ, disguised

TOLD = ("title", "say", "more", "wrong")
LONGEST = {"title": 30, "say": 64, "more": 190, "wrong": 190}  # a phone shows it without scrolling


class Lessons:
    """A table as a server holds it, without one."""

    def __init__(self, key: str) -> None:
        self.table = Table("t", "07" * 32)
        self.kept: list[Event] = []
        self.asked = 0
        self.take({"what": "create", **lessons.new_table(key, "me", "Jule", "")})
        self.take(self.table.plan_start("me", ""))
        assert self.table.lesson is not None
        self.seat = self.table.lesson.learner

    def take(self, body: Body | Done | None) -> None:
        assert isinstance(body, dict)
        self.kept.append(Event(self.table.n + 1, self.table.n, body))
        self.table.apply(self.kept[-1])

    def told(self, viewer: int | None = None) -> dict[str, Any] | None:
        shown = views.frame(self.table, self.seat if viewer is None else viewer)
        found: dict[str, Any] | None = shown["lesson"]
        return found

    def play(self, seat: int, text: str) -> None:
        who = "me" if seat == self.seat else None
        self.asked += 1
        self.take(self.table.plan_turn(who, seat, f"{self.asked}", text))

    def others(self) -> None:
        """The bots play along, until the learner is to act."""
        while self.table.acting and self.seat not in self.table.acting:
            seat = self.table.acting[0]
            match = self.table.running()
            assert self.table.lesson is not None
            text = self.table.lesson.turn(match, seat) or next(match.turns(seat))
            self.play(seat, text)

    def next_step(self) -> dict[str, Any]:
        """What the guide says when it asks for a turn; before that a captured figure may have to
        choose its place."""
        self.others()
        while (told := self.told()) is not None and told["turn"] is None:
            self.play(self.seat, next(self.table.running().turns(self.seat)))
            self.others()
        assert told is not None
        return told


def steps_of(key: str) -> list[dict[str, Any]]:
    return lessons.lesson(key).steps


@every_card
def test_every_game_has_a_first_game_of_six_to_ten_moves(card: Card) -> None:
    steps = steps_of(card.key)
    assert 6 <= len(steps) <= 10
    for step in steps:
        assert step["rule"] in rule_ids(card)
        for what in TOLD:
            for lang in LANGUAGES:
                words = step[what][lang]
                assert words
                assert words == words.strip()
                assert len(words) <= LONGEST[what], (what, lang, words)
                assert not re.search(r"[!`]|\b[A-Z]{2}-\d", words), words
        assert step["say"]["de"] != step["say"]["en"]
    assert len({step["title"]["en"] for step in steps}) == len(steps), "one idea per step"


@every_game
def test_a_lesson_is_a_record_that_breaks_off(key: str) -> None:
    match = record.loads(game_files.lesson(games.card(key)), games.find)
    assert not match.over
    written = [line for line in match.lines if "lesson" in line.extra]
    assert all(line.kind == "turn" for line in written)
    mine = {line.seat for line in written}
    assert mine == {match.header["lesson"]["learner"]}


@every_game
def test_the_first_game_is_played_through_by_its_own_words(key: str) -> None:
    lesson = Lessons(key)
    steps = steps_of(key)
    for n, step in enumerate(steps, 1):
        told = lesson.next_step()
        assert (told["n"], told["of"]) == (n, len(steps))
        assert told["say"] == step["say"]
        assert told["titles"][n - 1] == step["title"]
        lesson.play(lesson.seat, told["turn"])
    lesson.others()
    end = lesson.told()
    assert end is not None
    assert end["n"] == len(steps) + 1
    assert end["say"] == lessons.lesson(key).told["end"]["say"]
    goes_on(lesson)


def goes_on(lesson: Lessons) -> None:
    """Free play: nothing is refused any more, and the guide is silent after one own turn."""
    assert lesson.table.status == "playing"
    lesson.play(lesson.seat, next(lesson.table.running().turns(lesson.seat)))
    assert lesson.told() is None


@every_game
def test_another_turn_is_answered_kindly_and_changes_nothing(key: str) -> None:
    lesson = Lessons(key)
    refused = 0
    for step in steps_of(key):
        lesson.others()
        told = lesson.told()
        assert told is not None
        match = lesson.table.running()
        n = lesson.table.n
        if told["turn"] is not None:
            verb = told["turn"].partition(" ")[0]
            others = (text for text in match.turns(lesson.seat) if text != told["turn"])
            other = next((text for text in others if text.partition(" ")[0] != verb), None)
            if other is not None:
                with pytest.raises(Refused) as caught:
                    lesson.play(lesson.seat, other)
                assert caught.value.refusal.json() == {"rule": step["rule"], **step["wrong"]}
                refused += 1
        assert lesson.table.n == n
        lesson.play(lesson.seat, lesson.next_step()["turn"])
    assert refused >= len(steps_of(key)) // 2


@every_game
def test_whoever_skips_plays_on_freely_with_fair_chance(key: str) -> None:
    lesson = Lessons(key)
    lesson.others()
    told = lesson.told()
    assert told is not None
    lesson.take(lesson.table.plan_free("me"))
    assert lesson.told() is None
    assert lesson.table.plan_free("me") is None
    match = lesson.table.running()
    assert match.chance.left == []  # type: ignore[attr-defined]
    for _ in range(4):
        seat = lesson.table.acting[0]
        lesson.play(seat, next(match.turns(seat)))
    again = Table("t", "07" * 32)
    for event in lesson.kept:
        again.apply(event)
    assert again.running().state.tobytes() == match.state.tobytes()


@every_game
def test_the_guide_says_nothing_that_is_hidden_from_the_learner(key: str) -> None:
    """Whatever is hidden is dealt anew at every step: the same sentences, the same turn."""
    lesson, luck = Lessons(key), random.Random(7)
    changed = 0
    for _ in steps_of(key):
        lesson.others()
        told, match = lesson.told(), lesson.table.running()
        assert told is not None
        script = lesson.table.lesson
        assert script is not None
        for _ in range(3):
            other = disguised(match, lesson.seat, luck, Seeded(luck.getrandbits(60)))
            changed += differ(match, other)
            assert script.step(other) == script.step(match)
        lesson.play(lesson.seat, lesson.next_step()["turn"])
    assert changed or not hides(key)


def hides(key: str) -> bool:
    """Whether something is hidden from the learner when a first game begins."""
    lesson = Lessons(key)
    match = lesson.table.running()
    hidden = match.hidden(lesson.seat)
    hidden.viewer = match.state.viewer
    return bool(hidden.tobytes() != match.state.tobytes())


@every_game
def test_only_the_learner_hears_the_guide(key: str) -> None:
    lesson = Lessons(key)
    lesson.others()
    assert lesson.told() is not None
    for viewer in range(len(lesson.table.seats)):
        if viewer != lesson.seat:
            assert lesson.told(viewer) is None
    assert views.frame(lesson.table, None)["lesson"] is None


@every_card
def test_rules_are_written_for_people(card: Card) -> None:
    """No seats counted from zero, no letters of the notation: those are for who types turns."""
    for lang in LANGUAGES:
        text = card.rules_text(lang)
        assert not re.search(r"\b(seat|Platz) 0\b|`", text)
        assert not re.search(r"\b(red|rot|blue|blau|green|grün) \(?[rgb]\b", text, re.IGNORECASE)
        assert "`" in game_files.notation(card, lang)
