"""What the browser client is built with is what the server says."""

from __future__ import annotations

import re

from spieltisch.server.socket.close_codes import ENDINGS
from spieltisch.tables.problems import KNOWN
from spieltisch.tools.wire_types import FILE, render


def test_the_client_has_what_the_server_describes() -> None:
    assert FILE.read_text("utf-8") == render(), "run `make wire`"


def test_every_problem_is_final_or_passes() -> None:
    assert set(KNOWN) <= set(ENDINGS)
    passing = {reason for reason, ending in ENDINGS.items() if ending.passes}
    assert passing >= {"game/compiling", "server/store", "server/stopping", "rate/limited"}
    assert not passing & {"table/unknown", "table/no-spectators", "origin/foreign", "input/invalid"}


def test_close_codes_are_ones_that_a_server_may_send() -> None:
    for ending in ENDINGS.values():
        assert ending.code in {1011, 1012, 1013} or re.fullmatch("44[0-9][0-9]", str(ending.code))
