"""`hide` and `fill`: the one definition of what a seat knows, asked of every game."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.core.errors import IllegalTurn, Refusal
from spieltisch.core.randomness import generator
from spieltisch.core.state import FULL
from spieltisch.matches.match import Match
from tests.contract.every import TURNS, every_table, match_of, positions, viewers, walk
from tests.matches.disguise import disguised


@every_table
def test_what_was_guessed_is_forgotten_again(key: str, players: int) -> None:
    game, luck = games.find(key), generator(3)
    for state in list(walk(key, players))[::3]:
        for viewer in viewers(game, state):
            hidden = game.hidden(state, viewer)
            assert int(hidden.viewer) == viewer
            guess = hidden.copy()
            game.rules.fill(guess, luck)
            assert int(guess.viewer) == FULL
            assert game.hidden(guess, viewer).tobytes() == hidden.tobytes()


@pytest.mark.parametrize("key", sorted(games.cards()))
def test_the_card_says_whether_anybody_knows_what_others_do_not(key: str) -> None:
    """People who share a device are asked to look away only where there is something to see."""
    card, game = games.card(key), games.find(key)
    differs = False
    for players in card.players:
        for state in walk(key, players):
            for seat in range(players):
                hidden = game.hidden(state, seat)
                hidden.viewer = FULL
                differs = differs or hidden.tobytes() != state.tobytes()
    assert differs == card.hides


@every_table
def test_planted_secrets_show_up_in_no_view_and_no_observation(key: str, players: int) -> None:
    """Two states that differ in secrets only look the same, whoever looks."""
    game, luck = games.find(key), generator(5)
    for state in list(walk(key, players, seed=2))[::5]:
        for viewer in viewers(game, state):
            hidden = game.hidden(state, viewer)
            planted = hidden.copy()
            game.rules.fill(planted, luck)
            again = game.hidden(planted, viewer)
            assert json.dumps(game.view(again)) == json.dumps(game.view(hidden))
            seen = [np.zeros(game.observe.OBSERVATION, np.float32) for _ in range(2)]
            game.observe.observe(hidden, seen[0])
            game.observe.observe(again, seen[1])
            assert (seen[0] == seen[1]).all()


@every_table
def test_a_seat_knows_what_it_may_do(key: str, players: int) -> None:
    game = games.find(key)
    for state in walk(key, players, seed=3):
        for seat in game.acting(state):
            focused = game.focused(state, seat)
            assert game.legal(game.hidden(focused, seat)) == game.legal(focused)


@every_table
def test_guesses_are_playable(key: str, players: int) -> None:
    """A filled state is a state of the game: the same decisions are legal, and it can go on."""
    game, luck = games.find(key), generator(7)
    for state in list(walk(key, players, seed=4))[::7]:
        for seat in game.acting(state):
            focused = game.focused(state, seat)
            guess = game.hidden(focused, seat)
            game.rules.fill(guess, luck)
            assert game.legal(guess) == game.legal(focused)
            assert int(game.rules.to_act(guess)) == seat


@every_table
def test_what_is_asked_before_playing_tells_no_secret(key: str, players: int) -> None:
    """The same questions to a match with other secrets have the same answers: half turns, whole
    ones, and such as go on behind their end."""
    luck = random.Random(6)
    for match, seat in positions(match_of(key, players, seed=6), turns=3 * TURNS):
        other = disguised(match, seat, luck, match.chance)
        begun: list[int] = []
        while following := match.choices(seat, begun):
            begun.append(luck.choice(following).decision)
            assert other.preview(seat, begun) == match.preview(seat, begun)
            assert other.choices(seat, begun) == match.choices(seat, begun)
        beyond = [*begun, luck.randrange(match.game.rules.ACTIONS)]
        assert refusal(other, seat, beyond) == refusal(match, seat, beyond)
        text = match.random_turn(seat, luck)
        for tried in (text, text[: len(text) // 2], f"{text} {text}"):
            assert other.check(seat, tried) == match.check(seat, tried)
        assert list(islice(other.turns(seat), 20)) == list(islice(match.turns(seat), 20))


def refusal(match: Match, seat: int, begun: list[int]) -> Refusal:
    with pytest.raises(IllegalTurn) as caught:
        match.choices(seat, begun)
    return caught.value.refusal


@every_table
def test_previews_show_no_guess_as_a_fact(key: str, players: int) -> None:
    """Whatever is guessed of what a seat cannot know, a turn has the same consequences for its
    eyes; but for the end of a round of sealed choices, which is not previewed."""
    game, luck, random_ = games.find(key), random.Random(8), generator(8)
    for match, seat in positions(match_of(key, players, seed=7), turns=3 * TURNS):
        start = game.focused(match.state, seat)
        text = match.random_turn(seat, luck)
        seen = set()
        for _ in range(3):
            guess = game.hidden(start, seat)
            game.rules.fill(guess, random_)
            assert game.advance(guess, game.notation.read_turn(start, text)) is None
            if not game.sealing(start) or game.sealing(guess):
                seen.add(game.hidden(guess, seat).tobytes())
        assert len(seen) <= 1


@every_table
def test_the_view_is_plain_data(key: str, players: int) -> None:
    for match, _ in positions(match_of(key, players)):
        for seat in (*range(players), None):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view


@every_table
def test_the_log_of_others_hides_what_is_hidden(key: str, players: int) -> None:
    """Whatever the secrets are, others read the same log lines of the last event."""
    for match, _ in positions(match_of(key, players)):
        for viewer in (*range(players), None):
            for shown, line in zip(match.log(viewer), match.lines, strict=True):
                if line.seat is None or line.seat == viewer:
                    assert shown["text"] == line.text
                else:
                    sealed = shown["n"] > match.settled
                    assert shown["text"] == match.game.notation.veil(line.text, line.kind, sealed)


@every_table
def test_whoever_scribbles_on_a_view_spoils_nobody_elses(key: str, players: int) -> None:
    for match, seat in positions(match_of(key, players, seed=4), turns=6):
        view = match.view(seat)
        before = json.dumps(view)
        scribble(view)
        assert json.dumps(match.view(seat)) == before


def scribble(view: Any) -> None:
    """Leaves nothing in it, nor in anything that it holds."""
    for part in list(view.values()) if isinstance(view, dict) else view:
        if isinstance(part, dict | list):
            scribble(part)
    view.clear()
