"""How strong the bots are: every row that the page about bots shows, for every game.

python -m bench.bots.strength [GAME…] [--games 400] [--alone 1000]
    [--time 0.1 | --simulations 9000] [--minutes 60] [--out FOLDER]

Rows: a search of so many seconds a turn against `greedy` (in all other seats), each level against
the one below it (the strongest with that time too), and the points of a search alone where a game
can be played alone. All rows grow at the same pace: whenever the minutes are over, the table
is even. Results are saved after every few games; run it again and it goes on. On a busy machine
let `--simulations` stand for the time that they take on an idle core (`speed.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.bots.base import BOTS
from spieltisch.simulation.arena import Contest, Outcome, play
from spieltisch.simulation.intervals import Figure, mean
from spieltisch.simulation.ratings import margins, victories

SEED = 2024  # deals that chose nothing
STEP = 4  # deals that a row plays before the next row's turn
ROW = "| {} | {} | {} | {} | {} | {} |"


@dataclass(frozen=True)
class Row:
    """One bot against another in all other seats; alone, against nobody."""

    game: str
    players: int
    bot: str
    other: str

    @property
    def key(self) -> str:
        return f"{self.game} {self.players} {self.bot} {self.other}"

    def contest(self, many: int) -> Contest:
        bots = (self.bot, *[self.other] * (self.players - 1))
        return Contest(self.game, bots, self.players, many, seed=SEED)


def rows(keys: list[str], strongest: str) -> Iterator[Row]:
    levels = [name for name in BOTS if name not in ("greedy", "master")] + [strongest]
    for key in keys:
        seats = games.card(key).players
        players = 2 if 2 in seats else seats[0]
        yield Row(key, players, strongest, "greedy")
        for below, above in pairwise(levels):
            yield Row(key, players, above, below)
        if 1 in seats:
            yield Row(key, 1, strongest, "")


def grow(row: Row, found: list[Outcome], most: int) -> None:
    """Plays the next few deals of a row."""
    seatings = len(set(row.contest(1).seatings(row.contest(1).tables()[0])))
    many = min(most, len(found) + STEP * seatings)
    for batch in play(row.contest(many), found, 1):
        found += batch


def wins(row: Row, found: list[Outcome]) -> Figure | None:
    return victories(found, row.bot) if row.players > 1 else None


def points(row: Row, found: list[Outcome]) -> Figure:
    if row.players > 1:
        return margins(found, row.bot)
    return mean([float(outcome.scores[0]) for outcome in found])


def table(all_rows: list[Row], found: dict[str, list[Outcome]]) -> str:
    lines = [
        ROW.format("game", "bot", "against", "wins (95 %)", "points ahead, or alone", "games"),
        "|---|---|---|---|---|---|",
    ]
    for row in all_rows:
        outcomes = found[row.key]
        if outcomes:
            share, ahead = wins(row, outcomes), points(row, outcomes)
            won = "" if share is None else share.percent()
            other = row.other if row.players == 2 else f"{row.players - 1} × {row.other}"
            other = other if row.players > 1 else "nobody"
            lines.append(ROW.format(row.game, row.bot, other, won, ahead.show(), len(outcomes)))
    return "\n".join(lines)


def saved(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def load(folder: Path, row: Row) -> list[Outcome]:
    return [
        Outcome(tuple(seating), deal, tuple(scores), tuple(ranks))
        for seating, deal, scores, ranks in saved(folder / f"{row.game}.json").get(row.key, [])
    ]


def save(folder: Path, row: Row, found: list[Outcome]) -> None:
    """Each game has its file; the other rows in it stay."""
    path = folder / f"{row.game}.json"
    rows = saved(path) | {row.key: [outcome.json() for outcome in found]}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(some)}" for key, some in rows.items())
    part = path.with_name(path.name + ".part")
    part.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    os.replace(part, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(games.cards()), metavar="GAME")
    parser.add_argument("--games", type=int, default=400, help="of each row")
    parser.add_argument("--alone", type=int, default=1000, help="games of a row without others")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a turn")
    parser.add_argument("--simulations", type=int, help="a turn, in place of the time")
    parser.add_argument("--against", help="only the rows against these, like greedy,hard,nobody")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--out", type=Path, default=Path("bench/bots/results"))
    args = parser.parse_args()
    thinks = args.simulations or f"{args.time:g}s"
    all_rows = list(rows(args.names, f"search:{thinks}"))
    if args.against:
        all_rows = [row for row in all_rows if (row.other or "nobody") in args.against.split(",")]
    aims = {row.key: args.games if row.players > 1 else args.alone for row in all_rows}
    found = {row.key: load(args.out, row) for row in all_rows}
    end = time.monotonic() + 60 * args.minutes
    while time.monotonic() < end:
        row = min(all_rows, key=lambda one: len(found[one.key]) / aims[one.key])
        if len(found[row.key]) >= aims[row.key]:
            break
        grow(row, found[row.key], aims[row.key])
        save(args.out, row, found[row.key])
        least = sum(min(len(found[key]), aim) for key, aim in aims.items())
        print(f"{least} of {sum(aims.values())} games; {row.key}", flush=True)
    print(table(all_rows, found))


if __name__ == "__main__":
    main()
