"""`make quick`: checks what changed since main, in at most three minutes.

Lint, types and import contracts of everything; then the tests beside the changed files, folder by
folder, until the time is over. What was not reached is named: `make test` runs it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
SECONDS = 180
USUAL = ["tests/matches", "tests/tables"]  # where nothing, or nothing with tests, was changed
CHECKS = [["ruff", "format", "--check", "-q", "."], ["ruff", "check", "-q", "."], ["lint-imports"]]


def main() -> int:
    until = time.monotonic() + SECONDS
    types = subprocess.Popen([BIN / "mypy"], cwd=ROOT)  # takes longest, and one core
    failed = [" ".join(check) for check in CHECKS if run([str(BIN / check[0]), *check[1:]])]
    paths = changed()
    skipped = []
    for target in targets(paths):
        left = until - time.monotonic()
        code = run([sys.executable, "-m", "pytest", "-n", "2", *target.split()], left)
        if code is None:
            skipped.append(target)
        elif code not in (0, 5):  # 5: no tests there
            failed.append(target)
    if any("web/" in path for path in paths) and run(["npm", "run", "--silent", "check"], 60):
        failed.append("npm run check")
    if types.wait():
        failed.append("mypy")
    return report(failed, skipped, SECONDS - (until - time.monotonic()))


def report(failed: list[str], skipped: list[str], took: float) -> int:
    if skipped:
        print(f"not reached in {SECONDS} s (make test runs them): {', '.join(skipped)}")
    print(f"failed: {', '.join(failed)}" if failed else f"quick: green after {took:.0f} s")
    return 1 if failed else 0


def run(command: list[str], seconds: float | None = None) -> int | None:
    """The exit code; None when the time was over before the command was."""
    if seconds is not None and seconds < 5:
        return None
    try:
        return subprocess.run(command, cwd=ROOT, timeout=seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def changed() -> list[str]:
    """Files that differ from where this branch left main, also new ones."""
    base = git("merge-base", "HEAD", "main") or ["HEAD"]
    return git("diff", "--name-only", base[0]) + git("ls-files", "--others", "--exclude-standard")


def git(*arguments: str) -> list[str]:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def targets(paths: Iterable[str]) -> list[str]:
    """The tests beside these files, the smallest first: files, then folders.

    >>> targets(["src/spieltisch/matches/record.py", "README.md", "web/src/App.svelte"])
    ['README.md', 'tests/docs', 'tests/matches']
    >>> targets(["tests/core/test_bits.py", "src/spieltisch/core/bits.py"])
    ['tests/core']
    >>> targets([])
    ['tests/matches', 'tests/tables']
    """
    found = {target for path in paths for target in beside(path) if (ROOT / target).exists()}
    found = {one for one in found if not any(one.startswith(f"{other}/") for other in found)}
    return sorted(found, key=lambda one: ((ROOT / one).is_dir(), one)) or USUAL


def beside(path: str) -> list[str]:
    parts = path.split("/")
    if path.endswith(".md"):
        return [path, "tests/docs"] if parts[0] == "docs" or len(parts) == 1 else ["tests/docs"]
    if parts[0] == "tests" and parts[-1].startswith("test_"):
        return [path]
    if parts[0] == "tests":
        return ["/".join(parts[:-1])] if len(parts) > 2 else []
    if parts[:3] == ["src", "spieltisch", "games"] and len(parts) > 4:
        return [] if parts[4] == "web" else ["/".join(parts[:4]) + "/tests", "tests/contract"]
    if parts[:2] == ["src", "spieltisch"] and len(parts) > 3:
        return [f"tests/{parts[2]}"]
    return []


if __name__ == "__main__":
    raise SystemExit(main())
