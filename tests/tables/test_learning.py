"""Judgements that somebody waits for: only so many at a time."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.tables import learning
from spieltisch.tables.origins import Origins
from spieltisch.tables.problems import Problem


def test_whoever_asks_faster_than_it_is_thought_is_told_to_wait() -> None:
    rooms: Any = SimpleNamespace(judging=Counter[str](), origins=Origins())
    with ExitStack() as waiting:
        for _ in range(learning.OF_ONE):
            waiting.enter_context(learning._one_of_few(rooms, "ada"))
        with pytest.raises(Problem, match="rate/limited"):
            waiting.enter_context(learning._one_of_few(rooms, "ada"))
        with learning._one_of_few(rooms, "bo"):
            pass
    assert not rooms.judging, "who has been answered is forgotten"
    with ExitStack() as waiting:
        for n in range(learning.OF_ADDRESS):
            rooms.origins.note(f"guest{n}", "192.0.2.1")
            waiting.enter_context(learning._one_of_few(rooms, f"guest{n}"))
        rooms.origins.note("one more", "192.0.2.1")
        with pytest.raises(Problem, match="rate/limited"):
            waiting.enter_context(learning._one_of_few(rooms, "one more"))
