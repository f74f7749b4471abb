"""Compiling games beside the running server: in a process of its own, so that nobody waits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Any

from spieltisch import compiling, games
from spieltisch.core import machine_code
from spieltisch.core.chance import Fair
from spieltisch.matches.match import Match
from spieltisch.simulation.runners import all_cores

log = logging.getLogger("spieltisch.compiling")

LONGEST = 1 << 24  # bytes of a line: a whole module, where the disk is full


@dataclass
class State:
    ready: bool = False
    progress: float = 0.0
    step: str | None = None

    def json(self) -> dict[str, Any]:
        return {"ready": self.ready, "progress": round(self.progress, 3), "step": self.step}


class Compilation:
    def __init__(self, ready: set[str]) -> None:
        self.states = {key: State() for key in games.cards()}
        self.ready = ready  # shared with the rooms

    async def run(self) -> None:
        """What is compiled is there first; the rest follows, as many at once as there are cores."""
        cores = asyncio.Semaphore(all_cores())
        async with asyncio.TaskGroup() as group:
            for key in compiling.order(self.states):
                if compiling.is_compiled(key):
                    await self._prepare(key, cores)
                else:
                    group.create_task(self._prepare(key, cores))

    async def _prepare(self, key: str, cores: asyncio.Semaphore) -> None:
        state = self.states[key]
        try:
            if not compiling.is_compiled(key):
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
            *machine_code.command(compiling.missing(key)),
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                state.progress, state.step = machine_code.heard(line) or (1.0, state.step)
            await process.wait()
        except asyncio.CancelledError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise

    def json(self, key: str) -> dict[str, Any]:
        return self.states[key].json()


def load(key: str) -> None:
    """Fetches compiled kernels from the disk by using them, before a person has to wait for it."""
    card = games.card(key)
    players = card.players[-1]
    names = [str(seat) for seat in range(players)]
    chance = Fair(bytes(32), [""] * players)
    match = Match(games.find(key), players, card.resolve(players, {}), names=names, chance=chance)
    for _ in range(4 * players):
        if match.over:
            break
        seat = match.acting[0]
        match.choices(seat)
        match.preview(seat, [])
        match.check(seat, "")
        for viewer in (*range(players), None):
            match.seen(viewer)
            for _, line, text in match.shown(viewer):
                match.sentence(line, text, "en")
        match.play(seat, match.random_turn(seat))
    _ = match.scores, match.ranks
