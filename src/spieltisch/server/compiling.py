"""Compiling games beside the running server: in a process of its own, so that nobody waits.

`python -m spieltisch.server.compiling GAME` compiles one game and prints each step as it begins.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba

from spieltisch import games, warm
from spieltisch.core.jit import cache_folder, locked, source_digest
from spieltisch.simulation.runners import all_cores
from spieltisch.tables.live import Live

log = logging.getLogger("spieltisch.warming")


@dataclass
class State:
    ready: bool = False
    progress: float = 0.0
    step: str | None = None

    def json(self) -> dict[str, Any]:
        return {"ready": self.ready, "progress": round(self.progress, 3), "step": self.step}


class Warming:
    def __init__(self, ready: set[str]) -> None:
        self.states = {key: State() for key in games.cards()}
        self.ready = ready  # shared with the hall

    async def run(self) -> None:
        """What is compiled is there first; the rest follows, as many at once as there are cores."""
        cores = asyncio.Semaphore(all_cores())
        keys = sorted(self.states, key=lambda key: not is_compiled(key))
        async with asyncio.TaskGroup() as group:
            for key in keys:
                if is_compiled(key):
                    await self._prepare(key, cores)
                else:
                    group.create_task(self._prepare(key, cores))

    async def _prepare(self, key: str, cores: asyncio.Semaphore) -> None:
        state = self.states[key]
        try:
            if not is_compiled(key):
                state.step = "waiting"
                async with cores:
                    await self._compile(key, state)
            await asyncio.to_thread(load, key)
        except Exception:
            log.exception("a game could not be compiled", extra={"game": key})
            state.step = "failed"
            return
        state.ready, state.progress, state.step = True, 1.0, None
        self.ready.add(key)
        log.info("ready", extra={"game": key})

    async def _compile(self, key: str, state: State) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, key, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                told = json.loads(line)
                state.progress, state.step = told["progress"], told["step"]
            if await process.wait() != 0:
                raise RuntimeError(f"compiling {key} ended with code {process.returncode}")
        except asyncio.CancelledError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise

    def json(self, key: str) -> dict[str, Any]:
        return self.states[key].json()


def is_compiled(key: str) -> bool:
    """Whether a server can load the game from the disk without compiling anything itself."""
    return warm.is_warm(key) and (bool(numba.config.DISABLE_JIT) or _mark(key).exists())  # type: ignore[attr-defined]


def _mark(key: str) -> Path:
    return cache_folder(games.card(key).package) / f"served-{source_digest('spieltisch.bots')}"


def load(key: str) -> None:
    """Fetches compiled kernels from the disk by using them, before a person has to wait for it."""
    card = games.card(key)
    players = card.players[-1]
    names = [str(seat) for seat in range(players)]
    match = Live.begin(key, card.resolve(players, {}), names, "00" * 32, [""] * players)
    for _ in range(4 * players):
        if match.over:
            break
        seat = match.acting[0]
        match.choices(seat)
        match.preview(seat, [])
        match.check(seat, "")
        for viewer in (*range(players), None):
            match.seen(viewer)
            match.log_from(1, viewer)
        match.play(seat, match.random_turn(seat))
    _ = match.scores, match.ranks


def compile_one(key: str) -> Iterator[tuple[float, str]]:
    """Of two servers that start together, one compiles the game and the other waits."""
    with locked(f"serving-{key}"):
        if is_compiled(key):
            return
        total = len(warm.steps(games.find(key))) + 2
        for done, step in enumerate(warm.warm(key)):
            yield done / total, step
        yield (total - 2) / total, "a first game"
        load(key)
        _mark(key).touch()


def main() -> None:
    for progress, step in compile_one(sys.argv[1]):
        print(json.dumps({"progress": progress, "step": step}), flush=True)


if __name__ == "__main__":
    main()
