"""How long a newcomer waits: `make play` in a fresh clone, twice; the library; a wheel.

    python -m bench.server.start [--only library]

Clones what is committed into a temporary folder, with an empty compile cache and the machine's
package cache, and tells when the page is there (aim: 15 s), when the first game can be played
(30 s) and when all can (75 s); at the second start the page (2 s) and a first match (2.5 s). A
match by the library is there after 0.4 s. `--wheel FILE` installs a wheel into an empty environment
and tells when `spieltisch play` has drawn a board (2 s). Beside seconds by the clock stand those of
the processor, and the load of the machine: with other work on it the clock says little.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spieltisch import games
from tests.server.processes import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0  # seconds


def asked(address: str) -> Any:
    """The answer, or None as long as nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read()
    except (OSError, urllib.error.URLError):
        return None


def waited(began: float, done: Callable[[], bool]) -> float:
    """Seconds since `began`, when it is done."""
    while not done():
        if time.monotonic() - began > PATIENCE:
            raise SystemExit(f"nothing after {PATIENCE:.0f} s")
        time.sleep(0.1)
    return time.monotonic() - began


def spent(group: int) -> float:
    """Seconds of the processor that a group of processes used, with those that ended."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(parts[2]) == group:
            ticks += sum(int(number) for number in parts[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def started(folder: Path, env: dict[str, str], base: str) -> str:
    """When the page is there, when the first game, and when all; and after that a first move."""

    def ready() -> set[str]:
        return set(json.loads(asked(f"{base}/healthz") or b"{}").get("ready", []))

    began = time.monotonic()
    log = folder.with_suffix(".log")
    with open(log, "ab") as told:
        play = subprocess.Popen(
            ["make", "play"], cwd=folder, env=env, stdout=told, stderr=told, start_new_session=True
        )
    try:
        page = waited(began, lambda: asked(base) is not None)
        used = spent(play.pid)
        first = waited(began, lambda: bool(ready()))
        begun = waited(began, lambda: begin(base, next(iter(ready()))))
        all_games = waited(began, lambda: ready() == set(games.cards()))
        return (
            f"page after {page:.1f} s ({used:.1f} s of the processor), first game {first:.1f} s, "
            f"first match {begun:.1f} s, all games {all_games:.1f} s"
        )
    finally:
        os.killpg(play.pid, signal.SIGTERM)
        play.wait()


def begin(base: str, key: str) -> bool:
    """Begins a match against bots: the rules deal, and the board can be drawn and played on."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def post(path: str, body: Any) -> Any:
        head = {"Content-Type": "application/json", "Origin": base}
        request = urllib.request.Request(f"{base}{path}", json.dumps(body).encode(), head)
        with opener.open(request, timeout=20) as answer:
            return json.loads(answer.read())

    bots = [{"kind": "bot", "level": "easy"}] * (max(2, games.card(key).players[0]) - 1)
    seats = [{"kind": "me"}, *bots]
    table = post("/api/tables", {"game": key, "seats": seats, "name": "Anna"})["id"]
    post(f"/api/tables/{table}/start", {})
    return True


def library() -> None:
    """A match by one line of Python, five times."""
    key = next(iter(games.cards()))
    line = f"import spieltisch; spieltisch.game({key!r}).match()"
    clock, processor = [], []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", line], check=True)
        clock.append(time.monotonic() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print(f"library: a match after {min(clock):.2f} s ({min(processor):.2f} s of the processor)")


def installed(wheel: Path) -> None:
    """The first board of a wheel in an environment of its own, five times."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-wheel-") as place:
        uv = Path(sys.executable).with_name("uv")
        subprocess.run([uv, "venv", "-q", "--python", sys.executable, f"{place}/v"], check=True)
        # Bytecode, too, as pip does
        install = [uv, "pip", "install", "-q", "--compile-bytecode"]
        install += ["--python", f"{place}/v/bin/python"]
        subprocess.run([*install, "-r", ROOT / "requirements/run.txt"], check=True)
        subprocess.run([*install, "--no-deps", wheel], check=True)
        env = os.environ | {"SPIELTISCH_CACHE": f"{place}/cache"}
        key = next(iter(games.cards()))
        command = [f"{place}/v/bin/spieltisch", "play", key, "--seats", "you,random"]
        found = []
        for _ in range(5):
            began = time.monotonic()
            with subprocess.Popen(
                command, cwd=place, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            ) as process:
                assert process.stdout is not None
                assert process.stdin is not None
                process.stdout.read(400)  # the first lines of a board
                found.append(time.monotonic() - began)
                process.stdin.close()
                process.stdout.read()
        size = wheel.stat().st_size / 1e6
        print(f"wheel of {size:.1f} MB: board after {found[0]:.1f} s, then {min(found):.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["library", "wheel"])
    parser.add_argument("--wheel", type=Path)
    args = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if args.only in (None, "library"):
        library()
    if args.wheel:
        installed(args.wheel.resolve())
    if args.only is None:
        clone_and_play()


def clone_and_play() -> None:
    with tempfile.TemporaryDirectory(prefix="spieltisch-start-") as place:
        folder, port = Path(place, "clone"), free_port()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        packages = Path.home() / ".cache"
        env = {
            "PIP_CACHE_DIR": str(packages / "pip"),
            "UV_CACHE_DIR": str(packages / "uv"),
            **os.environ,
            "XDG_CACHE_HOME": str(Path(place, "cache")),
            "SPIELTISCH_PORT": str(port),
            "SPIELTISCH_DATA": str(Path(place, "data")),
        }
        for unwanted in ("VIRTUAL_ENV", "DISPLAY", "WAYLAND_DISPLAY"):  # no browser is opened
            env.pop(unwanted, None)
        for name in ("first", "second"):
            print(f"{name} start: {started(folder, env, f'http://127.0.0.1:{port}')}", flush=True)


if __name__ == "__main__":
    main()
