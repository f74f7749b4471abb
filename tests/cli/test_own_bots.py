"""Bots of one's own in every command: good ones play, and bad ones are told in a sentence."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table

from spieltisch import api, games
from spieltisch.cli import main
from spieltisch.cli.console import screen
from tests.cli.test_commands import run

EXAMPLES = Path(__file__).parents[2] / "examples"
KEY = next(key for key, card in games.cards().items() if 2 in card.players)

ODD = """
from pathlib import Path
MADE = 0

class Ok:
    def choose(self, position):
        return next(position.turns())

class Tuples(Ok):
    def choose(self, position):
        begun = ()
        while following := position.legal(begun):
            begun = (*begun, following[0])
        position.game.rules.apply(position.state, begun[0])  # its own record, not the table's
        return begun

class Raises:
    def choose(self, position):
        return self.think()

    def think(self):
        raise ValueError("no idea")

class Leaves:
    def choose(self, position):
        raise SystemExit

class Nothing:
    def choose(self, position):
        pass

class Object:
    def choose(self, position):
        return object()

class Letters:
    def choose(self, position):
        return ["a"]

class Huge:
    def choose(self, position):
        return [999999]

class Empty:
    def choose(self, position):
        return []

class Illegal:
    def choose(self, position):
        legal = position.legal()
        return [next(n for n in range(position.game.rules.ACTIONS) if n not in legal)]

class Mumbles:
    def choose(self, position):
        return "mumble mumble"

class NoArguments:
    def choose(self):
        return "x"

class NoChoose:
    pass

class NeedsMore:
    def __init__(self, depth):
        pass

def function(position):
    return next(position.turns())

NUMBER = 7

class Later(Ok):
    def __init__(self):
        global MADE
        MADE += 1
        self.number = MADE

    def choose(self, position):
        if self.number > 4 and not Path("mended").exists():
            raise KeyError("four games are enough")
        return super().choose(position)
"""
SPOILT = {"unwritten": "def x(:\n", "crashing": "\n1 / 0\n", "leaving": "raise SystemExit(3)\n"}
CANNOT_LOAD = {
    "odd_bots:NoChoose": "NoChoose has no method choose(self, position)",
    "odd_bots:NeedsMore": "missing 1 required positional argument: 'depth'",
    "odd_bots:function": "missing 1 required positional argument: 'position'",
    "odd_bots:NUMBER": "odd_bots has no class NUMBER",
    "odd_bots:Nobody": "odd_bots has no class Nobody",
    "unwritten:Bot": "SyntaxError: invalid syntax (unwritten.py, line 1)",
    "crashing:Bot": "ZeroDivisionError: division by zero (crashing.py, line 2)",
    "leaving:Bot": "SystemExit: 3 (leaving.py, line 1)",
    "no_such_module:Bot": "No module named 'no_such_module'",
    ":Bot": "module:Class",
    "odd_bots:": "module:Class",
    "../b/odd_bots:Ok": "module:Class",
    "odd_bots.py:Ok:Ok": "module:Class",
}
FAILS = {
    "odd_bots:Raises": "fails: ValueError: no idea (odd_bots.py, line 22)",
    "odd_bots:Leaves": "fails: SystemExit (odd_bots.py, line 26)",
    "odd_bots:Nothing": "answers with None in place of a turn",
    "odd_bots:Object": "answers with object in place of a turn",
    "odd_bots:Letters": "answers with list in place of a turn",
    "odd_bots:Huge": "answers with the decision 999999, which does not exist",
    "odd_bots:Empty": "wants something that is not allowed: ",
    "odd_bots:Illegal": "wants something that is not allowed: ",
    "odd_bots:Mumbles": "wants something that is not allowed: ",
    "odd_bots:NoArguments": "fails: TypeError: ",
}
COMMANDS = {
    "arena": ["arena", KEY, "--players", "2", "--games", "4", "--out", "out.json", "--bots"],
    "simulate": ["simulate", KEY, "--players", "2", "--games", "4", "--bots"],
    "play": ["play", KEY, "--save", "match.jsonl", "--seats"],
}
every_command = pytest.mark.parametrize("command", COMMANDS)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with odd bots, in which the command is typed."""
    for name, text in {"odd_bots": ODD, **SPOILT}.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for name in ("odd_bots", "my_bot", *SPOILT):
        sys.modules.pop(name, None)


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence with which a command refuses."""
    code = main(arguments)
    told = capsys.readouterr().err
    assert code == 2, told
    assert "Traceback" not in told
    return told


@every_command
@pytest.mark.parametrize("name", CANNOT_LOAD)
def test_a_bot_that_cannot_be_loaded(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused([*COMMANDS[command], f"{name},random"], capsys)
    assert f"cannot load {name}: " in told
    assert CANNOT_LOAD[name] in told


@every_command
@pytest.mark.parametrize("name", FAILS)
def test_a_bot_that_fails_is_named_with_its_seat(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused([*COMMANDS[command], f"{name},random"], capsys)
    assert f"seat {'0' if command != 'arena' else ''}" in told
    assert f": {name} {FAILS[name]}" in told
    assert ("game 0, " in told) == (command != "play")


def test_the_sentence_is_german_too(capsys: pytest.CaptureFixture[str]) -> None:
    told = refused([*COMMANDS["play"], "random,odd_bots:Raises", "--lang", "de"], capsys)
    assert "Platz 1, Zug " in told
    assert "odd_bots:Raises bricht ab: ValueError: no idea (odd_bots.py, Zeile 22)" in told


def outcomes(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))["outcomes"]


def test_what_was_finished_before_is_kept(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [*COMMANDS["arena"], "odd_bots:Later,random", "--games", "10"]
    assert "four games are enough" in refused(command, capsys)
    begun = outcomes(here / "out.json")
    assert 0 < len(begun) < 10
    (here / "mended").touch()
    assert main([*command, "--resume"]) == 0
    assert main([*command, "--out", "once.json"]) == 0
    assert outcomes(here / "out.json") == outcomes(here / "once.json")
    assert all(one in outcomes(here / "once.json") for one in begun)


def test_a_simulation_shows_what_was_finished(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMANDS["simulate"], "odd_bots:Later,random", "--games", "9", "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 3
    assert "game 3, seat 0, turn 1: odd_bots:Later fails: KeyError" in told.err


def test_a_match_with_a_failing_bot_can_be_resumed(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused([*COMMANDS["play"], "random,odd_bots:Raises"], capsys)
    lines = len(api.load("match.jsonl").lines)
    text = ODD.replace("return self.think()", "return next(position.turns())")
    (here / "odd_bots.py").write_text(text)
    del sys.modules["odd_bots"]
    assert main(["play", "--resume", "match.jsonl"]) == 0
    assert len(api.verify("match.jsonl").lines) > lines


def test_names_are_printed_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.py").write_text("from odd_bots import Ok\n")
    assert main([*COMMANDS["play"], "bad:Ok,odd_bots:Tuples"]) == 0
    sys.modules.pop("bad")
    assert "bad:Ok: " in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main([*COMMANDS["play"], "[red]Ada,odd_bots:Ok"]) == 0
    assert "[red]Ada" in capsys.readouterr().out


def test_a_table_has_no_emoji_and_no_colours() -> None:
    table = Table("bad:Ok:", title="[x]:Ok:")
    table.add_row("[red]Ada:ok:")
    file = io.StringIO()
    screen(file=file).print(table)
    shown = file.getvalue()
    assert all(name in shown for name in ("bad:Ok:", "[x]:Ok:", "[red]Ada:ok:"))


@pytest.mark.parametrize("many", ["1", "2"])
def test_the_example_competes(many: str, here: Path) -> None:
    arguments = ["--bots", "my_bot:Bot,random", "--games", "6", "--players", "2"]
    out = here / "out.json"
    done = run("arena", KEY, *arguments, "--workers", many, "--out", str(out), folder=EXAMPLES)
    assert done.returncode == 0, done.stderr
    assert "my_bot:Bot" in done.stdout
    assert len(outcomes(out)) == 6


def test_the_example_simulates_and_plays(
    monkeypatch: pytest.MonkeyPatch, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    arguments = ["--bots", "my_bot:Bot,random", "--games", "2", "--players", "2", "--json"]
    assert main(["simulate", KEY, *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["bot"] == "my_bot:Bot"
    path = here / "match.jsonl"
    assert main(["play", KEY, "--seats", "random,my_bot:Bot", "--save", str(path)]) == 0
    assert "my_bot:Bot: " in capsys.readouterr().out
    assert api.verify(path).over


def test_bots_fill_the_seats_after_yours(
    monkeypatch: pytest.MonkeyPatch, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    path = here / "match.jsonl"
    assert main(["play", KEY, "--bots", "my_bot:Bot", "--save", str(path)]) == 0
    assert api.load(path).header["seats"] == ["you", "my_bot:Bot"]
    assert "names all seats" in refused(["play", KEY, "--bots", "easy", "--seats", "you"], capsys)
    assert "no bot 'Ada'" in refused(["play", KEY, "--bots", "Ada"], capsys)
    told = refused(["play", "--resume", str(path), "--bots", "easy"], capsys)
    assert "says who sits where" in told
