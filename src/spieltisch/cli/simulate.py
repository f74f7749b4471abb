"""`spieltisch simulate`: many games between bots, with honest intervals."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
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
from spieltisch.simulation.intervals import Figure, mean, share
from spieltisch.simulation.jobs import Job, Played
from spieltisch.simulation.runners import run
from spieltisch.simulation.runners import spread as spread_out
from spieltisch.simulation.workers import deafen


def simulate(args: argparse.Namespace) -> int:
    card = games.card(args.game)
    players = card.players[0] if args.players is None else args.players
    options = dict(args.option)
    card.resolve(players, options)
    bots = seat_bots(args.bots, players)
    ensure(card.key)
    if args.record is not None:
        Path(args.record).mkdir(parents=True, exist_ok=True)
    job = Job(card.key, players, bots, options, args.seed, 0, args.games, args.record)
    played: list[Played] = []
    report = partial(_report, job, played, time.perf_counter(), args.json)
    try:
        watch(job, played, args.workers, args.ray)
    except KeyboardInterrupt:
        deafen()
        report()
        print(told("stopped", args.lang, n=len(played), all=job.count), file=sys.stderr)
        return 130
    except SpieltischError:
        report()
        raise
    report()
    return 0


def _report(job: Job, played: Sequence[Played], started: float, as_json: bool) -> None:
    """The figures of the games that were finished, if any were."""
    if not played:
        return
    figures = summarise(job, played, time.perf_counter() - started)
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        show(job, figures)


def seat_bots(text: str, players: int) -> tuple[str, ...]:
    """One bot for all seats, or one per seat; unknown names are refused here."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        base.find(name)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise BadOption(
            f"{len(names)} Bots für {players} Plätze: nenne einen oder {players}",
            f"{len(names)} bots for {players} seats: name one, or {players}",
        )
    return tuple(names)


def watch(job: Job, played: list[Played], workers: int, ray: str | None = None) -> None:
    """Runs the job behind a progress bar (on the error stream, so that output can be piped), and
    adds to `played` as games are finished."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    started = time.perf_counter()
    with Progress(*columns, console=screen(stderr=True), transient=True) as bar:
        task = bar.add_task(job.game, total=job.count, rate="")
        with closing(run(job, workers, ray)) as batches:  # then its workers end, too
            for batch in batches:
                played += batch
                rate = len(played) / (time.perf_counter() - started)
                bar.update(task, completed=len(played), rate=f"{rate:,.0f} games/s")


def spread(
    args: argparse.Namespace, function: Callable[[Any], Any], parts: Sequence[Any]
) -> Iterator[Any]:
    """The parts of a study of `args.game`, behind the same kind of bar."""
    ensure(args.game)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=screen(stderr=True), transient=True) as bar:
        task = bar.add_task(args.game, total=len(parts))
        for result in spread_out(function, parts, args.workers, args.ray, args.game):
            bar.advance(task)
            yield result


def summarise(job: Job, played: Sequence[Played], seconds: float) -> dict[str, Any]:
    """Wins (shared ones count in part), scores and lengths, each with its 95 % interval."""
    seats = []
    for seat, bot in enumerate(job.bots):
        wins = [1 / p.ranks.count(1) if p.ranks[seat] == 1 else 0.0 for p in played]
        seats.append(
            {
                "seat": seat,
                "bot": bot,
                "wins": share(sum(wins), len(wins)).json(),
                "score": mean([p.scores[seat] for p in played]).json(),
            }
        )
    return {
        "game": job.game,
        "players": job.players,
        "options": job.options,
        "seed": job.seed,
        "games": len(played),
        "seats": seats,
        "turns": mean([p.turns for p in played]).json(),
        "decisions": mean([p.decisions for p in played]).json(),
        "seconds": seconds,
    }


def show(job: Job, figures: dict[str, Any]) -> None:
    table = Table(title=f"{job.game}: {figures['games']} games, seed {job.seed}, 95 % intervals")
    for heading in ("seat", "bot", "wins", "score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in figures["seats"]:
        wins, score = row["wins"], row["score"]
        table.add_row(
            str(row["seat"]),
            row["bot"],
            Figure.read(wins).percent(),
            Figure.read(score).show(2),
        )
    console = screen()
    console.print(table)
    turns, decisions = figures["turns"], figures["decisions"]
    console.print(
        f"{Figure.read(turns).show()} turns and "
        f"{decisions['mean']:.1f} decisions a game; "
        f"{figures['games'] / figures['seconds']:,.0f} games/s",
        highlight=False,
    )
