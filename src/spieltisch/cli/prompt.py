"""Asking for a line of text, with completion and history where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

try:
    import readline
except ImportError:  # Windows: plain input
    readline = None  # type: ignore[assignment]

WORDS = ("?", "why ", "undo", "save", "board", "quit")


class Prompt:
    def __init__(self) -> None:
        self.offered: Sequence[str] = ()
        if readline is not None:
            readline.set_completer_delims("")  # a turn has spaces: complete the whole line
            readline.parse_and_bind("tab: complete")
            readline.set_completer(self.complete)

    def complete(self, begun: str, n: int) -> str | None:
        """The n-th way to go on with what was typed, word by word."""
        found = sorted({next_word(begun, text) for text in (*self.offered, *WORDS)} - {""})
        return found[n] if n < len(found) else None

    def ask(self, question: str, offered: Sequence[str]) -> str:
        self.offered = offered
        line = input(question)
        if not sys.stdin.isatty():
            print(line)  # so that a piped session reads like a played one
        return line

    def wait(self, sentence: str) -> None:
        input(sentence)


def next_word(begun: str, text: str) -> str:
    """`begun` up to the end of the next word of `text`, or "" if `text` begins differently.

    >>> next_word("lay g", "lay g11 g9"), next_word("swap", "lay g11")
    ('lay g11 ', '')
    """
    if not text.startswith(begun):
        return ""
    end = text.find(" ", len(begun))
    return text if end < 0 else text[: end + 1]
