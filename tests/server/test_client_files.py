"""The browser client as it was built: browsers get the compressed twins, nobody looks at those."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from spieltisch.server.http import pages
from spieltisch.site.files import STATIC


def test_compressed_files_hold_what_their_twins_hold() -> None:
    for twin in STATIC.rglob("*.gz"):
        assert gzip.decompress(twin.read_bytes()) == twin.with_suffix("").read_bytes(), twin.name


def test_a_page_names_the_files_that_it_will_ask_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ahead = {"table": ["assets/t.js", "assets/t.css"], "board/one": ["assets/b.js"]}
    ahead["texts/de"] = ["assets/de.js"]
    (tmp_path / "ahead.json").write_text(json.dumps(ahead))
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    links = [
        '<link rel="modulepreload" crossorigin href="/assets/t.js">',
        '<link rel="preload" as="style" crossorigin href="/assets/t.css">',
        '<link rel="modulepreload" crossorigin href="/assets/b.js">',
        '<link rel="preload" as="fetch" crossorigin href="/api/games">',
    ]
    assert pages.render_page("table/x", "one") == f"<html><head>{''.join(links)}</head></html>"
    german = '<link rel="modulepreload" crossorigin href="/assets/de.js">'
    assert pages.render_page("settings", "", "de") == f"<html><head>{german}</head></html>"
    assert pages.render_page("settings", "") == "<html><head></head></html>"
