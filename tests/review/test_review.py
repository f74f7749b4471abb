"""Reviews: the books balance, nothing hidden is used, and a blunder is found."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import spieltisch
from spieltisch import games
from spieltisch.api import Match
from spieltisch.bots.base import find, play_seats
from spieltisch.core.randomness import generator
from spieltisch.core.state import copied
from spieltisch.review.accounts import Books
from spieltisch.review.moments import Moments, moments
from spieltisch.review.review import Review
from spieltisch.review.reviewer import Reviewer, review
from spieltisch.review.sampling import Estimate, Sampler, estimate
from tests.conftest import Command
from tests.review.matches import ROUGHLY, closed, every_game, played


def reviewed(match: Match, **given: int) -> Review:
    return review(match, depth=ROUGHLY, **given)  # type: ignore[arg-type]


@every_game
def test_the_books_balance(key: str) -> None:
    found = reviewed(played(key)).json()
    for seat in found["seats"]:
        total = seat["start"] + seat["luck"] + seat["play"] + seat["others"]
        assert total == pytest.approx(seat["result"], abs=1e-9)
        assert seat["adjusted"] == pytest.approx(seat["result"] - seat["luck"], abs=1e-9)
    assert sum(seat["result"] for seat in found["seats"]) == pytest.approx(1.0)
    for seat in found["seats"]:
        mine = seat["seat"]
        values = [seat["start"], *(event["values"][mine] for event in found["events"])]
        changes = np.diff(values)
        luck = [c for c, e in zip(changes, found["events"], strict=True) if e["kind"] == "chance"]
        assert sum(luck) == pytest.approx(seat["luck"], abs=1e-9)


@every_game
def test_what_programs_rely_on(key: str) -> None:
    match = played(key)
    found = json.loads(json.dumps(reviewed(match).json()))
    assert found["game"] == key
    assert found["players"] == match.players
    assert [event["n"] for event in found["events"]] == list(range(1, len(match.lines) + 1))
    for event, line in zip(found["events"], match.lines, strict=True):
        assert (event["kind"], event["seat"]) == (line.kind, line.seat)
        assert (event["luck"] is None) == (line.kind == "turn")
        assert event["loss"] is None or (line.kind == "turn" and event["loss"] >= 0.0)
        if event["best"] is not None:
            before = match.at(event["n"] - 1)
            assert before.check(line.seat or 0, event["best"]) is None or line.sealed
    for point in found["turning_points"]:
        assert set(point) >= {"n", "seat", "kind", "change", "played", "best", "why"}
        assert set(point["why"]) == {"de", "en"}


@every_game
def test_the_same_match_gets_the_same_review(key: str) -> None:
    match = played(key)
    assert reviewed(match, seat=0).json() == reviewed(match, seat=0).json()


@every_game
def test_a_seat_is_reviewed_from_what_it_knew(key: str) -> None:
    """Everything hidden from seat 0 is dealt anew at every moment: its books stay the same."""
    found = moments(played(key))
    random = generator(9)
    others = []
    for n, state in enumerate(found.states):
        other = copied(state)
        if found.round_of(n)[0] == n:  # within a round all is taken as known
            other = found.game.hidden(state, 0)
            found.game.rules.fill(other, random)
        others.append(other)
    differently = Moments(found.game, found.players, others, found.lines)
    sampler = Sampler(found.game, found.players)
    books = [closed(Books(each, sampler, ROUGHLY).account(0)) for each in (found, differently)]
    assert books[0].values == books[1].values
    both = [Reviewer(each, [0], ROUGHLY, None) for each in (found, differently)]
    for work in both:
        list(work.steps())
    assert both[0].result().json() == both[1].result().json()


@every_game
def test_an_unfinished_match_can_be_reviewed(key: str) -> None:
    whole = played(key)
    found = reviewed(whole.at(len(whole.lines) // 2))
    for each in found.accounts:
        assert each.start + each.luck + each.play + each.others == pytest.approx(each.result)


def test_alone_there_are_no_others() -> None:
    for key, card in games.cards().items():
        if 1 in card.players:
            match = spieltisch.game(key).match(players=1, seed=3)
            play_seats(match, {0: find("easy")}, generator(3))
            found = reviewed(match)
            assert found.accounts[0].others == 0.0
            assert not any("100" in point.why["en"] for point in found.turning_points)
            (seat,) = found.json()["seats"]
            assert "other" not in seat["plain"]["en"]


def test_an_estimate_knows_how_sure_it_is() -> None:
    assert Estimate(0.1, 0.02).is_sure()
    assert not Estimate(0.1, 0.04).is_sure()
    found = estimate(np.array([0.0, 1.0, 0.0, 1.0]))
    assert found.mean == 0.5
    assert found.error == pytest.approx(0.2887, abs=1e-3)


def test_the_command(spieltisch: Command, tmp_path: Path) -> None:
    key = next(iter(games.cards()))
    file = tmp_path / "match.jsonl"
    played(key).save(file)
    code, said = spieltisch("review", str(file), "--json", "--seconds", "0.2", "--seat", "1")
    assert code == 0
    assert [seat["seat"] for seat in json.loads(said.splitlines()[0])["seats"]] == [1]
    code, said = spieltisch("review", str(file), "--seconds", "0.2", "--lang", "de")
    assert code == 0
    assert "Mit durchschnittlichem Glück" in said
    for wrong, sentence in (
        (["--seat", "9"], "seats go from 0 to"),
        (["--seconds", "0"], "a review takes more than 0 seconds"),
    ):
        code, said = spieltisch("review", str(file), *wrong, "--lang", "en")
        assert (code, sentence in said) == (2, True)
    code, said = spieltisch("review", str(tmp_path / "none.jsonl"), "--lang", "en")
    assert (code, "there is no file" in said) == (2, True)
