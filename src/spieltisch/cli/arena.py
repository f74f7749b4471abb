"""`spieltisch arena`: bots against bots on equal deals, with ratings and honest intervals."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spieltisch import games
from spieltisch.bots import base
from spieltisch.cli.warm import ensure
from spieltisch.core.errors import BadOption
from spieltisch.simulation import arena as arenas
from spieltisch.simulation.arena import Contest, Outcome
from spieltisch.simulation.plot import ratings_svg
from spieltisch.simulation.ratings import summarise

SAVE_EVERY = 5.0  # seconds


def arena(args: argparse.Namespace) -> int:
    card = games.card(args.game)
    players = args.players or next((n for n in card.players if n > 1), card.players[0])
    options = dict(args.option)
    card.resolve(players, options)
    bots = tuple(name.strip() for name in args.bots.split(","))
    for name in bots:
        base.find(name)
    if len(set(bots)) < 2:
        raise BadOption("Nenne mindestens zwei Bots", "name at least two bots")
    contest = Contest(card.key, bots, players, args.games, options, args.seed)
    path = Path(args.out or f"arena-{card.key}-{players}p.json")
    outcomes = _begun(path, contest, args.resume)
    ensure(card.key)
    try:
        _watch(contest, outcomes, path, args)
    except KeyboardInterrupt:
        arenas.save(path, contest, outcomes, summarise(outcomes, contest.bots))
        print(f"{len(outcomes)} games are kept in {path}; go on with --resume")
        return 130
    rows = summarise(outcomes, contest.bots)
    arenas.save(path, contest, outcomes, rows)
    picture = path.with_suffix(".svg")
    title = f"{card.name}, {players} players, {len(outcomes)} games"
    picture.write_text(ratings_svg(title, rows), encoding="utf-8")
    _show(contest, outcomes, rows)
    print(f"{path} and {picture}")
    return 0


def _begun(path: Path, contest: Contest, resume: bool) -> list[Outcome]:
    if not path.exists():
        return []
    if not resume:
        raise BadOption(
            f"{path} gibt es schon: --resume spielt weiter, --out nennt eine andere Datei",
            f"{path} exists: --resume goes on with it, --out names another file",
        )
    return arenas.load(path, contest)


def _watch(contest: Contest, outcomes: list[Outcome], path: Path, args: argparse.Namespace) -> None:
    """Plays behind a progress bar (on the error stream) and saves now and then."""
    waiting = sum(job.count for job in contest.jobs(arenas.dealt(outcomes)))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    saved = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        total = len(outcomes) + waiting
        task = bar.add_task(contest.game, total=total, completed=len(outcomes))
        for batch in arenas.play(contest, list(outcomes), args.workers, args.ray):
            outcomes += batch
            bar.update(task, completed=len(outcomes))
            if time.monotonic() - saved > SAVE_EVERY:
                arenas.save(path, contest, outcomes, [])
                saved = time.monotonic()


def _show(contest: Contest, outcomes: Sequence[Outcome], rows: Sequence[dict[str, Any]]) -> None:
    console = Console()
    table = Table(
        title=f"{contest.game}, {contest.players} players, {len(outcomes)} games, "
        f"seed {contest.seed}, 95 % intervals"
    )
    for heading in ("bot", "games", "rating", "wins", "points ahead"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in rows:
        rating, wins, margin = row["rating"], row["wins"], row["margin"]
        table.add_row(
            row["bot"],
            str(row["games"]),
            f"{rating['mean']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})",
            _percent(wins),
            f"{margin['mean']:+.2f} ± {(margin['high'] - margin['low']) / 2:.2f}",
        )
    console.print(table)
    if len(rows) > 2 or contest.players > 2:
        console.print(_duels(rows))


def _duels(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="how often the row finishes before the column, ties by halves")
    table.add_column("")
    for row in rows:
        table.add_column(row["bot"], justify="right")
    for row in rows:
        cells = [row["against"].get(other["bot"], {}) for other in rows]
        table.add_row(row["bot"], *(_percent(c["before"]) if c.get("games") else "" for c in cells))
    return table


def _percent(figure: dict[str, float]) -> str:
    low, high = 100 * figure["low"], 100 * figure["high"]
    return f"{100 * figure['mean']:.1f} % ({low:.1f}–{high:.1f})"
