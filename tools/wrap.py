"""Wraps Markdown at 100: `python tools/wrap.py README.md docs/*.md` (`make format` does it).

Tables, code, headings, pictures and HTML stay as they are; code and links are not broken.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

WIDTH = 100
ITEM = re.compile(r"^(\s*(?:[-*]|\d+\.) +)(.*)")
UNBROKEN = re.compile(r"`[^`]+`|\[[^\]]*\]\([^)]*\)")
GLUE = "\0"  # stands for a space at which no line may end


def wrapped(text: str) -> str:
    """
    >>> print(wrapped("- one\\n  two\\n\\n    code   stays"))
    - one two
    <BLANKLINE>
        code   stays
    """
    out: list[str] = []
    words: list[str] = []
    first = rest = ""

    def flush() -> None:
        if words:
            out.extend(_paragraph(" ".join(words), first, rest))
            words.clear()

    fenced = False
    for line in text.split("\n"):
        fence = line.startswith("```")
        if fenced or fence or _stays(line, inside=bool(words)):
            flush()
            out.append(line)
            fenced ^= fence
        elif found := ITEM.match(line):
            flush()
            first, rest = found[1], " " * len(found[1])
            words.append(found[2].strip())
        else:
            if not words:
                first = rest = line[: len(line) - len(line.lstrip())]
            words.append(line.strip())
    flush()
    return "\n".join(out)


def _stays(line: str, *, inside: bool) -> bool:
    code = line.startswith("    ") and not inside
    return code or not line.strip() or line.startswith(("|", "#", "![", "<"))


def _paragraph(text: str, first: str, rest: str) -> list[str]:
    glued = UNBROKEN.sub(lambda found: found[0].replace(" ", GLUE), text)
    lines = textwrap.wrap(
        glued,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(GLUE, " ") for line in lines]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(wrapped(path.read_text("utf-8")), "utf-8")
