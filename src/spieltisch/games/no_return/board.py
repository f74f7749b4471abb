"""The table in a terminal: every display with its six columns, then the bag, the lid and your hand.

Colours only repeat what letters say: r o y g b p.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

WIDTH = 78
BLOCK = 38  # two displays side by side, with a gap of two
CELL = 5
LETTERS = "roygbp"
STYLE = {
    "r": "bright_red",
    "o": "dark_orange",
    "y": "yellow",
    "g": "green",
    "b": "bright_blue",
    "p": "magenta",
}
WORDS = {
    "de": {
        "phase": "Phase",
        "hand": "Hand",
        "your hand": "Deine Hand",
        "gone": "Verdeckt abgegeben",
        "aside": "Beiseitegelegt",
        "pile": "Stapel",
        "minus": "minus",
        "score": "ergibt",
        "bag": "Beutel",
        "lid": "Deckel",
        "open": "offen",
        "down": "verdeckt",
        "last": "Letzte Runde: Der Beutel ist leer",
        "over": "Das Spiel ist aus",
        "rank": "Platz",
    },
    "en": {
        "phase": "phase",
        "hand": "hand",
        "your hand": "Your hand",
        "gone": "Put face down",
        "aside": "Laid aside",
        "pile": "pile",
        "minus": "minus",
        "score": "makes",
        "bag": "Bag",
        "lid": "lid",
        "open": "face up",
        "down": "face down",
        "last": "Last round: the bag is empty",
        "over": "The game is over",
        "rank": "rank",
    },
}


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    words = WORDS[lang]
    seats = range(view["players"])
    blocks = [_display(view, seat, names[seat], words) for seat in seats]
    lines: list[Text] = []
    for left in range(0, len(blocks), 2):
        lines += _side_by_side(blocks[left : left + 2])
        lines.append(Text())
    lines.append(_middle(view, words))
    if view["you"] is not None:
        lines += _yours(view, words)
    return Text("\n").join(lines)


def _display(view: Mapping[str, Any], seat: int, name: str, words: Mapping[str, str]) -> list[Text]:
    """One seat: its name, its columns from the top down, and what they are worth."""
    player = view["seats"][seat]
    is_on_turn = view["seat"] == seat
    sign = "▶ " if is_on_turn else "  "
    state = f"{words['phase']} {player['phase']} · {words['hand']} {player['held']}"
    if player["rank"] is not None:
        state = f"{words['rank']} {player['rank']}"
    room = BLOCK - len(state) - 3
    short = name if len(name) <= room else name[: room - 1] + "…"
    head = Text(f"{sign}{short:<{room}} {state}", style="bold" if is_on_turn else "")
    return [head, _letters(), *_columns(player["columns"]), _sums(player, words)]


def _letters() -> Text:
    line = Text("  ")
    for letter in LETTERS:
        line.append(f"{letter:>{CELL}}", style=f"bold {STYLE[letter]}")
    return line


def _columns(columns: Mapping[str, Sequence[int]]) -> list[Text]:
    depth = max(1, *(len(column) for column in columns.values()))
    lines = []
    for row in range(depth):
        line = Text("  ")
        for letter in LETTERS:
            column = columns[letter]
            shown = str(column[row]) if row < len(column) else "" if row else "·"
            line.append(f"{shown:>{CELL}}", style=STYLE[letter])
        lines.append(line)
    return lines


def _sums(player: Mapping[str, Any], words: Mapping[str, str]) -> Text:
    if player["pile"] is None:
        text = f"{words['pile']} ? ({player['cleared']}), {words['minus']} {player['minus']}"
    else:
        text = f"{words['pile']} {player['pile']}, {words['minus']} {player['minus']}"
        text += f", {words['score']} {player['score']}"
    return Text(f"  {text}", style="dim")


def _side_by_side(blocks: Sequence[list[Text]]) -> list[Text]:
    """Displays next to each other, the sums below the longest column."""
    depth = max(len(block) for block in blocks)
    lines = []
    for row in range(depth):
        line = Text()
        for nth, block in enumerate(blocks):
            filled = [*block[:-1], *[Text()] * (depth - len(block)), block[-1]]
            part = filled[row].copy()
            if nth < len(blocks) - 1:
                part.pad_right(BLOCK + 2 - len(part))
            line.append_text(part)
        lines.append(line)
    return lines


def _middle(view: Mapping[str, Any], words: Mapping[str, str]) -> Text:
    lid = view["lid"]
    parts = [f"{words['bag']} {view['bag']}"]
    if view["aside"]:
        parts.append(f"{words['aside'].lower()} {view['aside']}")
    parts.append(
        f"{words['lid']}: {len(lid['paid'])} {words['open']}, {lid['facedown']} {words['down']}"
    )
    line = Text("  " + " · ".join(parts))
    if view["stage"] == "over":
        line.append(f" · {words['over']}", style="bold")
    elif view["last_round"]:
        line.append(f" · {words['last']}", style="bold")
    return line


def _yours(view: Mapping[str, Any], words: Mapping[str, str]) -> list[Text]:
    """The hand, and in the opening what was laid aside; later what lies face down in the lid."""
    player = view["seats"][view["you"]]
    lines = _row(words["your hand"], player["hand"])
    if player["gone"]:
        title = words["aside" if view["stage"] == "opening" else "gone"]
        lines += _row(title, player["gone"])
    return lines


def _row(title: str, counters: Sequence[str]) -> list[Text]:
    """Counters by colour, in as many lines as they need."""
    indent = len(title) + 3
    lines = [Text(f"  {title}:")]
    for letter, group in groupby(counters, key=lambda counter: counter[0]):
        shown = " ".join(group)
        if len(lines[-1]) + 2 + len(shown) > WIDTH:
            lines.append(Text(" " * indent))
        lines[-1].append("  ")
        lines[-1].append(shown, style=STYLE[letter])
    return lines
