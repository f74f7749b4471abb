"""`make new-game NAME=my-game`: a folder that keeps the contract, with a tiny game in it.

The tiny game (count up with a die) is complete and passes the contract suite, except for the tests
that the contract asks for and that only its author can write. Replace it piece by piece.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from spieltisch import games

TEMPLATE = Path(__file__).parent / "template"


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 1 or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", given[0]):
        print("expected a name of two or more words in lower case, like my-game", file=sys.stderr)
        return 2
    folder = Path(games.__path__[0], given[0].replace("-", "_"))
    if folder.exists():
        print(f"{folder.name} exists already", file=sys.stderr)
        return 2
    lay_out(given[0], folder)
    print(f"{folder} is laid out. Now write, in this order:")
    print("  RULES.en.md and RULES.de.md, a test per paragraph in tests/test_rules.py,")
    print(
        "  the kernels in rules.py, then notation, refusals, view, words, board, evaluate, observe,"
    )
    print("  and tests/oracle.py, the slow twin. `make test` says what is missing.")
    return 0


def lay_out(key: str, folder: Path) -> None:
    """Copies the template with the game's name in all its spellings."""
    words = key.split("-")
    spelling = {
        "tiny_template": "_".join(words),
        "tiny-template": key,
        "TinyTemplate": "".join(word.capitalize() for word in words),
        "Tiny Template": " ".join(word.capitalize() for word in words),
        "TT": "".join(word[0] for word in words).upper(),
    }
    for source in sorted(TEMPLATE.rglob("*.txt")):
        target = folder / source.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8")
        for old, new in spelling.items():
            text = re.sub(rf"\b{old}(?=\b|_|-)", new, text)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
