"""Builds sdist and wheel: `python tools/wheel.py FOLDER`.

On Linux and x86-64 the wheel brings the machine code of every game along, so that nothing is
compiled where it is installed; elsewhere it is one for all systems, and games are compiled when
they are first played.

The code is for x86-64-v3 (AVX2, since 2013), and no machine builds its own in the background: that
does not pay. Code for the host, a processor with AVX-512, ran 1.01 times as many simulations of No
Return as this (0.93 to 1.24 in seven turns) and 1.00 times as many random decisions; x86-64-v2 ran
0.86 and 0.94. An older processor gets a sentence and code of its own when a game is first played.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from spieltisch import games
from spieltisch.builder import native
from spieltisch.core import machine_code
from spieltisch.core.sources import SHARED

REPO = Path(__file__).resolve().parents[1]
LEVEL = "x86-64-v3"
UV = Path(sys.executable).with_name("uv")


def main(folder: Path) -> None:
    try:
        if machine_code.supported():
            build_objects(machine_code.SHIPPED)
        for kind in "--sdist", "--wheel":
            # The wheel is made of the sources here: an sdist has no machine code
            command = [UV, "build", "--quiet", "--python", sys.executable, kind]
            subprocess.run([*command, "--out-dir", folder], cwd=REPO, check=True)
    finally:
        shutil.rmtree(machine_code.SHIPPED, ignore_errors=True)
    for path in sorted(folder.glob("spieltisch-*")):
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path.name}")


def build_objects(folder: Path) -> None:
    """Of each game one image, and one of what all share."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    scopes = [*(card.folder for card in games.cards().values()), SHARED]
    own = native.level() == LEVEL  # then the cache has, or keeps, the same
    options = [] if own else ["--level", LEVEL, "--folder", str(folder)]
    command = [*machine_code.command(scopes), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            progress, step = machine_code.heard(line) or (1.0, "")
            print(f"\rcompiling {progress:4.0%} {step:24.24}", end="", file=sys.stderr)
    print(file=sys.stderr)
    if process.returncode != 0:
        raise SystemExit("wheel: the machine code could not be built")
    for scope in scopes if own else []:
        shutil.copy(machine_code.cache_root() / machine_code.name_of(scope), folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{size / 1e6:6.1f} MB  machine code of {len(scopes) - 1} games for {LEVEL}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
