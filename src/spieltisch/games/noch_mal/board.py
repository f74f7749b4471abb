"""The table drawn as text, from a view: one's own sheet large, the others' small beneath it.

Readable without colour: a free cell is its letter, with * where a star is; × is a cross, + a cross
that others cannot see yet. Values in brackets are won, a dot is a value that is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from spieltisch.core.language import Both
from spieltisch.games.noch_mal.sheets.sheet import COLOUR_NAMES, COLUMN_NAMES, COLUMNS, ROWS
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS
from spieltisch.games.noch_mal.words import show_rating

WIDTH = 78
SMALL_PER_LINE = 4
GAP = 4  # between small sheets
STYLES = {
    "g": "black on rgb(110,190,90)",
    "y": "black on rgb(245,215,70)",
    "b": "black on rgb(110,170,230)",
    "r": "black on rgb(235,120,120)",
    "o": "black on rgb(245,160,70)",
}
CROSSED = {letter: style.replace("black", "bold white") for letter, style in STYLES.items()}
JOKER_STYLE = "bold white on black"
WORDS = {
    "roll": Both("Wurf", "Roll"),
    "of": Both("von", "of"),
    "rolls": Both("würfelt", "rolls"),
    "takes": Both("nimmt", "takes"),
    "passes": Both("passt", "passes"),
    "colours": Both("Farben", "colours"),
    "columns": Both("Spalten", "columns"),
    "stars": Both("Sterne", "stars"),
    "total": Both("Punkte", "points"),
    "over": Both("Das Spiel ist aus.", "The game is over."),
    "seat": Both("Platz", "Seat"),
}

Player = Mapping[str, Any]
View = Mapping[str, Any]


def draw(view: View, names: Sequence[str], lang: str) -> Text:
    """At most 78 columns wide; a spectator sees all sheets small."""
    text = Text()
    called = [
        name or f"{WORDS['seat'][lang]} {seat + 1}"
        for seat, name in enumerate([*names, *[""] * len(view["players"])][: len(view["players"])])
    ]
    draw_head(text, view, called, lang)
    if view["viewer"] is not None:
        text.append("\n")
        draw_large(text, view, view["viewer"], lang)
    others = [seat for seat in range(len(view["players"])) if seat != view["viewer"]]
    for start in range(0, len(others), SMALL_PER_LINE):
        text.append("\n")
        draw_small(text, view, others[start : start + SMALL_PER_LINE], called)
    text.append("\n")
    draw_scores(text, view, called, lang)
    if view["rating"] is not None:
        text.append(show_rating(view["rating"]["level"], lang) + "\n", "bold")
    return text


def draw_head(text: Text, view: View, names: Sequence[str], lang: str) -> None:
    if view["over"]:
        text.append(WORDS["over"][lang] + "\n", "bold")
        return
    limit = f" {WORDS['of'][lang]} {view['roll_limit']}" if len(names) == 1 else ""
    text.append(f"{WORDS['roll'][lang]} {view['roll']}{limit}", "bold")
    if view["stage"] == "first":
        text.append("\n")
        return
    active = clip(names[view["active"]], 24)
    text.append(f" · {active} {WORDS['rolls'][lang]}  ")
    for face in view["dice"]["colours"]:
        text.append(f" {face} ", STYLES.get(face, JOKER_STYLE))
        text.append(" ")
    text.append(" ")
    for face in view["dice"]["numbers"]:
        text.append(f"[{face}]", "bold")
        text.append(" ")
    text.append("\n")
    taken = view["taken"]
    if taken is not None:
        verb = "passes" if taken["text"] == "pass" else "takes"
        what = "" if taken["text"] == "pass" else f" {taken['text']}"
        text.append(f"{active} {WORDS[verb][lang]}{what}\n")


def draw_large(text: Text, view: View, seat: int, lang: str) -> None:
    player = view["players"][seat]
    beside = side_panel(view, player, lang)
    text.append("   " + "".join(f" {name} " for name in COLUMN_NAMES) + "\n", "bold")
    for row in range(ROWS):
        text.append(f" {row + 1} ", "bold")
        for column in range(COLUMNS):
            draw_cell(text, view, player, column, row)
        text.append("   ")
        text.append_text(beside[row])
        text.append("\n")
    keys = ("first",) if len(view["players"]) == 1 else ("first", "later")  # NM-16
    for place, key in enumerate(keys):
        text.append("   ")
        for column, values in enumerate(view["columns"]):
            won = player["columns"][column]
            text.append(value_shown(values, key, won))
        text.append("   ")
        text.append_text(beside[ROWS + place])
        text.append("\n")


def draw_cell(text: Text, view: View, player: Player, column: int, row: int) -> None:
    letter = view["sheet"][row][column]
    name = f"{COLUMN_NAMES[column]}{row + 1}"
    colour = letter.lower()
    choice = view["choice"]
    if name in player["marked"]:
        text.append(" × ", CROSSED[colour])
    elif choice is not None and name in choice["cells"]:
        text.append(" + ", CROSSED[colour])
    else:
        text.append(f" {colour}{'*' if letter.isupper() else ' '}", STYLES[colour])


def value_shown(values: Mapping[str, Any], key: str, won: str | None) -> str:
    """One value of a column or colour: to be had, won (in brackets), or gone (a dot)."""
    if won == key:
        return f"({values[key]})"
    gone = won is not None or (key == "first" and not values["first_open"])
    return " · " if gone else f" {values[key]} "


def side_panel(view: View, player: Player, lang: str) -> list[Text]:
    """Nine lines beside the large sheet: exclamation marks, then what each colour brings."""
    left, total = player["exclamations"], 8
    lines = [Text("!" * left + "·" * (total - left)), Text()]
    for colour, letter in enumerate(LETTERS):
        values = view["colours"][colour]
        won = player["colours"][colour]
        line = Text(f" {letter} ", STYLES[letter])
        later = "" if len(view["players"]) == 1 else value_shown(values, "later", won)  # NM-16
        line.append(f" {value_shown(values, 'first', won)}{later}", "")
        line.append(f" {COLOUR_NAMES[lang][colour]} {21 - player['colour_left'][colour]}/21")
        lines.append(line)
    stars = 15 - player["stars_left"]
    lines += [Text(f"* {stars}/15 {WORDS['stars'][lang]}"), Text()]
    return lines


def draw_small(text: Text, view: View, seats: Sequence[int], names: Sequence[str]) -> None:
    space = " " * GAP
    heads = [clip(names[seat], COLUMNS).ljust(COLUMNS) for seat in seats]
    text.append(space.join(heads).rstrip() + "\n", "bold")
    marked = [set(view["players"][seat]["marked"]) for seat in seats]
    for row in range(ROWS):
        for place in range(len(seats)):
            text.append(space if place else "")
            for column, letter in enumerate(view["sheet"][row]):
                crossed = f"{COLUMN_NAMES[column]}{row + 1}" in marked[place]
                styles = CROSSED if crossed else STYLES
                text.append("×" if crossed else letter, styles[letter.lower()])
        text.append("\n")


def draw_scores(text: Text, view: View, names: Sequence[str], lang: str) -> None:
    heads = [WORDS[key][lang] for key in ("colours", "columns")]
    heads += ["!", WORDS["stars"][lang], WORDS["total"][lang]]
    text.append(" " * 24 + "".join(f"{head:>9}" for head in heads) + "\n", "dim")
    for seat, player in enumerate(view["players"]):
        mark = "▸" if seat == view["active"] and not view["over"] else " "
        text.append(f"{mark} {clip(names[seat], 21):<22}")
        points = [*player["points"].values(), player["score"]]
        text.append("".join(f"{number:>9}" for number in points))
        if player["chosen"] and not view["over"]:
            text.append(" ✓")
        text.append("\n")


def clip(name: str, width: int) -> str:
    """
    >>> clip("Maximiliane", 6)
    'Maxim…'
    """
    return name if len(name) <= width else name[: width - 1] + "…"
