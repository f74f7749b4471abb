"""The documentation is built whole: every page is in it, every link leads somewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import spieltisch
from spieltisch import games
from spieltisch.bots import base
from spieltisch.tools import reference

ROOT = Path(__file__).parents[2]
SOURCES = ("docs", "ARCHITECTURE.md", "zensical.toml")
ELSEWHERE = ("http:", "https:", "mailto:", "data:", "javascript:")


class Page(HTMLParser):
    """What a page names, and what it points at."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in {"img", "script", "source"} and "src" in found:
            self.loads.append(found["src"])
        if tag == "link" and "href" in found and found.get("rel") != "canonical":
            self.loads.append(found["href"])


@cache
def parsed(path: Path) -> Page:
    return Page(path)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("docs")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    assert reference.main([str(folder / "docs" / "reference")]) == 0
    build = [str(Path(sys.executable).with_name("zensical")), "build", "--clean", "--strict"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def test_every_page_is_in_the_menu() -> None:
    menu = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    named = set(re.findall(r"'([\w/-]+\.md)'", str(menu)))
    written = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    linked = {f"games/{key}.md" for key in games.cards()}  # by games/index.md
    assert named == written - linked | {"reference/commands.md", "reference/library.md"}


def test_every_link_leads_somewhere(site: Path) -> None:
    broken = []
    for path in site.rglob("*.html"):
        for link in (*parsed(path).links, *parsed(path).loads):
            if not link.startswith(ELSEWHERE) and not leads(site, path, link):
                broken.append((path.relative_to(site).as_posix(), link))
    assert broken == []


def leads(site: Path, path: Path, link: str) -> bool:
    parts = urlsplit(link)
    start = site if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return False
    wanted = unquote(parts.fragment)
    return not wanted or target.suffix != ".html" or wanted in parsed(target).ids


def test_nothing_is_loaded_from_other_sites(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert [link for link in parsed(path).loads if link.startswith(("http", "//"))] == []


def test_there_are_search_both_themes_and_pictures(site: Path) -> None:
    found = json.loads((site / "search.json").read_text("utf-8"))
    assert "Sealed nonces" in json.dumps(found)
    first = (site / "index.html").read_text("utf-8")
    assert 'data-md-color-scheme="default"' in first
    assert 'data-md-color-scheme="slate"' in first
    assert any(link.endswith(".webp") for link in parsed(site / "index.html").loads)


def test_the_reference_has_every_command_and_every_public_name(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    for name, parser in reference.parsers().items():
        assert f"{name}</code>" in commands
        assert reference.sentence(parser) != "Has no description.", name
    library = (site / "reference" / "library.html").read_text("utf-8")
    assert set(spieltisch.__all__) == set(reference.LIBRARY["spieltisch"])
    for found in (spieltisch.Match, base.Position):
        for member, _ in reference.members(found):
            assert f"<code>{found.__name__}.{member}</code>" in library


@pytest.mark.parametrize(
    "path",
    [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))],
)
def test_markdown_is_wrapped(path: str) -> None:
    """At 100; tables, code, pictures and long addresses are as long as they are."""
    fenced, long = False, []
    for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1):
        fenced ^= line.startswith("```")
        free = fenced or line.startswith(("|", "    ", "```", "![")) or "](" in line
        if len(line) > 100 and not free:
            long.append(number)
    assert long == []
