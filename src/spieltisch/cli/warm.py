"""Compiling with a bar that says why: `spieltisch warm`, and before whatever needs rules."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from spieltisch import games
from spieltisch import warm as warming
from spieltisch.cli.screen import screen
from spieltisch.core.jit import RESTS_ON, cache_folder, cache_root, sources
from spieltisch.simulation.runners import all_cores

WHY = "The rules are compiled once for this machine, so that they run fast from now on."


def warm(args: argparse.Namespace) -> int:
    keys = [games.card(key).key for key in args.games] or list(games.cards())
    cold = [key for key in keys if not warming.is_warm(key)]
    for key in keys:
        if key not in cold:
            print(f"{key}: ready")
    failed = compile_together(cold) if cold else []
    if args.prune:
        prune()
    return 1 if failed else 0


def ensure(key: str) -> None:
    """Compiles the game if that has not been done yet; says so on the error stream."""
    if not warming.is_warm(key) and compile_together([key]):
        raise SystemExit(f"spieltisch: {key} could not be compiled; the reason stands above")


def compile_together(keys: list[str]) -> list[str]:
    """Compiles games side by side, a process each and one for each core; names the failed.

    Games of many rules take longest, so they begin.
    """
    keys = sorted(keys, key=_size, reverse=True)
    console = screen(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console) as bar, ThreadPoolExecutor(all_cores()) as pool:
        console.print(WHY)
        ended = list(pool.map(lambda key: _compile(key, bar), keys))
    return [key for key, code in zip(keys, ended, strict=True) if code != 0]


def _size(key: str) -> int:
    return sum(path.stat().st_size for path in sources(f"games/{games.card(key).folder}"))


def _compile(key: str, bar: Progress) -> int:
    total = len(warming.steps(games.find(key)))
    task = bar.add_task(key, total=total)
    command = [sys.executable, "-m", "spieltisch.warm", key]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for done, name in enumerate(process.stdout):
            bar.update(task, description=f"{key}: {name.strip()}", completed=done)
    if process.returncode == 0:
        bar.update(task, description=f"{key}: ready", completed=total)
    return process.returncode


def prune() -> None:
    """Deletes compiled code that no present source can use."""
    kept = {cache_folder(card.package).name for card in games.cards().values()}
    kept |= {cache_folder(f"spieltisch.{name}").name for name in RESTS_ON}
    stale = [
        folder for folder in cache_root().iterdir() if folder.is_dir() and folder.name not in kept
    ]
    for folder in stale:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(stale)} old folders deleted")
