"""What is right on the outside and wrong inside finds no fault, and leaves nothing behind."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.server import fuzz
from tests.server.processes import ServerProcess
from tests.server.raw import has_compiler

KEPT = 6  # connections to the database: SQLAlchemy's pool keeps five, and the writer has its own


async def test_wrong_messages_and_requests_find_no_fault(brief: ServerProcess) -> None:
    report = await fuzz.fuzz(brief, 1500, talkers=3, callers=2, seed=7)
    assert report.failures() == []
    assert report.messages >= 1500
    assert report.played
    assert report.statuses.keys() & {200, 201}
    assert fuzz.traces(brief) == []
    assert not has_compiler(brief)
    _, files = await fuzz.settled(brief)
    await fuzz.fuzz(brief, 100, talkers=3, callers=2, seed=8)
    until = time.monotonic() + fuzz.QUIET  # what is sent to a webhook has some seconds
    while opened := left_open(files, (await fuzz.settled(brief))[1]):
        assert time.monotonic() < until, opened
        await asyncio.sleep(1)


def left_open(before: list[str], after: list[str]) -> dict[str, int]:
    """Files that were opened meanwhile. A connection to the database is opened when statements meet
    for the first time, and is kept: its files count where there are more than that."""
    now = Counter(after)
    more = now - Counter(before)
    return {name: many for name, many in more.items() if ".db" not in name or now[name] > KEPT}


@pytest.mark.long
async def test_two_hundred_thousand_answers_find_no_fault(folder: Path) -> None:
    args = argparse.Namespace(
        count=200_000, rounds=5, talkers=4, callers=4, seed=1, keep=Path("out/fuzz")
    )
    assert await fuzz.rounds(args, folder) == 0
