"""`python -m tests.mutants GAME`: which small mistakes in a game's rules would no test notice?

Mutants of `hide` and `fill`, which decide over secrets, are tried all; of the rest a number at
random, the same ones for the same seed. Survivors that are no mistakes are listed in
docs/mutants.md with the reason, and do not count.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Numba reads its settings when it is imported: not before `main` has set them
    from spieltisch.core.card import Card
    from tests.mutants.plugin import Hunt

ROOT = Path(__file__).parents[2]
EQUIVALENT = ROOT / "docs" / "mutants.md"
SECRETS = {"hide", "fill"}
TESTS = ["tests/contract", "tests/matches/test_match.py"]


def main() -> int:
    if not os.environ.get("NUMBA_DISABLE_JIT"):
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything of Numba is imported
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutants", *sys.argv[1:]])
    args = _arguments()
    os.chdir(ROOT)
    if args.game.endswith(".py"):
        module = f"spieltisch.{args.game.removesuffix('.py').replace('/', '.')}"
        return _hunt(args, "spieltisch", ROOT / "src" / "spieltisch" / args.game, module)
    from spieltisch import games

    card = games.card(args.game)
    path = folder_of(card) / args.file
    module = f"{card.package}.{args.file.removesuffix('.py').replace('/', '.')}"
    return _hunt(args, card.key, path, module)


def folder_of(card: Card) -> Path:
    return ROOT / "src" / Path(*card.package.split("."))


def exceptions() -> set[str]:
    """The mutants that are listed as no mistakes."""
    items = re.split(r"^- ", EQUIVALENT.read_text("utf-8"), flags=re.M)[1:]
    found = (
        re.match(r"[\w-]+ \S+ `[\w.]+`: `[^`]*` → `[^`]*`", " ".join(i.split())) for i in items
    )
    return {match[0] for match in found if match}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("game", help="or a module above all games, such as tables/patches.py")
    parser.add_argument("--tests", nargs="+", default=[], help="those that know such a module")
    parser.add_argument("--file", default="rules.py", help="in the game's folder")
    parser.add_argument("--many", type=int, default=200, help="mutants drawn at random")
    parser.add_argument("--skip", type=int, default=0, help="so many of those drawn: in pieces")
    parser.add_argument("--own", action="store_true", help="only the game's own tests: quicker")
    parser.add_argument("--only", default="", help="functions, with commas: all their mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--least", type=float, default=97.0, help="per cent to be killed")
    return parser.parse_args()


def _hunt(args: argparse.Namespace, key: str, path: Path, module: str) -> int:
    import pytest
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tests.mutants.mutations import mutants, only_reached_from
    from tests.mutants.plugin import Hunt

    source = path.read_text(encoding="utf-8")
    secret = set(only_reached_from(source, SECRETS)) if path.name == "rules.py" else set()
    everything = mutants(source)
    if args.only:
        chosen = [mutant for mutant in everything if mutant.function in args.only.split(",")]
    else:
        rest = [mutant for mutant in everything if mutant.function not in secret]
        drawn = random.Random(args.seed).sample(rest, min(args.many, len(rest)))
        first = [] if args.skip else [m for m in everything if m.function in secret]
        chosen = first + drawn[args.skip :]
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*Progress.get_default_columns()[:2], *columns[1:]) as progress:
        task = progress.add_task(f"{key} {path.name}", total=len(chosen))
        until = time.monotonic() + 60 * args.minutes
        hunt = Hunt(module, chosen, until, lambda _: progress.advance(task))
        tests = args.tests or [str(path.parent / "tests"), *([] if args.own else TESTS)]
        picked = f"({key} or {path.parent.name}) and not observe and not evaluate"
        common = ["-p", "no:cacheprovider", "-p", "no:terminal", "-o", "timeout=0"]
        marks = ["-m", "not (long or slow_interpreted)", "-k", "" if args.tests else picked]
        pytest.main([*common, *marks, "-o", "addopts=", "--import-mode=importlib", *tests], [hunt])
    return _report(hunt, key, path, secret, args.least)


def _report(hunt: Hunt, key: str, path: Path, secret: set[str], least: float) -> int:
    if hunt.broken:
        print(f"without any mutant this fails: {hunt.broken}", file=sys.stderr)
        return 2
    known = exceptions()
    code = 0
    for part, among in (("hide and fill", True), ("the rest", False)):
        tried = [
            n
            for n in (*hunt.killed, *hunt.survived)
            if (hunt.mutants[n].function in secret) is among
        ]
        if not tried:
            continue
        alive = [n for n in hunt.survived if n in tried]
        unknown = [n for n in alive if hunt.mutants[n].name(f"{key} {path.name}") not in known]
        counted = len(tried) - len(alive) + len(unknown)
        share = 100.0 * (counted - len(unknown)) / max(counted, 1)
        print(
            f"{part}: {len(tried)} mutants, {len(tried) - len(alive)} killed, "
            f"{len(alive) - len(unknown)} equivalent, {len(unknown)} survived: {share:.1f} %"
        )
        for n in unknown:
            mutant = hunt.mutants[n]
            print(f"- {mutant.name(f'{key} {path.name}')}\n  line {mutant.line}")
        if share < (100.0 if among else least):
            code = 1
    left = len(hunt.mutants) - len(hunt.killed) - len(hunt.survived)
    if left:
        print(f"{left} were not tried: the time was up, or the tests could not be collected")
        code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
