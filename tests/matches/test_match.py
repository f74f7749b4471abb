"""A match, asked through whichever games are installed."""

from __future__ import annotations

import contextlib
import random

import pytest

from spieltisch import games
from spieltisch.core.errors import CannotUndo, IllegalTurn
from tests.contract.every import every_table, match_of, positions


@every_table
def test_undo_takes_back_what_revealed_nothing(key: str, players: int) -> None:
    """Whoever may take back gets the very position back; whoever may not is told why."""
    luck, undone = random.Random(2), 0
    match = match_of(key, players)
    for _ in range(25):
        if match.over:
            break
        seat = luck.choice(match.acting)
        before, lines = match.hidden(seat).tobytes(), len(match.lines)
        match.play(seat, match.random_turn(seat, luck))
        if match.cannot_undo(seat) is None:
            match.undo(seat)
            undone += 1
            assert len(match.lines) == lines, "an undone turn leaves no line"
            assert match.hidden(seat).tobytes() == before
            match.play(seat, match.random_turn(seat, luck))
        else:
            with pytest.raises(CannotUndo) as caught:
                match.undo(seat)
            assert caught.value.refusal.de.startswith("Zurücknehmen geht nicht mehr")


@every_table
def test_nobody_takes_back_what_chance_has_answered(key: str, players: int) -> None:
    for match, _ in positions(match_of(key, players), turns=20):
        if match.lines and match.lines[-1].kind == "chance" and not match.chosen:
            assert all(match.cannot_undo(seat) is not None for seat in range(players))


@every_table
def test_a_refused_turn_changes_nothing(key: str, players: int) -> None:
    match = match_of(key, players)
    before = match.state.tobytes()
    with pytest.raises(IllegalTurn) as caught:
        match.play(match.acting[0], "no such turn")
    assert caught.value.rule == "REC-2"
    assert match.state.tobytes() == before


@every_table
def test_choices_refuse_a_beginning_that_is_not_legal(key: str, players: int) -> None:
    match = match_of(key, players)
    seat = match.acting[0]
    legal = {choice.decision for choice in match.choices(seat)}
    other = next(d for d in range(match.game.rules.ACTIONS) if d not in legal)
    with pytest.raises(IllegalTurn):
        match.choices(seat, [other])


@every_table
def test_made_up_decisions_are_refused_in_words(key: str, players: int) -> None:
    """Clients send numbers, and some send any: also such as no turn is made of."""
    luck = random.Random(7)
    match = match_of(key, players)
    many = int(match.game.rules.ACTIONS)
    for _ in range(25):
        if match.over:
            break
        seat = match.acting[0]
        for wild in ([many], [2**31], [luck.randrange(many) for _ in range(3)]):
            begun: list[int] = []
            while luck.random() < 0.7 and (choices := match.choices(seat, begun)):
                begun.append(luck.choice(choices).decision)
            with contextlib.suppress(IllegalTurn):
                match.choices(seat, begun + wild)
                match.preview(seat, begun + wild)
        match.play(seat, match.random_turn(seat, luck))


@every_table
def test_random_turns_and_choices_are_for_acting_seats(key: str, players: int) -> None:
    match = match_of(key, players)
    idle = set(range(players)) - set(match.acting)
    for seat in idle:
        with pytest.raises(IllegalTurn):
            match.random_turn(seat)
        with pytest.raises(IllegalTurn):
            match.choices(seat)


def test_events_outside_the_match_are_an_error() -> None:
    key = next(iter(games.cards()))
    match = match_of(key, games.card(key).players[-1])
    with pytest.raises(IndexError):
        match.at(len(match.lines) + 5)


@every_table
def test_a_log_that_is_followed_gives_the_same_match(key: str, players: int) -> None:
    """What compiled play wrote down is cut into the lines that were played one by one."""
    match = match_of(key, players)
    for _ in positions(match, turns=10):
        pass
    log = [decision for line in match.lines for decision in line.decisions]
    other = match.at(0)
    other.follow(log)
    assert other.lines == match.lines
    assert other.state.tobytes() == match.state.tobytes()
