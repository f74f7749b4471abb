"""The browser client as it was built: browsers get the compressed twins, nobody looks at those."""

from __future__ import annotations

import gzip

import pytest

from spieltisch.server.pages import STATIC

pytestmark = pytest.mark.server


def test_compressed_files_hold_what_their_twins_hold() -> None:
    for twin in STATIC.rglob("*.gz"):
        assert gzip.decompress(twin.read_bytes()) == twin.with_suffix("").read_bytes(), twin.name
