"""The table in a terminal: all of it within 78 columns, and readable without colour."""

from __future__ import annotations

from spieltisch.core.state import SPECTATOR
from spieltisch.games.no_return import board
from spieltisch.games.no_return.tests.table import at, look, play

NAMES = ["Ada", "Bo", "Cleopatra the Seventh, Queen of the Whole of Egypt", "Dan"]
HANDS = ["r1 r2 r3 r4 r5 r6 r7 r8", "b1 b2 b3 b4 b5 b6 b7 b8"]


def test_a_table_of_two() -> None:
    state = at(HANDS, {0: "g9 g5 p11", 1: "y7"}, {0: "p3"}, phases=[1, 2])
    drawn = board.draw(look(state, 0), NAMES, "en").plain
    assert [line.rstrip() for line in drawn.split("\n")] == [
        "▶ Ada                 phase 1 · hand 8    Bo                  phase 2 · hand 8",
        "      r    o    y    g    b    p              r    o    y    g    b    p",
        "      ·    ·    ·    9    ·   11              ·    ·    7    ·    ·    ·",
        "                     5",
        "  pile 3, minus 25, makes -22             pile 0, minus 7, makes -7",
        "",
        "  Bag 111 · lid: 0 face up, 0 face down",
        "  Your hand:  r1 r2 r3 r4 r5 r6 r7 r8",
    ]


def test_four_players_fit() -> None:
    state = at(HANDS, {0: "g9 g5", 2: "y7 y6 y5 y4 y3 y2 y1"}, players=4)
    for lang in ("de", "en"):
        drawn = board.draw(look(state, 2), NAMES, lang).plain
        assert max(len(line) for line in drawn.split("\n")) <= 78
        assert "Cleopatra the Sev" in drawn
        assert "…" in drawn


def test_what_was_put_face_down_is_shown_to_its_owner_only() -> None:
    state = play(at(HANDS), "swap r1 r2", "draw o1 o2")
    assert "Verdeckt abgegeben:  r1 r2" in board.draw(look(state, 0), NAMES, "de").plain
    assert "abgegeben" not in board.draw(look(state, 1), NAMES, "de").plain
    assert "Hand:" not in board.draw(look(state, SPECTATOR), NAMES, "de").plain


def test_many_counters_take_several_lines() -> None:
    view = look(at(HANDS), 0)
    view["seats"][0]["gone"] = [f"{c}{v}" for c in "roygbp" for v in range(1, 12)]
    lines = board.draw(view, NAMES, "de").plain.split("\n")
    assert max(len(line) for line in lines) <= 78
    assert any(line.strip() == "p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11" for line in lines)


def test_the_opening_the_last_round_and_the_end_are_told() -> None:
    opening = play(at(HANDS, opening=True), "swap r1", "draw o1")
    assert "Bag 115 · laid aside 1" in board.draw(look(opening, 0), NAMES, "en").plain
    last = at(HANDS, seat=1, bag="", open_piles=False, piles={0: "p3"})
    assert "Last round" in board.draw(look(last, 1), NAMES, "en").plain
    assert "pile ? (1), minus 0" in board.draw(look(last, 1), NAMES, "en").plain
    over = board.draw(look(play(last, "swap b1"), 1), NAMES, "en").plain
    assert "The game is over" in over
    assert "rank 2" in over
