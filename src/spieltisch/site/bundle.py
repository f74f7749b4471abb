"""`python -m spieltisch.site.bundle`: what a browser needs to be its own server, compressed.

Pyodide comes from npm (offline/package.json, pinned), kernels from the builder, Python modules from
this very installation, compiled ahead by Pyodide itself (offline/pack.mjs). All files are named
after their content. They are compressed by LZMA, which the client unpacks; so they are small on
every host, also where that sends files as they are.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spieltisch import compiling, games
from spieltisch.core import machine_code
from spieltisch.site.files import BUNDLE, LISTING, PACKAGE
from spieltisch.tables import catalogue

REPO = PACKAGE.parents[1]
OFFLINE = REPO / "offline"
PYODIDE = OFFLINE / "node_modules" / "pyodide"
RECIPE = ("pack.mjs", "pack.py", "package-lock.json")
FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
# What runs in a browser; of a game neither tests, pages of the client, nor tools
PARTS = ("core", "browser", "matches", "games", "bots", "review", "tables", "device")
ALONE = ("__init__.py", "api.py", "simulation/__init__.py", "simulation/intervals.py")
LEFT_OUT = {"__pycache__", "lowering.py", "code_image.py"}
# Of a game: tests, pages and tools; and what is inside its kernels, with all tables and networks
IN_KERNELS = {"evaluate.py", "observe.py", "knowledge", "weights.json", "preferences.json"}
TOOLS = {"tests", "web", "training", "commands.py", "study.py", "STUDY.md", "board.py", "print"}
SUFFIXES = {".py", ".json", ".jsonl", ".toml"}  # rules are ready answers
READY = {"ready": True, "progress": 1.0, "step": ""}
# Nothing in these files is aligned (pb); the window is larger than any of them
FILTERS = [
    {
        "id": lzma.FILTER_LZMA1,
        "preset": 9 | lzma.PRESET_EXTREME,
        "pb": 0,
        "nice_len": 273,
        "dict_size": 1 << 24,
    }
]


def sources() -> Iterator[Path]:
    yield from (PACKAGE / name for name in ALONE)
    for part in PARTS:
        for path in sorted((PACKAGE / part).rglob("*")):
            names = set(path.relative_to(PACKAGE).parts)
            left_out = LEFT_OUT | (TOOLS | IN_KERNELS if part == "games" else set())
            if path.suffix in SUFFIXES and not left_out & names:
                yield path


def lay_out(folder: Path) -> None:
    for path in sources():
        to = folder / "spieltisch" / path.relative_to(PACKAGE)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)


def node() -> str:
    """The wheel's Node where it is installed, else the system's."""
    beside = Path(sys.executable).with_name("node")
    return str(beside) if beside.exists() else shutil.which("node") or "node"


def fetch_pyodide() -> None:
    """Once; npm checks what it gets against offline/package-lock.json."""
    lock = OFFLINE / "package-lock.json"
    done = OFFLINE / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    npm = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(npm, cwd=OFFLINE, env=env, check=True)
    done.touch()


def abi() -> str:
    """Pyodide compares it with that of a list of packages, which we have none of."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    return str(info["abi_version"])


def answers() -> Iterator[tuple[str, bytes]]:
    """What is the same for everybody, so that the first page need not wait for Python."""
    yield "answers/games", _json(catalogue.listed(lambda key: READY))
    for key in games.cards():
        for lang in ("de", "en"):
            yield f"answers/games/{key}/rules?lang={lang}", _json(catalogue.rules(key, lang))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files by what they are; `folder` is for work in between."""
    for name in FROM_PYODIDE:
        yield name, (PYODIDE / name).read_bytes()
    lay_out(folder / "sources")
    script = [node(), str(OFFLINE / "pack.mjs"), str(PYODIDE), str(folder / "sources"), str(folder)]
    subprocess.run(script, check=True, stdout=sys.stderr)
    for name in ("python_stdlib.zip", "spieltisch.pack"):
        yield name, (folder / name).read_bytes()
    for key, card in games.cards().items():
        for _ in compiling.write_wasm(key, folder):
            pass
        yield f"games/{card.folder}", (folder / "games" / f"{card.folder}.pack").read_bytes()
        yield f"kernels/{card.folder}", (folder / f"{card.folder}.wasm").read_bytes()
    yield from answers()


def compressed(content: bytes, digest: str) -> bytes:
    """By LZMA, a quarter smaller than gzip; the client unpacks it (web/src/device/lzma.ts), and
    wants to know the size beforehand. Pyodide takes twenty seconds, so what was compressed once is
    kept beside compiled kernels."""
    kept = machine_code.cache_root() / f"{digest}.lzma"
    if not kept.is_file():
        packed = lzma.compress(content, lzma.FORMAT_ALONE, filters=FILTERS)
        beside = kept.with_suffix(f".{os.getpid()}")
        beside.write_bytes(packed[:5] + len(content).to_bytes(8, "little") + packed[13:])
        beside.replace(kept)
    return kept.read_bytes()


def made_of() -> str:
    """A digest of all that goes into a bundle."""
    found = hashlib.sha256()
    for path in (*sources(), *(OFFLINE / name for name in RECIPE), Path(__file__)):
        found.update(str(path.relative_to(REPO)).encode() + b"\0" + path.read_bytes())
    for card in games.cards().values():
        found.update(machine_code.wasm_name(card.folder).encode())
    return found.hexdigest()


def is_fresh(out: Path = BUNDLE) -> bool:
    try:
        return bool(json.loads((out / LISTING).read_text("utf-8"))["made_of"] == made_of())
    except (OSError, ValueError, KeyError):
        return False


def build(out: Path = BUNDLE) -> dict[str, Any]:
    """One process at a time for each folder; made anew only when something in it has changed."""
    with machine_code.locked(f"bundle-{hashlib.sha256(str(out).encode()).hexdigest()[:12]}"):
        if is_fresh(out):
            found: dict[str, Any] = json.loads((out / LISTING).read_text("utf-8"))
            return found
        return _build(out)


def _build(out: Path) -> dict[str, Any]:
    fetch_pyodide()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    files: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, content in contents(Path(folder)):
            digest = hashlib.sha256(content).hexdigest()[:12]
            packed = compressed(content, digest)
            short = "".join(c if c.isalnum() else "-" for c in name.partition("?")[0])
            path = f"{short}-{digest}.pack"
            (out / path).write_bytes(packed)
            files[name] = {"path": path, "size": len(packed)}
    digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:12]
    told = {"version": digest, "abi": abi(), "made_of": made_of(), "files": files}
    (out / LISTING).write_text(json.dumps(told, indent=1), encoding="utf-8")
    return told


def main() -> None:
    told = build()
    for name, file in told["files"].items():
        if not name.startswith("answers/"):
            print(f"{file['size']:>9,}  {name}")
    print(f"{sum(file['size'] for file in told['files'].values()):>9,}  altogether")


if __name__ == "__main__":
    main()
