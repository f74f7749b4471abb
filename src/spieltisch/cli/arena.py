"""`spieltisch arena`: bots against bots on equal deals, with ratings and honest intervals."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spieltisch import games
from spieltisch.bots import base
from spieltisch.cli.compiling import ensure
from spieltisch.cli.console import screen
from spieltisch.cli.texts import told
from spieltisch.core.errors import BadOption, SpieltischError
from spieltisch.simulation import arena as arenas
from spieltisch.simulation import contest_file
from spieltisch.simulation.arena import Contest, Outcome
from spieltisch.simulation.intervals import Figure
from spieltisch.simulation.plot import ratings_svg
from spieltisch.simulation.ratings import summarise
from spieltisch.simulation.workers import deafen

Keep = Callable[[Sequence[dict[str, Any]]], None]  # writes the file, with this table

SAVE_EVERY = 5.0  # seconds


def arena(args: argparse.Namespace) -> int:
    contest = _contest(args)
    path = Path(args.out or f"arena-{contest.game}-{contest.players}p.json")
    contest_file.check_place(path)
    made = contest_file.made_by(contest)
    outcomes = _begun(path, contest, made, args)
    ensure(contest.game)
    keep = partial(contest_file.save, path, contest, outcomes, made=made)
    try:
        _watch(contest, outcomes, keep, args)
    except KeyboardInterrupt:
        deafen()
        _leave(path, outcomes, keep, args.lang)
        return 130
    except SpieltischError:
        _leave(path, outcomes, keep, args.lang)
        raise
    rows = summarise(outcomes, contest.bots)
    keep(rows)
    title = f"{games.card(args.game).name}, {contest.players} players, {len(outcomes)} games"
    contest_file.write(contest_file.picture(path), ratings_svg(title, rows))
    _show(contest, outcomes, rows)
    print(f"{path} and {contest_file.picture(path)}")
    return 0


def _contest(args: argparse.Namespace) -> Contest:
    card = games.card(args.game)
    players = args.players or next((n for n in card.players if n > 1), card.players[0])
    options = dict(args.option)
    card.resolve(players, options)
    bots = tuple(name.strip() for name in args.bots.split(","))
    for name in bots:
        base.find(name)
    if len(set(bots)) < 2:
        raise BadOption("Nenne mindestens zwei Bots", "name at least two bots")
    twice = next((name for name in bots if bots.count(name) > 1), None)
    if twice is not None and len(bots) != players:
        raise BadOption(
            f"{twice} ist mehrmals genannt: das geht nur, wenn es so viele Bots wie Plätze sind "
            f"({players}); nenne sonst jeden Bot einmal",
            f"{twice} is named more than once: that takes as many bots as seats ({players}); "
            "else name each bot once",
        )
    return Contest(card.key, bots, players, args.games, options, args.seed)


def _begun(
    path: Path, contest: Contest, made: dict[str, str], args: argparse.Namespace
) -> list[Outcome]:
    if not path.exists():
        return []
    if not args.resume:
        raise BadOption(
            f"{path} gibt es schon: --resume spielt weiter, --out nennt eine andere Datei",
            f"{path} exists: --resume goes on with it, --out names another file",
        )
    found = contest_file.load(path, contest)
    if found.outcomes and found.made_by != made:
        print(told("other_bots", args.lang, path=path), file=sys.stderr)
    return found.outcomes


def _leave(path: Path, outcomes: Sequence[Outcome], keep: Keep, lang: str) -> None:
    """What was played is kept, whatever ended the contest; a file without a game helps nobody."""
    if outcomes:
        keep([])
        print(told("kept", lang, n=len(outcomes), path=path))
    else:
        print(told("nothing_kept", lang))


def _watch(contest: Contest, outcomes: list[Outcome], keep: Keep, args: argparse.Namespace) -> None:
    """Plays behind a progress bar (on the error stream) and saves now and then."""
    waiting = sum(job.count for job in contest.jobs(arenas.dealt(outcomes)))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    saved = time.monotonic()
    with Progress(*columns, console=screen(stderr=True), transient=True) as bar:
        total = len(outcomes) + waiting
        task = bar.add_task(contest.game, total=total, completed=len(outcomes))
        # closed at once, whatever happens: then its workers end, too
        with closing(arenas.play(contest, list(outcomes), args.workers, args.ray)) as batches:
            for batch in batches:
                outcomes += batch
                bar.update(task, completed=len(outcomes))
                if time.monotonic() - saved > SAVE_EVERY:
                    keep([])
                    saved = time.monotonic()


def _show(contest: Contest, outcomes: Sequence[Outcome], rows: Sequence[dict[str, Any]]) -> None:
    console = screen()
    table = Table(
        title=f"{contest.game}, {contest.players} players, {len(outcomes)} games, "
        f"seed {contest.seed}, 95 % intervals"
    )
    for heading in ("bot", "games", "rating", "wins", "points ahead"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in rows:
        wins, margin = row["wins"], row["margin"]
        table.add_row(
            row["bot"],
            str(row["games"]),
            _rating(row),
            Figure.read(wins).percent(),
            Figure.read(margin).show(2, "+"),
        )
    console.print(table)
    if len(rows) > 2 or contest.players > 2:
        console.print(_duels(rows))


def _rating(row: dict[str, Any]) -> str:
    """A bot that never lost may be any number of points better, and the other way round."""
    rating = row["rating"]
    low, high = f"{rating['low']:+.0f}", f"{rating['high']:+.0f}"
    ends = {"high": f"{low} or more", "low": f"{high} or less"}
    return f"{rating['mean']:+.0f} ({ends.get(row['open'], f'{low} to {high}')})"


def _duels(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="how often the row finishes before the column, ties by halves")
    table.add_column("")
    for row in rows:
        table.add_column(row["bot"], justify="right")
    for row in rows:
        cells = [row["against"].get(other["bot"], {}) for other in rows]
        table.add_row(
            row["bot"],
            *(Figure.read(c["before"]).percent() if c.get("games") else "" for c in cells),
        )
    return table
