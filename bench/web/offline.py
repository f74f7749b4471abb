"""Playing without a server, measured: bytes and seconds until a game can be played.

    python -m bench.web.offline [--runs 3] [--lines cable 4g] [--out offline.json]

Serves the site of plain files over a line of a given speed (bytes of all connections together, and
a delay before each answer) and opens it in a fresh Chromium: the time until the first page shows
the games, until the first game can be played, and the same again in a second visit. The line is
made here and not by the browser's own tools, which leave out workers. Needs `make bundle` and a
Chromium ($CHROMIUM).
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import json
import os
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from playwright.sync_api import Page, Playwright, sync_playwright

from spieltisch import games
from spieltisch.site import bundle, files
from spieltisch.site.write import write

CHUNK = 16 * 1024
READY = "document.querySelector('[data-testid=ask]')?.dataset.mine === 'true'"
AIMS = {"cable": 5.0, "4g": 10.0}
AGAIN = 2.0


@dataclass
class Line:
    """Bytes a second, and seconds before each answer; as a common cable, and as Chromium's own
    tools imitate fast 4G."""

    rate: float
    delay: float

    def __post_init__(self) -> None:
        self.lock, self.free, self.sent = threading.Lock(), 0.0, 0

    def pass_on(self, many: int) -> None:
        """Waits until so many bytes have gone through."""
        with self.lock:
            now = time.monotonic()
            self.free = max(self.free, now) + many / self.rate
            self.sent += many
            until = self.free
        time.sleep(max(0.0, until - now))


def lines() -> dict[str, Line]:
    return {
        "cable": Line(50e6 / 8, 0.02),
        "4g": Line(9e6 / 8, 0.165),
        "none": Line(1e12, 0.0),
    }


class Slow(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    line: Line

    def __init__(self, *given: Any, line: Line, **more: Any) -> None:
        self.line = line
        super().__init__(*given, **more)

    def log_message(self, *told: object) -> None:
        pass

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the browser was closed
            super().handle()

    def do_GET(self) -> None:
        time.sleep(self.line.delay)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        read: BinaryIO = source
        with contextlib.suppress(ConnectionError):  # the page was closed meanwhile
            while part := read.read(CHUNK):
                self.line.pass_on(len(part))
                outputfile.write(part)


def served(folder: Path, line: Line) -> Iterator[str]:
    handler = functools.partial(Slow, directory=str(folder), line=line)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def visit(page: Page, url: str, game: str) -> tuple[float, float]:
    """Seconds until the games are shown, and from the first request until one can be played."""
    began = time.perf_counter()
    page.goto(url)
    play = page.get_by_test_id(f"play-{game}")
    play.wait_for(timeout=120_000)
    home = time.perf_counter() - began
    play.click()
    page.wait_for_function(READY, timeout=240_000)
    return home, time.perf_counter() - began


def measure(play: Playwright, folder: Path, line: Line, game: str) -> dict[str, float]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    args = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with tempfile.TemporaryDirectory() as profile:
        context = play.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=args, reduced_motion="reduce", locale="en-GB"
        )
        page = context.new_page()
        for url in served(folder, line):
            home, first = visit(page, url, game)
            bytes_first = line.sent
            page.goto(f"{url}#/offline")
            page.get_by_test_id("kept").wait_for(timeout=240_000)
            everything = line.sent
            page.close()
            page = context.new_page()
            again_home, again = visit(page, url, game)
        context.close()
    return {
        "home": home,
        "first game": first,
        "again, home": again_home,
        "again, game": again,
        "bytes to the first game": bytes_first,
        "bytes of everything": everything,
    }


def sizes() -> dict[str, int]:
    """Of the bundle and the client as they are compressed, by what they are."""
    told = files.told()
    packs = {name: file["size"] for name, file in told["files"].items()}
    ready = sum(size for name, size in packs.items() if name.startswith("answers/"))
    found = {name: size for name, size in packs.items() if not name.startswith("answers/")}
    client = sum(file["size"] for file in told["client"])
    return {**found, "rules and cards": ready, "client": client}


def report(told: dict[str, list[dict[str, float]]]) -> None:
    print("| line | what | median | from | to |\n|---|---|---|---|---|")
    for line, runs in told.items():
        for what in runs[0]:
            values = sorted(run[what] for run in runs)
            shown = [statistics.median(values), values[0], values[-1]]
            text = [f"{one:,.0f}" if "bytes" in what else f"{one:.2f} s" for one in shown]
            print(f"| {line} | {what} | {' | '.join(text)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lines", nargs="+", default=["cable", "4g"], choices=list(lines()))
    parser.add_argument("--game", default=next(iter(games.cards())), choices=list(games.cards()))
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    bundle.build()
    for name, size in sizes().items():
        print(f"{size:>10,}  {name}")
    told: dict[str, list[dict[str, float]]] = {name: [] for name in args.lines}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        write(Path(folder, "site"))
        for _ in range(args.runs):
            for name in args.lines:
                line = lines()[name]
                found = measure(play, Path(folder, "site"), line, args.game)
                told[name].append(found)
                print(name, {what: round(value, 2) for what, value in found.items()}, flush=True)
    report(told)
    if args.out:
        args.out.write_text(json.dumps({"sizes": sizes(), "runs": told}, indent=1))


if __name__ == "__main__":
    main()
