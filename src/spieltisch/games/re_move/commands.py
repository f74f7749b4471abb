"""Commands of the game's own: `spieltisch re-move study`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from spieltisch.games.re_move.boards import board_names
from spieltisch.games.re_move.decks import deck_names


def add_commands(
    parser: argparse.ArgumentParser, where: Callable[[argparse.ArgumentParser], None]
) -> None:
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    study = commands.add_parser("study", help="let greedy players try boards and decks")
    study.add_argument("--boards", nargs="+", choices=board_names(), default=list(board_names()))
    study.add_argument("--decks", nargs="+", choices=deck_names(), default=list(deck_names()))
    study.add_argument("--games", type=int, default=200, help="games per board and deck")
    study.add_argument("--seed", type=int, default=1)
    study.add_argument("--turn-limit", type=int, default=600)
    study.add_argument("--plot", type=Path, metavar="FILE", help="write the plot, as SVG")
    where(study)
    study.set_defaults(run=run_study)


def run_study(arguments: argparse.Namespace) -> int:
    from spieltisch.games.re_move import study

    parts = study.parts(
        arguments.boards, arguments.decks, arguments.games, arguments.seed, arguments.turn_limit
    )
    rows = study.gather(arguments.spread(arguments, study.play, parts))
    print(study.table(rows))
    if arguments.plot is not None:
        arguments.plot.write_text(study.plot(rows), "utf-8")
        print(f"\n{arguments.plot}")
    return 0
