"""Options say what they take, in the language of whoever asks."""

from __future__ import annotations

import pytest

from spieltisch.core.card import number
from spieltisch.core.errors import BadOption


def test_a_number_says_its_bounds_in_both_languages() -> None:
    option = number("rounds", 5, 1, 10, "Runden", "Rounds")
    with pytest.raises(BadOption) as found:
        option.check(11)
    assert found.value.refusal.de.endswith("möglich: eine ganze Zahl von 1 bis 10")
    assert found.value.refusal.en.endswith("it takes: a whole number from 1 to 10")
