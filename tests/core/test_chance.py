"""Chance: exact for the fair source, in proportion for the fast one."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from spieltisch.core import chance
from spieltisch.core.chance import Fair
from spieltisch.core.randomness import below, generator, next_word, scramble, unit

SEED = bytes(range(32))


def test_a_ticket_is_the_hmac_of_the_record_format() -> None:
    message = b"ab,,cd:4:0"
    number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big")
    assert Fair(SEED, ["ab", "", "cd"]).ticket(4, 132) == number % 132


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert Fair(SEED, []).commitment == hashlib.sha256(SEED).hexdigest()


def test_a_number_at_or_above_the_largest_multiple_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a total just above half of all numbers about every second one must be rejected."""
    total = (1 << 63) + 1
    fair, tries = Fair(SEED, ["x"]), Counter[bool]()
    for n in range(200):
        first = int.from_bytes(
            hmac.new(SEED, f"x:{n}:0".encode(), hashlib.sha256).digest()[:8], "big"
        )
        ticket = fair.ticket(n, total)
        tries[ticket == first] += 1
        assert ticket < total
        assert (ticket == first) == (first < total)
    assert 60 < tries[True] < 140


def test_every_ticket_is_equally_likely() -> None:
    fair = Fair(SEED, ["a", "b"])
    counts = Counter(fair.ticket(n, 6) for n in range(6000))
    assert sorted(counts) == list(range(6))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 20.5  # 99.9 % for five degrees of freedom


def test_a_fresh_seed_is_never_the_same() -> None:
    seeds = {Fair.fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_fast_generator_repeats_for_a_seed_and_differs_between_streams() -> None:
    first, again, other = generator(7), generator(7), generator(7, stream=1)
    words = [next_word(first) for _ in range(50)]
    assert words == [next_word(again) for _ in range(50)]
    assert not set(words) & {next_word(other) for _ in range(50)}


def test_neighbouring_seeds_share_nothing() -> None:
    words = [tuple(next_word(generator(seed)) for _ in range(2)) for seed in range(1000)]
    assert len(set(words)) == 1000


@pytest.mark.parametrize("n", [1, 2, 3, 6, 132])
def test_below_is_uniform(n: int) -> None:
    random, draws = generator(n), 4000
    counts = Counter(int(below(random, n)) for _ in range(draws))
    assert set(counts) <= set(range(n))
    chi_square = sum((counts[i] - draws / n) ** 2 / (draws / n) for i in range(n))
    assert chi_square < n + 5 * (2 * n) ** 0.5


def test_unit_stays_below_one() -> None:
    random = generator(1)
    drawn = [unit(random) for _ in range(2000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1


def test_scrambling_loses_nothing() -> None:
    assert len({scramble(word) for word in range(5000)}) == 5000


def test_commitment_of_a_known_seed() -> None:
    assert chance.commitment(b"") == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
