"""Boards and decks as data: what the loader accepts, and how it explains what it does not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from spieltisch.core.errors import BadOption
from spieltisch.games.re_move import CARD, rules
from spieltisch.games.re_move.boards import (
    MOST_PLACES,
    STANDARD,
    board_names,
    check_board,
    load_board,
    named_board,
)
from spieltisch.games.re_move.decks import check_deck, deck_counts, deck_names, decks
from spieltisch.games.re_move.tests.tables import figures, new

Data = dict[str, Any]


def standard() -> Data:
    return named_board(STANDARD).json()


def node(data: Data, name: str) -> Data:
    return next(n for n in data["nodes"] if n["id"] == name)


@pytest.mark.parametrize("name", board_names())
def test_every_board_of_the_game_is_right(name: str) -> None:
    board = load_board(name)
    assert check_board(name) == name
    assert all(set(board.distances(seat)) == board.open_to(seat) for seat in range(3))


def test_the_proposed_board() -> None:
    board = named_board(STANDARD)
    assert (len(board.places), len(board.lines)) == (61, 108)
    assert board.distances(0)[board.numbers["B0.2"]] == 8


def test_a_board_equal_to_the_standard_one_is_not_written() -> None:
    data = standard()
    data["nodes"].reverse()
    data["edges"] = [edge[::-1] for edge in data["edges"]]
    data["remark"] = "the same"
    options = CARD.resolve(3, {"board": data, "deck": decks()[STANDARD]})
    assert CARD.differing(options) == {}


def test_another_board_is_played_on() -> None:
    data = standard()
    for entry in data["nodes"]:
        entry["id"] = entry["id"].replace("B", "Z9")
    for edge in data["edges"]:
        edge[:] = [name.replace("B", "Z9") for name in edge]
    options = CARD.resolve(3, {"board": data})
    assert CARD.differing(options) == {"board": data}
    assert "Z90.1" in figures(new(board=data), 0)


def drop(key: str, name: str) -> Callable[[Data], None]:
    return lambda data: node(data, name).pop(key)


def change(name: str, **values: Any) -> Callable[[Data], None]:
    return lambda data: node(data, name).update(values)


def join(*edge: Any) -> Callable[[Data], None]:
    return lambda data: data["edges"].append(list(edge))


def cut(*names: str) -> Callable[[Data], None]:
    def without(data: Data) -> None:
        data["edges"] = [edge for edge in data["edges"] if not set(names) <= set(edge)]

    return without


def add_two_triangles(data: Data) -> None:
    """Three more places on the outer ring that hang together, but not with the ring."""
    data["nodes"] = [n for n in data["nodes"] if n["id"] not in ("Z0", "Z1")]
    data["edges"] = [e for e in data["edges"] if not {"Z0", "Z1"} & set(e)]
    for name in ("P0", "P1", "P2"):
        data["nodes"].append({"id": name, "zone": "outer", "owner": None, "xy": [9, 9]})
    data["edges"] += [["P0", "P1"], ["P1", "P2"], ["P0", "P2"], ["P0", "A0L"]]
    data["edges"] += [["T0.0", "O6"], ["T1.0", "O10"]]


def detach_target(data: Data) -> None:
    for edge in data["edges"]:
        if "Z0" in edge and edge != ["T0.0", "Z0"] and edge != ["T0.1", "Z0"]:
            edge[:] = ["Z0", "B1.4"]


def crowd(data: Data) -> None:
    data["nodes"] += [
        {"id": f"N{n}", "zone": "field", "owner": None, "xy": [n, n]} for n in range(5)
    ]


FAULTS = [
    (drop("id", "C"), "the name None"),
    (change("C", id="a-b"), "without -, x and space"),
    (change("C", id="toolong"), "1 to 6 characters"),
    (change("C", zone="sea"), "zone 'sea'"),
    (change("C", owner=1), "has the owner 1"),
    (change("B0.0", owner=3), "has the owner 3"),
    (change("B0.0", owner=True), "has the owner True"),
    (drop("xy", "C"), "C needs xy"),
    (change("C", xy=[1, "2"]), "C needs xy"),
    (change("C", xy=[1, float("nan")]), "C needs xy"),
    (change("C", id="I0"), "I0 occurs twice"),
    (join("C", "Q"), "leads to Q, which does not exist"),
    (join("C", "C"), "leads back to itself"),
    (join("I0", "C"), "a line is given twice"),
    (join("C"), "a line joins two places"),
    (join("C", 5), "a line joins two places"),
    (cut("T0.2", "T0.1"), "1 lines end at T0.2"),
    (change("C", degree=5), "6 lines end at C, but 5 are stated"),
    (change("T0.2", zone="field", owner=None), "the target of seat 0 has 2 places instead of 3"),
    (change("B1.4", owner=2), "the base of seat 1 has 6 places instead of 7"),
    (cut("O0", "O1"), "O0 has 1 neighbours on the outer ring"),
    (change("C", zone="inner"), "I0 has 3 neighbours on the inner ring"),
    (lambda data: [change(f"I{n}", zone="field")(data) for n in range(6)], "at least 3 places"),
    (add_two_triangles, "the outer ring consists of several circles"),
    (detach_target, "cannot reach T0.0 without crossing a closed area"),
    (crowd, "66 places; 62 at most"),
    (lambda data: data.update(players=4), "players must be 3"),
    (lambda data: data.update(figures_per_player=6), "figures_per_player must be 7"),
    (lambda data: data["nodes"].append("C"), "'C' is no place"),
    (lambda data: data.pop("edges"), "an object with the lists nodes and edges"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "words"), FAULTS)
def test_the_loader_explains(spoil: Callable[[Data], Any], words: str) -> None:
    data = copy.deepcopy(standard())
    spoil(data)
    with pytest.raises(BadOption) as caught:
        check_board(data)
    assert words in caught.value.refusal.en
    assert caught.value.refusal.de != caught.value.refusal.en
    assert caught.value.rule == "REC-1"


def test_places_apart_from_the_rest_are_named() -> None:
    data = standard()
    for exit_line in (("A0L", "B0.1"), ("A0M", "B0.2"), ("A0R", "B0.3")):
        cut(*exit_line)(data)
    with pytest.raises(BadOption, match=r"B0\.0 is not connected to I0"):
        check_board(data)


def test_unknown_names() -> None:
    with pytest.raises(BadOption, match="there is no board 'moon'; there are: standard"):
        check_board("moon")
    with pytest.raises(BadOption, match="there is no deck 'moon'; there are: standard"):
        check_deck("moon")


@pytest.mark.parametrize("name", deck_names())
def test_every_deck_has_twenty_cards(name: str) -> None:
    assert check_deck(name) == name
    assert sum(deck_counts(name)) == 20


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ({"Move": 20, "Remove": 0}, "no card 'Remove'"),
        ({"Move": True, "ReMove": 19}, "the number of Move cards must be 0 or more, not True"),
        ({"Move": -1, "ReMove": 21}, "the number of Move cards must be 0 or more, not -1"),
        ({"Move": 19}, "a deck has 20 cards, this one has 19"),
        (20, "a deck is a name or an object"),
    ],
)
def test_decks_that_are_none(deck: Any, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        check_deck(deck)


def test_a_deck_of_ones_own() -> None:
    deck = check_deck({"Joker": 1, "Move": 19})
    assert list(deck.items()) == [
        ("Move", 19), ("ReMove", 0), ("Outside", 0), ("Inside", 0), ("Joker", 1)
    ]  # fmt: skip
    assert new(deck=deck).pile[2].tolist() == [19, 0, 0, 0, 1]


@pytest.mark.parametrize("name", board_names())
def test_the_record_has_the_boards_bases_and_distances(name: str) -> None:
    board, state = load_board(name), new(board=name)
    for seat in range(3):
        base = sorted(board.zone("base", seat))
        assert [rules.base_place(state, seat, nth) for nth in range(len(base))] == base
        steps = board.distances(seat)
        for place in range(MOST_PLACES):
            assert int(state.away[seat, place]) == steps.get(place, -1)
    for number, named in enumerate(board.places):
        near = sorted(board.neighbours[number])
        assert state.line[number].tolist() == near + [-1] * (len(state.line[number]) - len(near))
        assert state.xy[number].tolist() == [round(1000 * value) for value in named.xy]


def test_a_base_may_begin_at_the_first_place() -> None:
    state = new()
    state.bases[0] = 0b1010011
    assert [rules.base_place(state, 0, nth) for nth in range(4)] == [0, 1, 4, 6]
