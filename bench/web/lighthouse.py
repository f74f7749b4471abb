"""Lighthouse on the first page and at a table: the median of five runs of each.

    python -m bench.web.lighthouse http://127.0.0.1:8000

`machine` is Lighthouse's own measure of the speed of this one: below 1000 it is slow or has other
work, and the performance says more about that than about the page.

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
RUNS = 5
WANTED = ("performance", "accessibility", "best-practices")
LEAST = 95


def main(address: str) -> int:
    if not (HERE / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--loglevel=error"], cwd=HERE, check=True)
    table = open_table(address)
    low = False
    for name, page in (("home", address), ("table", f"{address}/table/{table}")):
        runs = [measure(page) for _ in range(RUNS)]
        scores = {key: statistics.median(run[key] for run in runs) for key in WANTED}
        low = low or any(score < LEAST for score in scores.values())
        machine = statistics.median(run["machine"] for run in runs)
        shown = {**scores, "machine": machine}
        print(name, *(f"{key} {score:.0f}" for key, score in shown.items()), sep="  ")
    return int(low)


def open_table(address: str) -> str:
    """A table with a bot, started, of the first game there is; it is looked at from outside."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{address}/api{path}", data, headers)
        with opener.open(request) as answer:
            return json.load(answer)

    found = ask("/games")
    seats = [{"kind": "me"}, {"kind": "bot", "level": found["default_bot"]}]
    table = ask("/tables", {"game": found["games"][0]["key"], "seats": seats})["id"]
    ask(f"/tables/{table}/start", {})
    return str(table)


def measure(page: str) -> dict[str, float]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or "google-chrome"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        command = [
            "node",
            str(HERE / "node_modules/lighthouse/cli/index.js"),
            page,
            f"--only-categories={','.join(WANTED)}",
            "--chrome-flags=--headless=new --no-sandbox",
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
    sys.exit(main(sys.argv[1].rstrip("/")))
