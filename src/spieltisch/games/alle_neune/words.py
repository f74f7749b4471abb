"""Log sentences and the line "what can I do now", in German and English."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.language import OR, Both, both, listed
from spieltisch.core.log_context import BARE, LogContext

# The log


def say(text: str, kind: str, name: str, lang: str, context: LogContext = BARE) -> str:
    """Tiles are called by what is on them, which the lines that laid out the table tell.

    >>> laid = LogContext(["Ada", "Bo"], 0, ["start 4 3", "track C3 5 2 A"])
    >>> say("b* take 2 nine s 2", "turn", "Ada", "en", laid)
    'Ada moves up to the next figure and takes the 5: 4 + 5 = 9'
    >>> say("roll 3", "chance", "Ada", "de")
    'Ada würfelt eine 3'
    """
    if kind == "chance":
        return _say_chance(text, name, lang, context)
    faces = _faces(context.seat, tuple(context.laid))
    said: list[str] = []
    last = ""
    for part in _parts(text):
        if part[0] == "nine" and last and _sum(part[1:], faces):
            said[-1] += f": {_sum(part[1:], faces)} = 9"
        else:
            said.append(_say_part(part, last, faces, lang))
        last = part[1] if part[0] == "take" else ""
    return f"{name} {listed(said, lang)}"


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


@functools.lru_cache(maxsize=1024)
def _faces(seat: int | None, laid: tuple[str, ...]) -> dict[str, str]:
    """What is on the tiles, by their names in the notation: "5", "C3" or "A"; to be read only.

    >>> _faces(1, ("first 0", "start 4 3", "track C3 5"))
    {'s': '3', '1': 'C3', '2': '5'}
    """
    found = {}
    for line in laid:
        verb, *words = line.split(" ")
        if verb == "start" and seat is not None:
            found["s"] = words[seat]
        if verb == "track":
            found |= {str(tile): face for tile, face in enumerate(words, 1)}
    return found


def face_words(face: str, lang: str) -> str:
    """
    >>> [face_words(face, "de") for face in ("5", "C4", "A", "")]
    ['die 5', 'die Kaktus-4', 'ein Tier', 'ein Feld']
    """
    if not face:
        return Both("ein Feld", "a tile")[lang]
    if face == "A":
        return Both("ein Tier", "an animal")[lang]
    if face.startswith("C"):
        return Both("die Kaktus-", "the cactus ")[lang] + face[1:]
    return Both("die ", "the ")[lang] + face


def _sum(tiles: Sequence[str], faces: Mapping[str, str]) -> str:
    """
    >>> _sum(["s", "1"], {"s": "4", "1": "C5"}), _sum(["s", "1"], {})
    ('4 + 5', '')
    """
    values = [faces.get(tile, "").removeprefix("C") for tile in tiles]
    return " + ".join(values) if all(values) else ""


def _say_part(part: Sequence[str], last: str, faces: Mapping[str, str], lang: str) -> str:
    """One step of a turn; `last` is the tile that was taken just before it."""
    verb, *named = part
    if verb == "keep":
        return KEEPS[lang]
    if not named:
        return (ADVANCES if verb.endswith("*") else MOVES)[lang]
    if verb == "nine":
        nine = f"{_sum(named, faces)} = 9".removeprefix(" = ")
        return Both(f"wertet {nine}", f"banks {nine}")[lang]
    tile = face_words(faces.get(named[0], ""), lang)
    if verb == "take":
        return Both(f"nimmt {tile}", f"takes {tile}")[lang]
    dropped = Both("sie", "it")[lang] if last in named else tile
    return Both(f"legt {dropped} zur Seite", f"lays {dropped} aside")[lang]


KEEPS = Both("hebt sich die Neun noch auf", "keeps the nine for later")
ADVANCES = Both("rückt zur nächsten Figur vor", "moves up to the next figure")
MOVES = Both("zieht eine Figur", "moves a figure")


def _say_chance(text: str, name: str, lang: str, context: LogContext) -> str:
    kind, *words = text.split(" ")
    if kind == "first":
        return context.called(int(words[0]), lang) + Both(" beginnt", " starts")[lang]
    if kind == "start":
        each = Both("{} mit einer {}", "{} with a {}")[lang]
        said = [each.format(context.called(seat, lang), n) for seat, n in enumerate(words)]
        return Both("Es beginnen ", "Starting: ")[lang] + listed(said, lang)
    if kind == "track":
        laid = Both("Die Strecke mit {} Feldern liegt aus", "The track of {} tiles is laid out")
        return laid.format(len(words))[lang]
    return Both(f"{name} würfelt eine {words[0]}", f"{name} rolls a {words[0]}")[lang]


# What can I do now?


def ask(view: Mapping[str, Any], lang: str) -> str:
    """One line for the viewer, or nothing when it is not their turn."""
    if view["you"] is None or view["you"] not in view["acting"]:
        return ""
    asked = {"move": _ask_move, "take": _ask_take, "settle": _ask_settle, "finish": _ask_settle}
    return asked[view["phase"]](view)[lang]


def _ask_move(view: Mapping[str, Any]) -> Both:
    roll = view["roll"]
    letters = [move["turn"] for move in view["moves"] if not move["turn"].endswith("*")]
    stars = [move["turn"] for move in view["moves"] if move["turn"].endswith("*")]
    de = f"Du hast eine {roll} gewürfelt: Zieh eine Figur ({listed(letters, 'de', OR)})"
    en = f"You rolled a {roll}: move a figure ({listed(letters, 'en', OR)})"
    if stars:
        de += f" oder rück zur nächsten Figur vor ({listed(stars, 'de', OR)})"
        en += f" or move up to the next figure ({listed(stars, 'en', OR)})"
    return Both(de, en)


def _ask_take(view: Mapping[str, Any]) -> Both:
    tiles = [str(tile) for tile in view["due"]]
    named = both(lambda lang: listed([_lying(view, tile, lang) for tile in tiles], lang, OR))
    return Both("Nimm {}", "Take {}").format(named)


def _lying(view: Mapping[str, Any], tile: str, lang: str) -> str:
    found = next(lying for lying in view["track"] if str(lying["tile"]) == tile)
    sign = {"cactus": "C", "animal": "A"}.get(found["kind"], "")
    return face_words(sign + str(found["value"] or ""), lang) + f" ({tile})"


def _ask_settle(view: Mapping[str, Any]) -> Both:
    front = view["seats"][view["you"]]["front"]
    values = [tile["value"] for tile in front]
    shown = " + ".join(f"{tile['value']} ({tile['name']})" for tile in front)
    if view["nine"]:
        named = " ".join(view["nine"])
        return Both(
            f"Welche Zahl gehört noch zur Neun? (Bisher: {named})",
            f"What else goes into the nine? (So far: {named})",
        )
    if view["phase"] == "finish":
        return Both(
            f"Deine letzte Figur ist da; werte, was 9 ergibt: {shown}",
            f"Your last figure is home; bank what makes 9: {shown}",
        )
    if len(values) == 2:
        return Both(f"Werte die Neun {shown} oder behalte sie", f"Bank the nine {shown} or keep it")
    pairs = [a + b for i, a in enumerate(values) for b in values[i + 1 :]]
    if 9 in (*pairs, sum(values)):
        must = Both("Du musst werten, was 9 ergibt: {}", "You must bank what makes 9: {}")
        return must.format(shown)
    return Both(
        f"Keine 9 möglich: Leg eine der Zahlen zur Seite, {shown}",
        f"No 9 is possible: lay one of the numbers aside, {shown}",
    )
