"""Fields read in one step are what NumPy reads one by one."""

from __future__ import annotations

import random

from spieltisch import games
from spieltisch.core.record_fields import Fields, Rows, raw, span
from spieltisch.matches.match import Match


def test_all_fields_of_a_record_are_read_as_they_are(game: str) -> None:
    card, luck = games.card(game), random.Random(3)
    players = card.players[0]
    match = Match(games.find(game), players, card.resolve(players, {}))
    for _ in range(10):
        match.play(match.acting[0], match.random_turn(match.acting[0], luck))
    state = match.state
    names = [name for name in state.dtype.names if not name.startswith(("gap", "is_"))]
    luck.shuffle(names)
    found = Fields(state.dtype, " ".join(names))(state)
    for name, value in zip(names, found, strict=True):
        assert _lists(value) == state[name].tolist(), name


def test_rows_of_a_seat_are_read_as_they_are(game: str) -> None:
    card, luck = games.card(game), random.Random(4)
    players = card.players[-1]
    match = Match(games.find(game), players, card.resolve(players, {}))
    for _ in range(10):
        match.play(match.acting[0], match.random_turn(match.acting[0], luck))
    state = match.state
    shaped = [
        name for name in state.dtype.names if state[name].shape and not name.startswith("gap")
    ]
    seats = min(len(state[name]) for name in shaped)
    names = [name for name in shaped if state[name].ndim < 3]
    rows = Rows(state.dtype, " ".join(names))
    assert len(rows.of) == seats
    for seat, of in enumerate(rows.of):
        for name, value in zip(names, rows.read(of(raw(state))), strict=True):
            assert _lists(value) == state[name][seat].tolist(), name


def test_a_span_is_the_bytes_of_fields_and_of_all_between(game: str) -> None:
    state = games.find(game).new(
        games.card(game).players[0], games.card(game).resolve(games.card(game).players[0], {})
    )
    first, second, *_, last = [n for n in state.dtype.names if not n.startswith(("gap", "is_"))]
    assert raw(state)[span(state.dtype, first, first)] == state[first].tobytes()
    whole = raw(state)[span(state.dtype, second, last)]
    assert whole.endswith(state[last].tobytes())
    assert whole.startswith(state[second].tobytes())


def _lists(value: object) -> object:
    return [_lists(each) for each in value] if isinstance(value, tuple) else value
