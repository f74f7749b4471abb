"""`make new-game NAME=my-game`: a folder that keeps the contract, with a tiny game in it.

The tiny game (count up with a die) is complete: rules with a test each, a slow twin, bots, a board
in the browser. It passes the contract suite and can be played at once. Replace it piece by piece.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from spieltisch import games

ABOUT = "Lay out the folder of a new game, with a small complete game in it."
TEMPLATE = Path(__file__).parent / "template"
NEXT = """\
{folder} is laid out, with a small game in it. Play it:
  spieltisch play {key}        in the terminal, against a bot
  make play                    in the browser
Then make it yours, in this order (docs/new-game.md):
  RULES.en.md and RULES.de.md, a test per paragraph in tests/test_rules.py, rules.py;
  tests/oracle.py, the slow twin; notation, refusals, view, words, board, evaluate, observe,
  reasons; web/ for the browser. `make quick` runs its tests, `make game-pages` writes its page."""
NEXT_OUTSIDE = """\
{folder} is laid out, with a small game in it. Install and play it:
  pip install --editable {project}
  spieltisch play {key}
docs/new-game.md says what belongs into which file."""
PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{key}"
version = "0.1.0"
dependencies = ["spieltisch"]

[project.entry-points."spieltisch.games"]
"{key}" = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m spieltisch.tools.new_game", description=ABOUT)
    parser.add_argument("name", help="two or more words in lower case, like my-game")
    parser.add_argument("--package", type=Path, metavar="FOLDER", help="as a package of its own")
    given = parser.parse_args(arguments)
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", given.name):
        print("expected a name of two or more words in lower case, like my-game", file=sys.stderr)
        return 2
    inside = given.name.replace("-", "_")
    root = given.package / f"{inside}_games" if given.package else Path(games.__path__[0])
    folder = root / inside
    if folder.exists():
        print(f"{folder.name} exists already", file=sys.stderr)
        return 2
    lay_out(given.name, folder)
    if given.package:
        (root / "__init__.py").touch()
        names = {"key": given.name, "package": root.name}
        (given.package / "pyproject.toml").write_text(PROJECT.format(**names), encoding="utf-8")
    told = NEXT_OUTSIDE if given.package else NEXT
    print(told.format(folder=folder, key=given.name, project=given.package))
    return 0


def prefix(key: str) -> str:
    """The initials, and as many letters more of the last word as no other game has.

    >>> prefix("rock-paper")
    'RP'
    """
    *words, last = key.split("-")
    initials = "".join(word[0] for word in words)
    taken = {card.prefix for card in games.cards().values()}
    longer = (f"{initials}{last[:n]}".upper() for n in range(1, len(last) + 1))
    return next((found for found in longer if found not in taken and found.isalpha()), "XX")


def lay_out(key: str, folder: Path) -> None:
    """Copies the template with the game's name in all its spellings."""
    words = key.split("-")
    spelling = {
        "tiny_template": "_".join(words),
        "tiny-template": key,
        "TinyTemplate": "".join(word.capitalize() for word in words),
        "Tiny Template": " ".join(word.capitalize() for word in words),
        "TT": prefix(key),
    }
    for source in sorted(TEMPLATE.rglob("*.txt")):
        target = folder / source.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8")
        for old, new in spelling.items():
            text = re.sub(rf"(?<![A-Za-z0-9]){old}(?=\b|_|-)", new, text)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
