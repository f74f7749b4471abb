"""Kernels run as machine code from a module, as Numba's own, or as they are written."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.core import machine_code
from spieltisch.core.jit import INTERPRETED, Kernel, exported, kernel
from spieltisch.core.play import advance, best, playouts
from spieltisch.core.randomness import below, generator, next_word
from spieltisch.core.state import copied

compiled_only = pytest.mark.compiled
FIRST, SECOND = list(games.cards())[:2]


def new(key: str) -> tuple[Any, Any]:
    game = games.find(key)
    players = game.card.players[0]
    return game, game.new(players, game.card.resolve(players, {}))


def test_a_kernel_looks_like_its_function() -> None:
    assert best.__name__ == "best"
    assert best.__module__ == "spieltisch.core.play"
    assert "largest" in (best.__doc__ or "")
    assert pickle.loads(pickle.dumps(below)) is below


def test_one_generic_kernel_serves_every_game() -> None:
    for _ in range(2):
        for key in games.cards():
            game, state = new(key)
            assert advance(state, np.zeros(0, np.int64), game.buffer()) == 0


@compiled_only
def test_whole_numbers_of_any_kind_are_taken_and_others_refused() -> None:
    random = generator(3)
    assert 0 <= below(random, np.int64(6)) < 6  # type: ignore[arg-type]
    assert 0 <= below(random, True) <= 1
    with pytest.raises(TypeError):
        below(random, "6")  # type: ignore[arg-type]


@compiled_only
def test_a_large_number_is_refused_not_cut() -> None:
    with pytest.raises(OverflowError):
        below(generator(3), 1 << 80)


@compiled_only
def test_an_array_that_does_not_lie_in_one_piece_is_taken_too() -> None:
    """Such a call goes to Numba, which compiles the kernel for it."""
    apart = np.zeros(12, np.int64)[::2]
    apart[:] = generator(7)
    same = generator(7)
    assert [next_word(apart) for _ in range(3)] == [next_word(same) for _ in range(3)]


def test_one_record_of_another_game_is_no_record_of_this_one() -> None:
    game, _ = new(FIRST)
    _, other = new(SECOND)
    with pytest.raises(Exception, match=r"."):
        game.rules.list_legal(other, "no array")


def test_the_luck_of_two_threads_is_their_own() -> None:
    from concurrent.futures import ThreadPoolExecutor

    game, state = new(FIRST)

    def played(seed: int) -> int:
        start, scratch = np.zeros((2, 1), game.rules.STATE)
        start[0] = state
        return int(playouts(start, scratch, 3, generator(seed), game.buffer()))

    alone = [played(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(4))) == alone


@kernel
def doubled(number: int) -> int:
    return 2 * number


@exported("int -> int")
def quadrupled(number: int) -> int:
    return doubled(doubled(number))


def test_kernels_outside_of_modules_are_compiled_by_numba() -> None:
    assert doubled(21) == 42
    assert quadrupled(5) == 20


@kernel
def first_draws(random: Any, many: int) -> int:
    total = 0
    for _ in range(many):
        total += below(random, 100)
    return total


def test_a_kernel_of_ones_own_may_call_those_of_a_module() -> None:
    random, same = generator(11), generator(11)
    assert first_draws(random, 5) == sum(below(same, 100) for _ in range(5))


@compiled_only
def test_a_state_that_is_copied_is_the_same_to_kernels() -> None:
    game, state = new(FIRST)
    assert isinstance(game.rules.to_act, Kernel)
    assert game.rules.to_act(state) == game.rules.to_act(copied(state))


@compiled_only
@pytest.mark.parametrize("key", list(games.cards()))
def test_playing_needs_no_compiler(key: str) -> None:
    """Neither Numba nor LLVM is imported by a match, its views, its bots and its environment."""
    code = f"""
import sys
import spieltisch, spieltisch.vector
from spieltisch.bots.base import BOTS, Position, find
from spieltisch.core.randomness import generator

match = spieltisch.game({key!r}).match(seed=3)
for name in BOTS:
    for seat in match.acting:
        bot = find("search:20" if name in ("hard", "master") else name)
        match.view(seat), match.hint(seat, simulations=20)
        position = Position(match.game, match.hidden(seat), seat, generator(1))
        answer = bot.choose(position)
        text = answer if isinstance(answer, str) else match.game.notation.show_turn(
            position.state, list(answer))
        match.play(seat, text)
env = spieltisch.vector.make({key!r}, envs=2)
env.reset()
env.step(env.sample())
print([name for name in ("numba", "llvmlite") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


@compiled_only
@pytest.mark.parametrize("key", list(games.cards()))
def test_a_review_needs_no_compiler(key: str) -> None:
    """A server that has one asked of it would stand still while it imports 115 MB."""
    code = f"""
import sys
import spieltisch
from spieltisch.bots import base
from spieltisch.core.randomness import generator

match, luck = spieltisch.game({key!r}).match(seed=3), generator(1)
while not match.over:
    seat = match.acting[0]
    position = base.Position(match.game, match.hidden(seat), seat, luck)
    match.play(seat, base.turn_of(base.find("greedy"), position))
match.review(seconds=0.5)
print([name for name in ("numba", "llvmlite") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


@compiled_only
@pytest.mark.checked
def test_a_kernel_that_raises_raises_in_python() -> None:
    with pytest.raises(IndexError):
        best(np.zeros(2), 3, generator(1))
    with pytest.raises(IndexError):
        next_word(np.zeros(2, np.int64))


def test_switches_are_read_as_numba_reads_them() -> None:
    assert machine_code.setting("NUMBA_DISABLE_JIT") == INTERPRETED
    assert (os.environ.get("NUMBA_DISABLE_JIT", "0") != "0") == INTERPRETED
