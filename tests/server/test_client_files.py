"""The browser client as it was built: browsers get the compressed twins, nobody looks at those."""

from __future__ import annotations

import gzip
import json
import re
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
    for path, asked in {
        "day": "/api/days",
        "day/2026-11-18": "/api/days/2026-11-18",
        "cup/abc": "/api/cups/abc",
        "history": "/api/me/history",
    }.items():
        assert f' href="{asked}">' in pages.render_page(path, "")
    assert "<link" not in pages.render_page('day/"><script>', "")


def test_the_server_knows_every_page_of_the_client() -> None:
    """Else a page that is loaded anew says that it does not exist."""
    app = (Path(__file__).parents[2] / "web/src/App.svelte").read_text("utf-8")
    shown = set(re.findall(r"(?:after\(|place\.path === )'/(\w+)'", app))
    assert len(shown) > 10
    assert shown <= set(pages.PAGES)
