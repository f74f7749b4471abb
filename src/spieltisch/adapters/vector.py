"""The native batch environment: thousands of tables, stepped by one call."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.adapters import kernels
from spieltisch.adapters.tables import Mask, Observation, Rewards, Tables, refusal
from spieltisch.core.observation import Field
from spieltisch.core.randomness import generator

Seats = npt.NDArray[np.int64]


class Step(NamedTuple):
    """What the caller learns about each table, as arrays whose first axis is the table."""

    observations: Observation  # [envs, size] of the seat to act, from what it may know
    rewards: Rewards  # [envs, players], or [envs] of the learner against opponents
    terminations: npt.NDArray[np.bool_]  # [envs] the game ended; all the rest is of the next one
    masks: Mask  # [envs, actions] 1 for legal
    seats: Seats  # [envs] who is to act


class Part(NamedTuple):
    """The tables of one thread, with scratch memory of its own; in the order of the kernels."""

    tables: Any
    own: Any
    book: Any
    plan: Any
    warmth: Any


class Batch(Tables):
    """A batch of tables; a step is one small decision at each of them.

    Chance is resolved inside. A finished game is followed by the next at once: then `terminations`
    and `rewards` tell of the old one, all else of the new one. The luck of episode n at table e
    depends on the seed, n and e only, not on the number of tables or threads.

    opponents  a bot for all other seats, or one for each, clockwise from the learner: random, easy,
               medium or greedy. Without, the caller decides for every seat in turn.
    seat       of the learner against opponents; by default another one in each episode.
    rewards    "victory": at the end 1 for the winner, shared among equals, 0 for all others;
               "score": at the end the points ahead of the best other seat (alone: the points).
               Alone, "score" is the default. Before the end all rewards are 0.
    options    of the game, as keywords.
    """

    def __init__(
        self,
        game: str,
        envs: int = 1024,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        rewards: str | None = None,
        seed: int = 0,
        threads: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(
            game,
            envs,
            players,
            opponents=opponents,
            seat=seat,
            rewards=rewards,
            seed=seed,
            options=options,
        )
        if envs < 1 or threads < 1:
            raise ValueError("at least one table and one thread are needed")
        self.envs = envs
        self.fields: tuple[Field, ...] = self.game.observe.FIELDS
        cuts = np.linspace(0, envs, min(threads, envs) + 1).astype(int).tolist()
        self._cuts = list(itertools.pairwise(cuts))
        self._parts = [self._part(low, high) for low, high in self._cuts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._luck = generator(seed, 1)
        self._idle = np.zeros(envs, np.int64)
        self._known: Step | None = None  # the buffers that were used last,
        self._shares: list[tuple[Any, ...]] = []  # and what of them belongs to each part

    def _part(self, low: int, high: int) -> Part:
        return Part(
            self.tables[low:high],
            self.own.copy(),
            self.book[low:high],
            self.plan,
            self.warmth.copy(),
        )

    def buffers(self) -> Step:
        """Arrays to hand to `reset` and `step` as `out`, so that nothing is allocated."""
        shape = (self.envs,) if self.against else (self.envs, self.players)
        return Step(
            np.zeros((self.envs, self.size), np.float32),
            np.zeros(shape, np.float32),
            np.zeros(self.envs, np.bool_),
            np.zeros((self.envs, self.actions), np.int8),
            np.zeros(self.envs, np.int64),
        )

    def reset(self, seed: int | None = None, out: Step | None = None) -> Step:
        """Begins an episode at every table: the first ones of `seed`, or (None) the next ones."""
        if seed is not None:
            self.reseed(seed)
            self._luck = generator(seed, 1)
        out = out or self.buffers()
        self._each(self._idle, out, kernels.BEGINNING)
        return out

    def step(self, actions: npt.ArrayLike, out: Step | None = None) -> Step:
        """Plays one decision at every table; what is not legal is a ValueError."""
        given = np.asarray(actions, np.int64)
        if given.shape != (self.envs,):
            raise ValueError(f"one action for each of {self.envs} tables, not {given.shape}")
        out = out or self.buffers()
        if self._pool is None:
            arguments = (*self._parts[0], given, *self._split(out)[0], kernels.GOING_ON)
            bad = kernels.step(*arguments)
        else:
            bad = kernels.first_illegal(self.book, given)
            if bad == kernels.FINE:
                self._each(given, out, kernels.GOING_ON)
        if bad != kernels.FINE:
            raise ValueError(refusal(self, bad, int(given[bad])))
        return out

    def _each(self, given: Seats, out: Step, mode: int) -> None:
        """Steps each part; kernels release the interpreter, so threads do help."""
        arguments = [
            (*part, given[low:high], *some, mode)
            for part, (low, high), some in zip(
                self._parts, self._cuts, self._split(out), strict=True
            )
        ]
        if self._pool is None:
            kernels.step(*arguments[0])
        else:
            waiting = [self._pool.submit(kernels.step, *given) for given in arguments]
            for future in waiting:
                future.result()

    def _split(self, out: Step) -> list[tuple[Any, ...]]:
        """The buffers of each part, in the order of the kernels; remembered for the next step."""
        if out is not self._known:
            if not all(array.flags.c_contiguous for array in out):
                raise ValueError("results are written into contiguous arrays only")
            self._known, self._shares = out, [_some(out, *cut) for cut in self._cuts]
        return self._shares

    def sample(self) -> Seats:
        """A random legal action for every table."""
        actions = np.empty(self.envs, np.int64)
        kernels.draw(self.book, self._luck, actions)
        return actions

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _some(out: Step, low: int, high: int) -> tuple[Any, ...]:
    """The buffers of some tables, in the order of the kernels."""
    return (
        out.observations[low:high].reshape(-1),
        out.masks[low:high].reshape(-1),
        out.seats[low:high],
        out.rewards[low:high].reshape(-1),
        out.terminations[low:high],
    )
