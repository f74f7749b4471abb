"""Log sentences and the line "what can I do now", in German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.scene import BARE, Scene

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


def say(text: str, kind: str, name: str, lang: str, scene: Scene = BARE) -> str:
    """Tiles are called by what is on them, which the lines that laid out the table tell.

    >>> laid = Scene(["Ada", "Bo"], 0, ["start 4 3", "track C3 5 2 A"])
    >>> say("b* take 2 nine s 2", "turn", "Ada", "en", laid)
    'Ada moves up to the next figure and takes the 5: 4 + 5 = 9'
    >>> say("roll 3", "chance", "Ada", "de")
    'Ada würfelt eine 3'
    """
    if kind == "chance":
        return _say_chance(text, name, lang, scene)
    faces = _faces(scene)
    said: list[str] = []
    last = ""
    for part in _parts(text):
        if part[0] == "nine" and last and _sum(part[1:], faces):
            said[-1] += f": {_sum(part[1:], faces)} = 9"
        else:
            said.append(_say_part(part, last, faces, lang))
        last = part[1] if part[0] == "take" else ""
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


def _faces(scene: Scene) -> dict[str, str]:
    """What is on the tiles, by their names in the notation: "5", "C3" or "A".

    >>> _faces(Scene(seat=1, laid=["first 0", "start 4 3", "track C3 5"]))
    {'s': '3', '1': 'C3', '2': '5'}
    """
    found = {}
    for line in scene.laid:
        verb, *words = line.split(" ")
        if verb == "start" and scene.seat is not None:
            found["s"] = words[scene.seat]
        if verb == "track":
            found |= {str(tile): face for tile, face in enumerate(words, 1)}
    return found


def face_words(face: str, lang: str) -> str:
    """
    >>> [face_words(face, "de") for face in ("5", "C4", "A", "")]
    ['die 5', 'die Kaktus-4', 'ein Tier', 'ein Feld']
    """
    if not face:
        return {"de": "ein Feld", "en": "a tile"}[lang]
    if face == "A":
        return {"de": "ein Tier", "en": "an animal"}[lang]
    if face.startswith("C"):
        return {"de": "die Kaktus-", "en": "the cactus "}[lang] + face[1:]
    return {"de": "die ", "en": "the "}[lang] + face


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
    tile = face_words(faces.get(named[0], ""), lang) if named else ""
    nine = f"{_sum(named, faces)} = 9".removeprefix(" = ")
    dropped = {"de": "sie", "en": "it"}[lang] if last in named else tile
    de, en = {
        "take": (f"nimmt {tile}", f"takes {tile}"),
        "nine": (f"wertet {nine}", f"banks {nine}"),
        "keep": ("hebt sich die Neun noch auf", "keeps the nine for later"),
        "drop": (f"legt {dropped} zur Seite", f"lays {dropped} aside"),
    }.get(
        verb,
        ("rückt zur nächsten Figur vor", "moves up to the next figure")
        if verb.endswith("*")
        else ("zieht eine Figur", "moves a figure"),
    )
    return de if lang == "de" else en


def _say_chance(text: str, name: str, lang: str, scene: Scene) -> str:
    kind, *words = text.split(" ")
    if kind == "first":
        return scene.called(int(words[0]), lang) + {"de": " beginnt", "en": " starts"}[lang]
    if kind == "start":
        each = {"de": "{} mit einer {}", "en": "{} with a {}"}[lang]
        said = [each.format(scene.called(seat, lang), n) for seat, n in enumerate(words)]
        return {"de": "Es beginnen ", "en": "Starting: "}[lang] + listed(said, AND[lang])
    de, en = {
        "track": (
            f"Die Strecke mit {len(words)} Feldern liegt aus",
            f"The track of {len(words)} tiles is laid out",
        ),
        "roll": (f"{name} würfelt eine {words[0]}", f"{name} rolls a {words[0]}"),
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
        en += f" or move up to the next figure ({listed(stars, 'or')})"
    return de, en


def _ask_take(view: Mapping[str, Any]) -> tuple[str, str]:
    tiles = [str(tile) for tile in view["due"]]
    de = listed([_lying(view, tile, "de") for tile in tiles], "oder")
    en = listed([_lying(view, tile, "en") for tile in tiles], "or")
    return f"Nimm {de}", f"Take {en}"


def _lying(view: Mapping[str, Any], tile: str, lang: str) -> str:
    found = next(lying for lying in view["track"] if str(lying["tile"]) == tile)
    sign = {"cactus": "C", "animal": "A"}.get(found["kind"], "")
    return face_words(sign + str(found["value"] or ""), lang) + f" ({tile})"


def _ask_settle(view: Mapping[str, Any]) -> tuple[str, str]:
    front = view["seats"][view["you"]]["front"]
    values = [tile["value"] for tile in front]
    shown = " + ".join(f"{tile['value']} ({tile['name']})" for tile in front)
    if view["nine"]:
        named = " ".join(view["nine"])
        return (
            f"Welche Zahl gehört noch zur Neun? (Bisher: {named})",
            f"What else goes into the nine? (So far: {named})",
        )
    if view["phase"] == "finish":
        return (
            f"Deine letzte Figur ist da; werte, was 9 ergibt: {shown}",
            f"Your last figure is home; bank what makes 9: {shown}",
        )
    if len(values) == 2:
        return f"Werte die Neun {shown} oder behalte sie", f"Bank the nine {shown} or keep it"
    pairs = [a + b for i, a in enumerate(values) for b in values[i + 1 :]]
    if 9 in (*pairs, sum(values)):
        return f"Du musst werten, was 9 ergibt: {shown}", f"You must bank what makes 9: {shown}"
    return (
        f"Keine 9 möglich: Leg eine der Zahlen zur Seite, {shown}",
        f"No 9 is possible: lay one of the numbers aside, {shown}",
    )
