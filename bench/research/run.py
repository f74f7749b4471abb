"""Measures our environments and the peers, and writes results.json, a table and a plot.

    python bench/research/run.py [--only ours "Pgx 2048" OpenSpiel …]

The peers are installed from PyPI into bench/.cache/peers, never into our own environment. With
`--only`, the other rows are kept as they are; so a run can be made in pieces.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent / ".cache" / "peers"
RESULTS = HERE / "results.json"
FAMILIES = ("Pgx", "OpenSpiel", "PettingZoo", "RLCard")  # what rows of peers begin with
PEERS = ("open_spiel", "pettingzoo[classic]", "pgx", "jax", "rlcard", "numpy", "dm-tree")


def lines(python: str, script: str, *words: str) -> list[dict[str, Any]]:
    """What a script measures, shown as it comes."""
    found = []
    command = [python, script, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE) as process:
        for line in process.stdout or ():
            if line.startswith("{"):
                print(line, end="", flush=True)
                found.append(json.loads(line))
    if process.returncode:
        raise SystemExit(f"{script} failed")
    return found


def peers_python() -> str:
    python = CACHE / "bin" / "python"
    if not python.exists():
        venv.create(CACHE, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PEERS], check=True)
    return str(python)


def machine() -> str:
    found = [
        line.split(":", 1)[1].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    name = found[0] if found else platform.processor()
    busy = os.getloadavg()[0]
    return f"{name}, Python {platform.python_version()}, load average {busy:.0f} at the start"


def table(found: dict[str, Any]) -> str:
    """Ours, then theirs."""
    rows = ["| what | game | steps/s |", "|---|---|---:|"]
    for row in found["ours"]:
        rows.append(f"| {row['what']} | {row['game']} | {row['steps_per_second']:,.0f} |")
    for row in found.get("peers", []):
        rate = row.get("steps_per_second")
        shown = f"{rate:,.0f}" if rate else row["failed"]
        shown += " (earlier run)" if row.get("earlier") else ""
        rows.append(f"| {row['peer']} | {row['game']} | {shown} |")
    return "\n".join(rows)


def ratios(found: dict[str, Any]) -> str:
    """Our best batch of each game beside the best batch of each of Pgx's games, and so on."""
    pairs = [
        ("batch of", "buffers", "Pgx"),
        ("OpenSpiel from Python", "", "OpenSpiel from Python"),
        ("PettingZoo raw_env", "", "PettingZoo classic raw_env"),
        ("PettingZoo raw_env", "", "RLCard"),
        ("batch of", "buffers", "OpenSpiel C++ rollouts"),
    ]
    rows = ["| ours | peer | ratio |", "|---|---|---:|"]
    for start, part, peer in pairs:
        ours = [r for r in found["ours"] if r["what"].startswith(start) and part in r["what"]]
        theirs: dict[str, float] = {}
        for row in found.get("peers", []):
            if row["peer"].startswith(peer) and "steps_per_second" in row:
                best = max(theirs.get(row["game"], 0.0), row["steps_per_second"])
                theirs[row["game"]] = best
        for row in ours:
            for game, rate in theirs.items():
                ratio = row["steps_per_second"] / rate
                shown = f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"
                rows.append(f"| {row['game']}, {row['what']} | {game}, {peer} | {shown} |")
    return "\n".join(rows)


def plot(found: dict[str, Any]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "speed"})  # small, stable
    ours = [(f"{r['game']}: {r['what']}", r["steps_per_second"], "#1f6f5c") for r in found["ours"]]
    theirs = [
        (f"{r['peer']}: {r['game']}", r["steps_per_second"], "#b8b8b8")
        for r in found.get("peers", [])
        if "steps_per_second" in r
    ]
    bars = sorted(ours + theirs, key=lambda bar: bar[1])
    _, axes = pyplot.subplots(figsize=(9, 0.24 * len(bars) + 1))
    axes.barh([b[0] for b in bars], [b[1] for b in bars], color=[b[2] for b in bars])
    axes.set_xscale("log")
    axes.set_xlabel("steps per second, one core")
    axes.tick_params(axis="y", labelsize=7)
    pyplot.tight_layout()
    pyplot.savefig(HERE / "speed.svg", metadata={"Date": None})


INCLUDED = """\
Steps per second on one core, in processor time: the best of many repeats of 4 ms, or of 4,000 steps
where that takes longer. A step is one small decision, drawn at random from the legal ones; drawing
it, chance, legal moves, observation and the next game after the last are all part of it, ours and
theirs.

- **Ours**: `env.step(env.sample(), out=…)`: both are calls from Python, observations and masks are
  written for every table. Fresh arrays: without `out`. The best of several batch sizes is shown.
- **Pgx** (jax, CPU, one thread): everything inside one compiled loop of twenty steps, as its
  authors recommend, with `auto_reset`; nothing is handed to Python in between.
- **OpenSpiel from Python**: legal actions, observation tensor and chance, drawn in Python.
  **C++ rollouts**: `evaluate_bots` with random bots, no observations at all.
- **PettingZoo, Gymnasium, RLCard**: their own loops; observation and mask with every step.

A run can be made in pieces. Rows of an earlier run say so; repeats of Pgx are as long as one
compiled loop takes, 20 ms and more.

Games differ, so a ratio compares a system with a system, not a game with a game.
"""


def report(found: dict[str, Any]) -> str:
    return (
        f"# Steps per second\n\n{found['machine']}\n\n{INCLUDED}\n"
        "![Steps per second](speed.svg)\n\n"
        f"{table(found)}\n\n{ratios(found)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=["ours", *FAMILIES], metavar="ROWS")
    only = parser.parse_args().only
    found: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if "ours" in only:
        found |= {"machine": machine(), "ours": lines(sys.executable, "ours.py")}
    wanted = tuple(words for words in only if words != "ours")
    if wanted:
        kept = [row for row in found.get("peers", []) if not _row(row).startswith(wanted)]
        rows = kept + lines(peers_python(), "peers.py", *wanted)
        found["peers"] = sorted(rows, key=_order)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    text = report(found)
    (HERE / "README.md").write_text(text)
    print(text)
    plot(found)


def _row(row: dict[str, Any]) -> str:
    """What `--only` calls a row of the peers, as peers.py does."""
    return f"{row['peer'].split()[0].rstrip(',')} {row['game']}"


def _order(row: dict[str, Any]) -> tuple[int, bool]:
    return FAMILIES.index(row["peer"].split()[0].rstrip(",")), "C++" in row["peer"]


if __name__ == "__main__":
    main()
