"""Compiling with a bar that says why: `spieltisch compile`, and before whatever needs rules."""

from __future__ import annotations

import argparse
import shutil
from concurrent.futures import ThreadPoolExecutor

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from spieltisch import compiling, games
from spieltisch.cli.console import screen
from spieltisch.core import machine_code
from spieltisch.core.sources import SHARED
from spieltisch.simulation.runners import all_cores

WHY = "The rules are compiled once for this machine, so that they run fast from now on."


def compile_games(args: argparse.Namespace) -> int:
    keys = [games.card(key).key for key in args.games] or list(games.cards())
    missing = [key for key in keys if not compiling.is_compiled(key, args.browser)]
    for key in keys:
        if key not in missing:
            print(f"{key}: ready")
    failed = compile_together(missing, args.browser) if missing else []
    if args.prune:
        prune()
    return 1 if failed else 0


def ensure(key: str) -> None:
    """Compiles the game if that has not been done yet; says so on the error stream.

    Where that fails, kernels are compiled one by one as they are called.
    """
    if not compiling.is_compiled(key):
        compile_together([key])


def compile_together(keys: list[str], wasm: bool = False) -> list[str]:
    """Compiles games side by side, a process each and one for each core; names the failed.

    Games of many rules take longest, so they begin.
    """
    keys = sorted(keys, key=compiling.size, reverse=True)
    console = screen(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console) as bar, ThreadPoolExecutor(all_cores()) as pool:
        console.print(WHY)
        ended = list(pool.map(lambda key: _compile(key, bar, wasm), keys))
    return [key for key, code in zip(keys, ended, strict=True) if code != 0]


def _compile(key: str, bar: Progress, wasm: bool) -> int:
    """0, or 1 when it failed; the reason stands on the error stream."""
    task = bar.add_task(key, total=1.0)
    for done, step in compiling.compile_game(key, wasm):
        bar.update(task, description=f"{key}: {step}", completed=done)
    if not compiling.is_compiled(key, wasm):
        return 1
    bar.update(task, description=f"{key}: ready", completed=1.0)
    return 0


def prune() -> None:
    """Deletes compiled code that no present source can use."""
    kept = {machine_code.name_of(scope) for scope in (SHARED, *_folders())}
    kept |= {machine_code.wasm_name(scope) for scope in _folders()}
    stale = [
        path
        for path in machine_code.cache_root().iterdir()
        if path.is_dir()
        or (
            path.suffix in {machine_code.SUFFIX, ".wasm", ".lock"}
            and not any(name in path.name for name in kept)
        )
    ]
    for path in stale:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    print(f"{len(stale)} old files and folders deleted")


def _folders() -> list[str]:
    return [card.folder for card in games.cards().values()]
