"""Positions for tests, built the way one would describe them at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch import games
from spieltisch.core.errors import IllegalTurn, Refusal, Unreadable
from spieltisch.core.game import Game
from spieltisch.core.state import AnyState
from spieltisch.games.noch_mal import rules
from spieltisch.games.noch_mal.decisions import COLOURS
from spieltisch.games.noch_mal.sheets.sheet import COLUMNS, read_cell

GAME: Game = games.find("noch-mal")


def new(players: int = 2, **options: Any) -> AnyState:
    return GAME.new(players, GAME.card.resolve(players, options))


def at(
    dice: str = "",
    marked: str = "",
    *,
    players: int = 2,
    roll: int = 1,
    active: int = 0,
    exclamations: int = 8,
    sheet: Any = "black",
    **others: str,
) -> AnyState:
    """A table at which seat 0 has marked `marked` (and seat 1 `marked_1`, and so on)."""
    state = new(players, sheet=sheet)
    state.roll, state.active = roll, active
    state.exclamations[:players] = exclamations
    cross(state, 0, marked)
    for name, cells in others.items():
        cross(state, int(name.removeprefix("marked_")), cells)
    settle(state)
    if dice:
        chance(state, f"roll {dice}")
    return state


def cross(state: AnyState, seat: int, cells: str) -> None:
    for name in dict.fromkeys(cells.split()):
        cell = read_cell(name)
        rules.mark(state, seat, int(state.cell_block[cell]), 1 << int(state.cell_bit[cell]))


def settle(state: AnyState) -> None:
    """What was filled before counts as won in an earlier roll."""
    rules.win(state, state.column_left, state.column_won, COLUMNS)
    rules.win(state, state.colour_left, state.colour_won, COLOURS)
    rules.count_bonus(state)


def chance(state: AnyState, text: str) -> None:
    refusal = GAME.advance_chance(state, GAME.notation.read_chance(state, text))
    assert refusal is None, refusal


def play(state: AnyState, *turns: str) -> AnyState:
    """Plays the turns of the seats that are due, in the order of the record."""
    for text in turns:
        refusal = GAME.advance(state, GAME.notation.read_turn(state, text))
        if refusal is not None:
            raise IllegalTurn(refusal)
    return state


def refuse(state: AnyState, text: str, seat: int | None = None) -> Refusal:
    """Why the turn is refused; the state is left alone."""
    copy = state.copy() if seat is None else GAME.focused(state, seat)
    try:
        refusal = GAME.advance(copy, GAME.notation.read_turn(copy, text))
    except Unreadable as error:
        return error.refusal
    assert refusal is not None, f"{text} is legal"
    return refusal


def is_legal(state: AnyState, text: str) -> bool:
    copy = state.copy()
    return GAME.advance(copy, GAME.notation.read_turn(copy, text)) is None


def turns(state: AnyState, seat: int | None = None) -> set[str]:
    """All legal turns of the seat to act (or of another one that may choose) as text."""
    start = state.copy() if seat is None else GAME.focused(state, seat)
    found = set()
    for first in GAME.legal(start):
        after = start.copy()
        rules.apply(after, first)
        lines = [[first, then] for then in GAME.legal(after)] if after.placing else [[first]]
        found |= {GAME.notation.show_turn(start, line) for line in lines}
    return found


def column(letters: str, rows: Sequence[int] = range(1, 8)) -> str:
    """The cells of whole columns."""
    return " ".join(f"{letter}{row}" for letter in letters for row in rows)


def colour(letter: str, but: str = "", sheet: str = "black") -> str:
    """All cells of a colour, but for some."""
    state = new(1, sheet=sheet)
    rows = GAME.view(GAME.hidden(state, 0))["sheet"]
    names = [
        f"{'ABCDEFGHIJKLMNO'[c]}{r + 1}"
        for c in range(15)
        for r in range(7)
        if rows[r][c].lower() == letter
    ]
    return " ".join(name for name in names if name not in but.split())


def score(state: AnyState, seat: int = 0) -> int:
    return int(rules.score(state, seat))
