"""Measures our environments and the peers, and writes results.json, a table and a plot.

    python bench/research/run.py [--without-peers]

The peers are installed from PyPI into bench/.cache/peers, never into our own environment.
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
PEERS = ("open_spiel", "pettingzoo[classic]", "pgx", "jax", "rlcard", "numpy", "dm-tree")


def lines(python: str, script: str) -> list[dict[str, Any]]:
    """What a script measures, shown as it comes."""
    found = []
    with subprocess.Popen([python, script], stdout=subprocess.PIPE, text=True, cwd=HERE) as process:
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
                rows.append(f"| {row['game']}, {row['what']} | {game}, {peer} | {ratio:.2g} |")
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-peers", action="store_true")
    args = parser.parse_args()
    found: dict[str, Any] = {"machine": machine(), "ours": lines(sys.executable, "ours.py")}
    if args.without_peers and RESULTS.exists():
        found["peers"] = json.loads(RESULTS.read_text())["peers"]
    elif not args.without_peers:
        found["peers"] = lines(peers_python(), "peers.py")
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    text = f"# Steps per second\n\n{found['machine']}\n\n{table(found)}\n\n{ratios(found)}\n"
    (HERE / "README.md").write_text(text)
    print(text)
    plot(found)


if __name__ == "__main__":
    main()
