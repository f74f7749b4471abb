"""`spieltisch noch-mal sheet …`"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pytest

from spieltisch.games.noch_mal.commands import add_commands
from spieltisch.games.noch_mal.sheets.sheet import check, printed


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser)
    args = parser.parse_args(["sheet", *words])
    code: int = args.run(args)
    return code


def test_the_printed_sheets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    assert capsys.readouterr().out.split() == list(printed())


def test_a_sheet_is_shown_with_the_sizes_of_its_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "black") == 0
    assert " 1 g5 g5 g5 y6 y6 y6 y6 g1*" in capsys.readouterr().out


def test_generated_sheets_go_to_the_screen_or_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--seed", "5") == 0
    rows = json.loads(capsys.readouterr().out)
    check(rows)
    path = tmp_path / "mine.jsonl"
    assert run("generate", "--seed", "5", "--count", "2", "-o", str(path)) == 0
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines[0] == rows
    assert len(lines) == 2
    assert run("show", str(path)) == 0
    assert "mine 2" in capsys.readouterr().out


def test_a_sheet_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert run("print", "red", "-o", str(path), "--paper", "A5", "--per-page", "1") == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_without_the_package_that_writes_pdfs_a_sentence_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "spieltisch.games.noch_mal.sheets.print", raising=False)
    for name in [name for name in sys.modules if name.split(".")[0] == "reportlab"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Without("reportlab"), *sys.meta_path])
    assert run("print", "red", "-o", str(tmp_path / "sheet.pdf")) == 2
    assert "pip install 'spieltisch[pdf]'" in capsys.readouterr().err


class Without:
    """An environment in which a package is not installed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def test_mistakes_are_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", "pink") == 2
    assert "no sheet is called 'pink'" in capsys.readouterr().err
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nonsense\n")
    assert run("print", str(broken), "-o", str(tmp_path / "x.pdf")) == 2
    assert "every line" in capsys.readouterr().err
    assert run("print", "black", "-o", str(tmp_path / "no" / "x.pdf")) == 2
    assert run("generate", "--seed", "1", "-o", str(tmp_path / "no" / "x")) == 2
    with pytest.raises(SystemExit):
        run("generate", "--seed", "1", "--count", "0")
