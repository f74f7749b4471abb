"""Compiling with a bar that says why: `spieltisch warm`, and before whatever needs rules."""

from __future__ import annotations

import argparse
import shutil

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from spieltisch import games
from spieltisch import warm as warming
from spieltisch.core.jit import cache_folder, cache_root

WHY = "The rules are compiled once for this machine, so that they run fast from now on."


def warm(args: argparse.Namespace) -> int:
    keys = [games.card(key).key for key in args.games] or list(games.cards())
    done = [key for key in keys if not ensure(key)]
    for key in done:
        print(f"{key}: ready")
    if args.prune:
        prune()
    return 0


def ensure(key: str) -> bool:
    """Compiles the game if that has not been done yet; says so on the error stream."""
    if warming.is_warm(key):
        return False
    console = Console(stderr=True)
    total = len(warming.steps(games.find(key)))
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
    ) as bar:
        console.print(WHY)
        task = bar.add_task(key, total=total)
        for name in warming.warm(key):
            bar.update(task, description=f"{key}: {name}", advance=0)
            bar.advance(task, 1)
        bar.update(task, description=f"{key}: ready", completed=total)
    return True


def prune() -> None:
    """Deletes compiled code that no present source can use."""
    kept = {cache_folder(card.package).name for card in games.cards().values()}
    kept.add(cache_folder("spieltisch.core").name)
    stale = [
        folder for folder in cache_root().iterdir() if folder.is_dir() and folder.name not in kept
    ]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(stale)} old folders deleted")
