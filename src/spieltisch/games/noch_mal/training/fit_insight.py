"""Teaches the network of `insight` by games alone on the default sheet.

python -m spieltisch.games.noch_mal.training.fit_insight --games 300000

The network plays: of any dice it takes the turn after which it expects most points; a few turns are
drawn. After a game every position before a roll is to be judged by what the game brought from there
on, less the known luck of the dice (see `insight_games`). The latest positions are a book,
of which any are learnt, each several times (RMSprop, at a rate that falls to the end). Writes
`insight.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from spieltisch import games
from spieltisch.games.noch_mal.knowledge.insight import (
    ALL_SLOTS,
    FILE,
    LANES,
    NOTHING,
    PATTERNS,
    PHASES,
    TRAITS,
    UNITS,
    WIDE,
    Insight,
    pack,
)
from spieltisch.games.noch_mal.rules import STATE, score
from spieltisch.games.noch_mal.state import SOLO_ROLLS
from spieltisch.games.noch_mal.training.insight_games import Book, Style, learn, play_game

CHUNK = 500  # games between two lessons
SAVED = 20  # lessons between two times that the file is written
PAGES = 20  # chunks that the book holds
FORGET = 0.001  # how soon a weight's pace forgets slopes


def fresh(seed: int) -> Insight:
    """A network that says nothing yet, and knows no symmetry that it could not leave."""
    luck = np.random.default_rng(seed)
    rows = np.zeros((TRAITS, WIDE), np.float32)
    rows[:NOTHING, :UNITS] = luck.normal(0.0, 0.1, (NOTHING, UNITS))
    return Insight(
        rows,
        np.zeros((PATTERNS, LANES), np.float32),
        np.zeros(WIDE, np.float32),
        luck.normal(0.0, 0.05, (PHASES, UNITS)).astype(np.float32),
    )


class School:
    """Plays and learns lesson after lesson."""

    def __init__(self, net: Insight, seed: int, chunk: int = CHUNK) -> None:
        game = games.find("noch-mal")
        self.net, self.chunk, self.games = net, chunk, 0
        self.paces = Insight(*(np.full_like(part, 0.01) for part in net))
        self.opening, self.states = np.zeros(1, STATE), np.zeros(3, STATE)
        self.opening[0] = game.new(1, game.card.resolve(1, {}))
        self.luck = np.random.default_rng(seed)
        size = PAGES * chunk * SOLO_ROLLS
        self.book = Book(
            np.zeros((size, ALL_SLOTS), np.int16),
            np.zeros(size, np.int8),
            np.zeros(size, np.float32),
        )

    def lesson(self, style: Style, rate: float, often: float) -> tuple[float, float, float]:
        """The mean points, the same less luck, and how far off the network was, in points."""
        points = spared = 0.0
        for _ in range(self.chunk):
            self.states[0] = self.opening[0]
            page = self.games % (PAGES * self.chunk) * SOLO_ROLLS
            spared += float(play_game(self.states, self.games, self.net, style, self.book, page))
            points += float(score(self.states.view(STATE)[0], 0))
            self.games += 1
        written = min(self.games * SOLO_ROLLS, len(self.book.phase))
        order = self.luck.integers(0, written, int(often * self.chunk * SOLO_ROLLS))
        off = float(learn(order, self.book, self.net, self.paces, rate, FORGET))
        return points / self.chunk, spared / self.chunk, 10.0 * off**0.5


def write(net: Insight, command: str, path: Path) -> None:
    packed = {part: pack(weights) for part, weights in zip(Insight._fields, net, strict=True)}
    lines = ",\n".join(f'"{part}": {json.dumps(text)}' for part, text in packed.items())
    path.write_text(f'{{"command": {json.dumps(command)},\n"network": {{\n{lines}}}}}\n', "utf-8")


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--blind", type=float, default=0.02, help="share of turns that are drawn")
    parser.add_argument("--kept", type=float, default=0.8, help="lambda")
    parser.add_argument("--rate", type=float, default=3e-4, help="of the first lesson")
    parser.add_argument("--last", type=float, default=2e-6, help="rate of the last lesson")
    parser.add_argument("--often", type=float, default=3.0, help="how often a position is learnt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    return parser.parse_args(given)


def main(given: list[str]) -> None:
    args = arguments(given)
    net = fresh(args.seed)
    school = School(net, args.seed)
    told = [part for part in given if part not in ("--out", str(args.out))]
    command = " ".join(["python -m spieltisch.games.noch_mal.training.fit_insight", *told])
    style = Style(args.seed, args.blind, args.kept)
    lessons = args.games // CHUNK
    for n in range(lessons):
        rate = args.rate * (args.last / args.rate) ** (n / lessons)
        points, spared, off = school.lesson(style, rate, args.often)
        print(
            f"{school.games} games: {points:.2f} points, {spared:.2f} less luck, off by {off:.2f}",
            flush=True,
        )
        if n % SAVED == SAVED - 1:
            write(net, command, args.out)
    write(net, command, args.out)


if __name__ == "__main__":
    main(sys.argv[1:])
