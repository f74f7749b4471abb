"""Turns as text: enumerated, read, written and refused, asked of every game."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import numpy as np

from spieltisch import games
from spieltisch.core.errors import Refusal
from spieltisch.core.play import apply_to
from spieltisch.core.state import CHANCE, OVER, copied
from tests.contract.every import (
    INTERPRETED,
    TURNS,
    every_table,
    match_of,
    positions,
    rule_ids,
    walk,
)

ENUMERATED = 100 if INTERPRETED else 400  # turns looked at in one position
TRIED = 3 if INTERPRETED else 12  # of them, played
LIMIT = (
    300 if INTERPRETED else 2000
)  # turns listed in one position; more are too many to be compared with


def known_rules(key: str) -> set[str]:
    return {*rule_ids(games.card(key)), "REC-1", "REC-2", "REC-3", "REC-4", "REC-5"}


@every_table
def test_small_decisions_are_numbered_and_ascending(key: str, players: int) -> None:
    rules, game = games.find(key).rules, games.find(key)
    for state in walk(key, players):
        seat = int(rules.to_act(state))
        if seat >= 0:
            legal = game.legal(state)
            assert 0 < len(legal) <= rules.MOST
            assert all(0 <= action < rules.ACTIONS for action in legal)
            assert all(a < b for a, b in pairwise(legal)), "ascending, without duplicates"
        elif seat == CHANCE:
            outcomes, weights = game.chances(state)
            assert 0 < len(outcomes) <= rules.OUTCOMES
            assert all(0 <= outcome < rules.OUTCOMES for outcome in outcomes)
            assert all(a < b for a, b in pairwise(outcomes)), "in the order of the notation"
            assert all(weight > 0 for weight in weights)
        else:
            assert seat == OVER
            assert not rules.midway(state)


@every_table
def test_every_enumerated_turn_is_canonical_and_accepted(key: str, players: int) -> None:
    for match, seat in positions(match_of(key, players), turns=min(TURNS, 25)):
        turns = list(islice(match.turns(seat), ENUMERATED))
        assert turns
        assert len(set(turns)) == len(turns), "no turn twice"
        luck = random.Random(len(match.lines))
        for text in luck.sample(turns, min(len(turns), TRIED)):
            assert match.check(seat, text) is None
            other = match.at(len(match.lines))
            if not match.chosen:
                assert other.play(seat, text) == text


@every_table
def test_what_is_not_enumerated_is_refused_with_a_rule(key: str, players: int) -> None:
    """Turns of other positions, and texts with words swapped, dropped or doubled."""
    luck, rules = random.Random(11), known_rules(key)
    collected: list[str] = ["", "?", "pass 1", "\x00", "ä ö", "a" * 500]
    for match, seat in positions(match_of(key, players, seed=2), turns=min(TURNS, 40)):
        collected.append(match.random_turn(seat, luck))
        turns = set(islice(match.turns(seat), LIMIT))
        for text in luck.sample(collected, min(len(collected), 8)):
            for tried in mutations(text, luck):
                refusal = match.check(seat, tried)
                if refusal is None:
                    decisions = match.game.notation.read_turn(
                        match.game.focused(match.state, seat), tried
                    )
                    start = match.game.focused(match.state, seat)
                    canonical = match.game.notation.show_turn(start, decisions)
                    assert canonical in turns or len(turns) == LIMIT
                else:
                    assert tried not in turns
                    well_formed(refusal, rules)


@every_table
def test_apply_through_an_array_is_apply(key: str, players: int) -> None:
    game = games.find(key)
    start = np.zeros(1, game.rules.STATE)
    start[0] = game.new(players, game.card.resolve(players, {}))
    state = copied(start[0])
    outcome = game.chances(state)[0][0]
    game.rules.apply(state, outcome)
    apply_to(start, outcome)
    assert start[0].tobytes() == state.tobytes()


def mutations(text: str, luck: random.Random) -> list[str]:
    words = text.split(" ")
    shuffled = luck.sample(words, len(words))
    dropped = [word for word in words if luck.random() > 0.3]
    doubled = [*words, luck.choice(words)]
    return [text, *(" ".join(w) for w in (shuffled, dropped, doubled)), f" {text}", f"{text} "]


def well_formed(refusal: Refusal, rules: set[str]) -> None:
    assert refusal.rule in rules
    assert len(refusal.de) > 5
    assert len(refusal.en) > 5
    assert refusal.de != refusal.en


@every_table
def test_seats_that_are_not_acting_have_no_turns(key: str, players: int) -> None:
    for match, _ in positions(match_of(key, players), turns=20):
        for seat in set(range(players)) - set(match.acting):
            assert list(match.turns(seat)) == []
            refusal = match.check(seat, "whatever")
            assert refusal is not None
            well_formed(refusal, known_rules(key))


@every_table
def test_checking_and_asking_leave_the_match_alone(key: str, players: int) -> None:
    for match, seat in positions(match_of(key, players), turns=min(TURNS, 20)):
        before, lines = match.state.tobytes(), list(match.lines)
        text = match.random_turn(seat, random.Random(1))
        match.check(seat, text)
        match.view(seat)
        match.preview(seat, [match.choices(seat)[0].decision])
        list(islice(match.turns(seat), 5))
        match.at(len(match.lines)).play(seat, text)
        assert match.state.tobytes() == before
        assert match.lines == lines


@every_table
def test_choices_lead_through_every_turn(key: str, players: int) -> None:
    luck = random.Random(4)
    for match, seat in positions(match_of(key, players), turns=min(TURNS, 15)):
        begun: list[int] = []
        while found := match.choices(seat, begun):
            choice = luck.choice(found)
            begun.append(choice.decision)
            if choice.complete:
                assert match.check(seat, choice.text) is None
                assert match.choices(seat, begun) == []
                break


@every_table
def test_everything_is_said_in_both_languages(key: str, players: int) -> None:
    names = [f"P{seat}" for seat in range(players)]
    match = match_of(key, players)
    for match, seat in positions(match):  # noqa: B020
        for lang in ("de", "en"):
            view = match.view(seat)
            assert match.game.words.ask(view, lang)
            drawn = match.game.draw(view, names, lang)
            assert max(len(line) for line in drawn.plain.split("\n")) <= 78
    for viewer in (0, None):
        for line in match.log(viewer):
            who = "" if line["seat"] is None else names[line["seat"]]
            said = [match.game.words.say(line["text"], line["kind"], who, g) for g in ("de", "en")]
            assert all(said)
