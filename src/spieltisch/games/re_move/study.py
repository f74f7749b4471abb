"""How long games last, whether they are decided and fair: greedy players on boards and decks.

`spieltisch re-move study` prints the table of STUDY.md and draws its plot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.core.play import GREEDY, play_out
from spieltisch.core.randomness import generator
from spieltisch.games.re_move.decks import deck_counts
from spieltisch.games.re_move.rules import (
    CHOOSING,
    GOAL,
    LANDING,
    SEATS,
    ReMove,
    apply,
    in_target,
    score,
)

MOST_EVENTS = 400_000  # decisions and outcomes of one game
COLUMNS = (
    "board", "deck", "cards", "games", "decided", "turns 10 %", "median", "90 %", "wins by seat",
    "jumped", "swept",
)  # fmt: skip


BATCH = 25  # games that are played at once


@dataclass(frozen=True)
class Part:
    """Some games on one board with one deck; game number n of a seed is always the same."""

    board: str
    deck: str
    first: int
    count: int
    seed: int
    turn_limit: int


@dataclass
class Row:
    """What greedy players made of one board and one deck."""

    board: str
    deck: str
    games: int
    turn_limit: int
    decided: int = 0
    turns: list[int] = field(default_factory=list)
    wins: list[float] = field(default_factory=lambda: [0.0] * SEATS)
    jumped: int = 0  # figures captured by jumping
    swept: int = 0  # figures captured by ring cards


def parts(
    boards: Sequence[str], decks: Sequence[str], many: int, seed: int, turn_limit: int
) -> list[Part]:
    """`many` games on every board with every deck, in batches."""
    return [
        Part(board, deck, first, min(BATCH, many - first), seed, turn_limit)
        for board in boards
        for deck in decks
        for first in range(0, many, BATCH)
    ]


def gather(played: Iterable[Row]) -> list[Row]:
    """A row for each board and deck, from those of the batches."""
    rows: dict[tuple[str, str], Row] = {}
    for some in played:
        row = rows.setdefault((some.board, some.deck), Row(some.board, some.deck, 0, 0))
        row.games += some.games
        row.turn_limit = some.turn_limit
        row.decided += some.decided
        row.turns += some.turns
        row.wins = [one + more for one, more in zip(row.wins, some.wins, strict=True)]
        row.jumped += some.jumped
        row.swept += some.swept
    return list(rows.values())


def play(part: Part) -> Row:
    """Lets three greedy players play, seat 0 starting."""
    game = games.find(__name__.split(".")[-2].replace("_", "-"))
    chosen = {"board": part.board, "deck": part.deck, "turn_limit": part.turn_limit}
    start = game.new(SEATS, game.card.resolve(SEATS, chosen))
    row = Row(part.board, part.deck, part.count, part.turn_limit)
    log, counts = np.zeros(MOST_EVENTS, np.int64), np.zeros(2, np.int64)
    policies, values = np.full(SEATS, GREEDY), np.zeros(game.rules.MOST)
    for nth in range(part.first, part.first + part.count):
        state = start.copy()
        cards, luck = generator(part.seed, 2 * nth), generator(part.seed, 2 * nth + 1)
        length = play_out(state, policies, cards, luck, game.buffer(), values, log, counts)
        _add_game(row, start.copy(), log[:length])
    return row


def _add_game(row: Row, state: ReMove, log: Any) -> None:
    """Plays the game again and counts."""
    for action in log:
        phase, waiting = int(state.phase), int(state.captured.sum())
        apply(state, int(action))
        fresh = max(int(state.captured.sum()) - waiting, 0)
        row.jumped += fresh if phase == LANDING else 0
        row.swept += fresh if phase == CHOOSING else 0
    scores = [int(score(state, seat)) for seat in range(SEATS)]
    row.decided += any(in_target(state, seat) == GOAL for seat in range(SEATS))
    row.turns.append(int(state.turns))
    for seat in range(SEATS):
        row.wins[seat] += scores[seat] / sum(scores)


def line(row: Row) -> str:
    """A row of the table in Markdown."""
    low, median, high = np.percentile(row.turns, [10, 50, 90])
    cells = (
        row.board,
        row.deck,
        "/".join(str(many) for many in deck_counts(row.deck)),
        row.games,
        f"{100 * row.decided / row.games:.0f} %",
        f"{low:.0f}",
        f"{median:.0f}",
        f"{high:.0f}",
        " / ".join(f"{100 * wins / row.games:.0f} %" for wins in row.wins),
        f"{row.jumped / row.games:.0f}",
        f"{row.swept / row.games:.0f}",
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def table(rows: Sequence[Row]) -> str:
    head = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"
    return "\n".join([head, *(line(row) for row in rows)])


WIDTH, LEFT, RIGHT, TOP, STEP = 720, 190, 70, 40, 28


def plot(rows: Sequence[Row]) -> str:
    """An SVG: for each row the turns from the 10th to the 90th percentile, with the median."""
    limit = max(row.turn_limit for row in rows)
    height = TOP + STEP * len(rows) + 40
    scale = (WIDTH - LEFT - RIGHT) / limit
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12" fill="#333">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20">Turns per game: 10th to 90th percentile, median</text>',
        f'<text x="{WIDTH - RIGHT + 8}" y="20">decided</text>',
        _band(110, 150, height, scale),
        *(_tick(turns, height, scale) for turns in range(0, limit + 1, max(limit // 6, 1))),
        *(_bar(row, nth, scale) for nth, row in enumerate(rows)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _band(low: int, high: int, height: int, scale: float) -> str:
    """What the sheet's 40 minutes mean."""
    x, width = LEFT + low * scale, (high - low) * scale
    return (
        f'<rect x="{x:.1f}" y="{TOP - 8}" width="{width:.1f}" height="{height - TOP - 24}" '
        'fill="#f3e6c4"/>'
    )


def _tick(turns: int, height: int, scale: float) -> str:
    x = LEFT + turns * scale
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{height - 32}" stroke="#ddd"/>'
        f'<text x="{x:.1f}" y="{height - 14}" text-anchor="middle">{turns}</text>'
    )


def _bar(row: Row, nth: int, scale: float) -> str:
    low, median, high = (LEFT + turns * scale for turns in np.percentile(row.turns, [10, 50, 90]))
    y = TOP + STEP * nth + 8
    return (
        f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{row.board}, {row.deck}</text>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="#5b7fa6" '
        'stroke-width="8"/>'
        f'<circle cx="{median:.1f}" cy="{y}" r="6" fill="#1d3d5f"/>'
        f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4}">{100 * row.decided / row.games:.0f} %</text>'
    )
