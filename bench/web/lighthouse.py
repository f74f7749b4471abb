"""Lighthouse on the first page, at a table of every game and on the pages about oneself: the median
of five runs of each (or of `RUNS`).

    python -m bench.web.lighthouse http://127.0.0.1:8000 [home] [game …] [day] [history] [me]
    python -m bench.web.lighthouse http://127.0.0.1:8080 --site

With `--site` the address is one of plain files (`make site`): its first page and the one about
playing offline are looked at. (Lighthouse no longer says whether a page can be installed; Chromium
itself does, see tests/web/device/test_install.py.)

A table is looked at from a seat of it, since somebody who plays sees more than somebody who
watches. `machine` is Lighthouse's own measure of the speed of this one: below 1000 it is slow or
has other work, and the performance says more about that than about the page.

The pages about oneself are those of a newcomer, or of whoever `COOKIE` names:
`python -m tests.web.months FOLDER` serves somebody with weeks of matches, and prints both.

Needs a running server, a Chromium ($CHROMIUM) and Node; asks npm for Lighthouse once.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RUNS = int(os.environ.get("RUNS", "5"))
PAGES = ("day", "history", "me", "settings", "offline")
WANTED = ("performance", "accessibility", "best-practices")
LEAST = 95


def main(address: str, only: list[str]) -> int:
    if not (HERE / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--loglevel=error"], cwd=HERE, check=True)
    guest = Site(address) if "--site" in only else Guest(address)
    low = False
    for name in [one for one in only if one != "--site"] or guest.pages:
        page = guest.page(name)
        runs = [measure(page, guest.cookie) for _ in range(RUNS)]
        scores = {key: statistics.median(run[key] for run in runs) for key in WANTED}
        low = low or any(score < LEAST for score in scores.values())
        shown = [f"{key} {score:.0f}" for key, score in scores.items()]
        every = " ".join(
            f"{run['performance']:.0f}" for run in sorted(runs, key=lambda r: r["performance"])
        )
        machine = statistics.median(run["machine"] for run in runs)
        print(name, *shown, f"({every})", f"machine {machine:.0f}", sep="  ", flush=True)
    return int(low)


class Site:
    """Plain files: nobody is known there, and pages stand behind a '#'."""

    pages = ("home", "offline")
    cookie = ""

    def __init__(self, address: str) -> None:
        self.address = address

    def page(self, name: str) -> str:
        return f"{self.address}/#/{'' if name == 'home' else name}"


class Guest:
    """Somebody who opens tables with bots, and whose cookie says so to the browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        found = self.ask("/games")
        self.level = found["default_bot"]
        self.games = {game["key"]: game["players"]["least"] for game in found["games"]}
        self.pages = ("home", *self.games, *PAGES)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", data, headers)
        with self.opener.open(request) as answer:
            return json.load(answer)

    def open_table(self, game: str) -> str:
        bots = [{"kind": "bot", "level": self.level}] * max(1, self.games[game] - 1)
        table: str = self.ask("/tables", {"game": game, "seats": [{"kind": "me"}, *bots]})["id"]
        self.ask(f"/tables/{table}/start", {})
        return table

    def page(self, name: str) -> str:
        if name in ("home", *PAGES):
            return f"{self.address}/{'' if name == 'home' else name}"
        return f"{self.address}/table/{self.open_table(name)}"

    @property
    def cookie(self) -> str:
        own = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        return os.environ.get("COOKIE", own)


def measure(page: str, cookie: str) -> dict[str, float]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or "google-chrome"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        command = [
            "node",
            str(HERE / "node_modules/lighthouse/cli/index.js"),
            page,
            f"--only-categories={','.join(WANTED)}",
            "--chrome-flags=--headless=new --no-sandbox",
            f"--extra-headers={json.dumps({'Cookie': cookie})}",
            "--output=json",
            f"--output-path={out}",
            "--quiet",
        ]
        env = {**os.environ, "CHROME_PATH": chromium}
        for last in (False, False, True):  # now and then a trace is lost on a busy machine
            if subprocess.run(command, env=env, check=last).returncode == 0:
                break
        report = json.loads(out.read_text())
    scores = {key: 100 * report["categories"][key]["score"] for key in WANTED}
    return scores | {"machine": report["environment"]["benchmarkIndex"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/"), sys.argv[2:]))
