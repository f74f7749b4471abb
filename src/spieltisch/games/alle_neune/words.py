"""Log sentences and the line "what can I do now", in German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

AND = {"de": "und", "en": "and"}
OR = {"de": "oder", "en": "or"}


def listed(parts: Sequence[str], joined: str) -> str:
    """
    >>> listed(["a", "b", "c"], "und")
    'a, b und c'
    """
    *others, last = parts
    return f"{', '.join(others)} {joined} {last}" if others else last


# The log


def say(text: str, kind: str, name: str, lang: str) -> str:
    """
    >>> say("b* take 12 nine s 12", "turn", "Ada", "en")
    'Ada advances figure b to the next figure, takes tile 12 and banks the first number and tile 12'
    >>> say("roll 3", "chance", "Ada", "de")
    'Ada würfelt eine 3'
    """
    if kind == "chance":
        return _say_chance(text, name, lang)
    said = [_say_part(part, lang) for part in _parts(text)]
    return f"{name} {listed(said, AND[lang])}"


def _parts(text: str) -> list[list[str]]:
    """
    >>> _parts("b take 12 nine s 12")
    [['b'], ['take', '12'], ['nine', 's', '12']]
    """
    parts: list[list[str]] = []
    for word in text.split(" "):
        if not parts or word in ("take", "nine", "keep", "drop"):
            parts.append([])
        parts[-1].append(word)
    return parts


def tile_words(tile: str, lang: str) -> str:
    """
    >>> tile_words("s", "de"), tile_words("17", "en"), tile_words("18", "de")
    ('die erste Zahl', 'cactus tile 17', 'Feld 18')
    """
    if tile == "s":
        return {"de": "die erste Zahl", "en": "the first number"}[lang]
    if int(tile) % 8 == 1:
        return {"de": "Kaktusfeld ", "en": "cactus tile "}[lang] + tile
    return {"de": "Feld ", "en": "tile "}[lang] + tile


def _say_part(part: Sequence[str], lang: str) -> str:
    verb, *named = part
    tiles = listed([tile_words(tile, lang) for tile in named] or [""], AND[lang])
    letter = verb[0]
    de, en = {
        "take": (f"nimmt {tiles}", f"takes {tiles}"),
        "nine": (f"wertet {tiles}", f"banks {tiles}"),
        "keep": ("behält das Paar", "keeps the pair"),
        "drop": (f"legt {tiles} offen zur Seite", f"lays {tiles} face up aside"),
        letter: (f"zieht Figur {letter}", f"moves figure {letter}"),
        f"{letter}*": (
            f"rückt mit Figur {letter} zur nächsten Figur vor",
            f"advances figure {letter} to the next figure",
        ),
    }[verb]
    return de if lang == "de" else en


def _say_chance(text: str, name: str, lang: str) -> str:
    kind, *words = text.split(" ")
    said = " ".join(words)
    de, en = {
        "first": (f"Platz {said} beginnt", f"Seat {said} starts"),
        "start": (f"Die ersten Zahlen sind {said}", f"The first numbers are {said}"),
        "track": (
            f"Die Strecke mit {len(words)} Feldern liegt aus",
            f"The track of {len(words)} tiles is laid out",
        ),
        "roll": (f"{name} würfelt eine {said}", f"{name} rolls a {said}"),
    }[kind]
    return de if lang == "de" else en


# What can I do now?


def ask(view: Mapping[str, Any], lang: str) -> str:
    """One line for the viewer, or nothing when it is not their turn."""
    if view["you"] is None or view["you"] not in view["acting"]:
        return ""
    de, en = {
        "move": _ask_move,
        "take": _ask_take,
        "settle": _ask_settle,
        "finish": _ask_settle,
    }[view["phase"]](view)
    return de if lang == "de" else en


def _ask_move(view: Mapping[str, Any]) -> tuple[str, str]:
    roll = view["roll"]
    letters = [move["turn"] for move in view["moves"] if not move["turn"].endswith("*")]
    stars = [move["turn"] for move in view["moves"] if move["turn"].endswith("*")]
    de = f"Du hast eine {roll} gewürfelt: Zieh eine Figur ({listed(letters, 'oder')})"
    en = f"You rolled a {roll}: move a figure ({listed(letters, 'or')})"
    if stars:
        de += f" oder rück zur nächsten Figur vor ({listed(stars, 'oder')})"
        en += f" or advance to the next figure ({listed(stars, 'or')})"
    return de, en


def _ask_take(view: Mapping[str, Any]) -> tuple[str, str]:
    tiles = [str(tile) for tile in view["due"]]
    de = listed([f"{_face(view, tile, 'de')}" for tile in tiles], "oder")
    en = listed([f"{_face(view, tile, 'en')}" for tile in tiles], "or")
    return f"Nimm {de}", f"Take {en}"


def _face(view: Mapping[str, Any], tile: str, lang: str) -> str:
    value = next(lying["value"] for lying in view["track"] if str(lying["tile"]) == tile)
    animal = {"de": "ein Tier", "en": "an animal"}[lang]
    number = {"de": "eine", "en": "a"}[lang]
    return f"{tile_words(tile, lang)} ({animal if value is None else f'{number} {value}'})"


def _ask_settle(view: Mapping[str, Any]) -> tuple[str, str]:
    front = view["seats"][view["you"]]["front"]
    values = [tile["value"] for tile in front]
    shown = " + ".join(f"{tile['value']} ({tile['name']})" for tile in front)
    if view["nine"]:
        named = " ".join(view["nine"])
        return f"Welche Zahl gehört noch zur Neun? Bisher: {named}", f"What completes {named}?"
    if view["phase"] == "finish":
        return f"Du bist fertig; werte, was 9 ergibt: {shown}", f"You are home; bank a 9: {shown}"
    if len(values) == 2:
        return f"Werte die Neun {shown} oder behalte sie", f"Bank the nine {shown} or keep it"
    pairs = [a + b for i, a in enumerate(values) for b in values[i + 1 :]]
    if 9 in (*pairs, sum(values)):
        return f"Du musst werten, was 9 ergibt: {shown}", f"Bank what sums to 9: {shown}"
    return (
        f"Keine 9 möglich; leg eine der Zahlen offen zur Seite: {shown}",
        f"No 9 is possible; lay one of the numbers face up aside: {shown}",
    )
