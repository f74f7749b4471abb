"""The commands as a person types them, each in this process; a few as real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.cli import main
from spieltisch.core.card import Card
from tests.contract.every import every_card, every_game, match_of

FIRST = next(iter(games.cards()))


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "spieltisch", *arguments],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "HOME": str(Path.home()), "COLUMNS": "100"},
        cwd=folder,
        check=False,
    )


def test_lists_and_rules_need_no_numba() -> None:
    code = (
        "import sys; from spieltisch.cli import main; main(['games']); "
        f"main(['rules', '{FIRST}']); assert 'numba' not in sys.modules; "
        "assert 'numpy' not in sys.modules"
    )
    environment = {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("games", "rules", "play", "simulate", "replay", "verify", "bench", "compile"):
        assert command in done.stdout


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_list_shows_every_game(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["games", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    assert all(card.key in shown for card in games.cards().values())


@every_card
def test_one_paragraph_of_the_rules(capsys: pytest.CaptureFixture[str], card: Card) -> None:
    assert main(["rules", card.key, f"{card.prefix}-2", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert f"**{card.prefix}-2**" in shown
    assert f"**{card.prefix}-3**" not in shown
    assert main(["rules", card.key, "XX-99"]) == 2


@every_game
def test_recorded_games_verify_and_forged_ones_do_not(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path)
    short = [f"--option={o.name}=40" for o in games.card(key).options if o.kind == "number"]
    assert main(["simulate", key, "--games", "3", "--record", out, "--json", *short]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 3
    files = sorted(str(path) for path in tmp_path.glob("*.jsonl"))
    assert main(["verify", *files]) == 0
    assert capsys.readouterr().out == "3 ok\n"
    forged = Path(files[1])
    forged.write_text(forged.read_text().replace('"seat": 0', '"seat": 1', 1))
    assert main(["verify", *files]) == 1
    told = capsys.readouterr()
    assert told.out == "2 ok, 1 refused\n"
    assert f"{forged}: event " in told.err
    assert f"[{games.card(key).prefix}-" in told.err
    assert main(["verify", "--json", files[1], "/no/such/file"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["ok"] for row in rows] == [False, False]


def test_many_workers_play_the_same_games(tmp_path: Path) -> None:
    records = []
    for workers in ("1", "2"):
        out = tmp_path / workers
        done = run("simulate", FIRST, "--games", "60", "--workers", workers, "--record", str(out))
        assert done.returncode == 0, done.stderr
        assert "95 % intervals" in done.stdout
        records.append([path.read_text() for path in sorted(out.glob("*"))])
    assert records[0] == records[1]
    assert len(records[0]) == 60


@every_game
def test_replay_tells_the_whole_match(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = match_of(key, games.card(key).players[0])
    for _ in range(3):
        seat = match.acting[0]
        match.play(seat, match.random_turn(seat))
    path = tmp_path / "x.jsonl"
    match.save(path)
    for lang in ("de", "en"):
        assert main(["replay", str(path), "--lang", lang]) == 0
        assert len(capsys.readouterr().out.splitlines()) > len(match.lines)
    assert main(["replay", str(path), "--event", "1", "--seat", "0"]) == 0
    assert main(["replay", str(path), "--event", "999"]) == 2
    assert main(["replay", str(path), "--seat", "9"]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "chess"], "there is no game 'chess'. Installed: "),
        (["simulate", f"{FIRST}x"], f"did you mean {FIRST}? Installed: "),
        (["simulate", FIRST, "--players", "99"], "players, not 99"),
        (["simulate", FIRST, "--option", "nonsense=1"], "it has: "),
        (["simulate", FIRST, "--option", "random_start=7"], "it takes: true, false"),
        (["simulate", FIRST, "--option", "random_start"], "expected NAME=VALUE"),
        (["simulate", FIRST, "--option", "x=/no/such.json"], "cannot be read"),
        (["simulate", FIRST, "--bots", "nobody"], "there is no bot 'nobody'"),
        (["simulate", FIRST, "--bots", "no.such:Bot"], "cannot load"),
        (["simulate", FIRST, "--bots", "random,random,random,random,random,random,random"], "bots"),
        (["simulate", FIRST, "--games", "0"], "from 1"),
        (["replay", "/no/such/file"], "there is no file"),
        (["replay", "/"], "is a folder"),
        (["play", "--resume", "/no/such/file"], "there is no file"),
        (["play", "nonsense"], "there is no game"),
        (["nonsense"], "invalid choice"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as error:
        code = int(error.code or 0)
    told = capsys.readouterr().err
    assert code == 2
    assert sentence in told
    assert "Traceback" not in told


def test_the_bench_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", FIRST, "--repeats", "1", "--seconds", "0.01"]) == 0
    assert "decisions per second" in capsys.readouterr().out
    assert main(["bench", FIRST, "--repeats", "2", "--seconds", "0.01", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["players"] for row in rows] == list(games.card(FIRST).players)
    assert all(len(row["decisions_per_second"]) == 2 for row in rows)


@pytest.mark.parametrize("command", ["compile", "warm"])
def test_compiling_twice_says_ready(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, FIRST]) == 0
    assert capsys.readouterr().out == f"{FIRST}: ready\n"
