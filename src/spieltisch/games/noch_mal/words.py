"""Log sentences, the line "what can I do now", and the rating of a game alone, de and en."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.language import Both, listed
from spieltisch.core.log_context import BARE, LogContext
from spieltisch.games.noch_mal.sheets.sheet import COLOUR_NAMES
from spieltisch.games.noch_mal.sheets.sheet import COLOURS as LETTERS

# NM-16: from how many points on, how many stars out of four, and what one may say to it.
LEVELS: tuple[tuple[int | None, float | None, Both], ...] = (
    (41, 4.0, Both("Unglaublich: besser geht es kaum!", "Unbelievable: it hardly gets better!")),
    (37, 3.5, Both("Meisterlich, mit Köpfchen und Glück.", "Masterly, with brains and luck.")),
    (33, 3.5, Both("Das sah nach jahrelanger Übung aus.", "That looked like years of practice.")),
    (29, 3.0, Both("Großartig gespielt!", "Splendidly played!")),
    (25, 2.5, Both("Ein sehr schönes Blatt.", "A very fine sheet.")),
    (21, 2.5, Both("Richtig gut gelaufen.", "That went really well.")),
    (17, 2.0, Both("Man merkt, du kennst dich aus.", "One can tell you know your way about.")),
    (13, 1.5, Both("Solide, und da geht noch etwas.", "Solid, with room for more.")),
    (9, 1.5, Both("Es wird.", "Getting there.")),
    (5, 1.0, Both("Ein Anfang ist gemacht.", "A start has been made.")),
    (1, 0.5, Both("Noch mal, und es wird besser.", "Again, and it will go better.")),
    (0, 0.0, Both("Null, aber mitgemacht.", "Nought, but you took part.")),
    (None, None, Both("Da hat der Blitz eingeschlagen.", "Lightning has struck.")),
)

NUMBER_NAMES = {
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs"),
    "en": ("no", "one", "two", "three", "four", "five", "six"),
}

AS = Both("als", "as")
WITH_JOKERS = (Both("mit Joker", "with a joker"), Both("mit zwei Jokern", "with two jokers"))
COLUMN_NAMES = {"de": ("Spalte", "den Spalten"), "en": ("column", "columns")}
TEXTS = {
    "first": Both("{name} fängt an", "{name} starts"),
    "roll": Both("{name} würfelt {dice}", "{name} rolls {dice}"),
    "pass": Both("{name} passt", "{name} passes"),
    "sealed": Both("{name} nimmt {dice}", "{name} takes {dice}"),
    "mark": Both("{name} kreuzt {dice} {where} an", "{name} crosses off {dice} {where}"),
}


def level(points: int) -> int:
    """The row of the table that these points reach; 0 is the best."""
    floors = [floor for floor, _, _ in LEVELS]
    return next(row for row, floor in enumerate(floors) if floor is None or points >= floor)


def rating_stars(points: int) -> float | None:
    """Stars out of four; None is the lightning."""
    return LEVELS[level(points)][1]


def show_rating(row: int, lang: str) -> str:
    """
    >>> show_rating(5, "en"), show_rating(12, "de")
    ('★★½☆ That went really well.', '⚡ Da hat der Blitz eingeschlagen.')
    """
    _, stars, said = LEVELS[row]
    if stars is None:
        return f"⚡ {said[lang]}"
    half = "½" if stars % 1 else ""
    return f"{'★' * int(stars)}{half}{'☆' * (4 - int(stars) - len(half))} {said[lang]}"


def say_face(face: str, lang: str) -> str:
    """
    >>> say_face("X=r", "de"), say_face("3", "en"), say_face("?=4", "en"), say_face("g", "en")
    ('X als Rot', '3', '? as 4', 'green')
    """
    joker, _, meant = face.rpartition("=")
    word = meant
    if meant in LETTERS:
        word = COLOUR_NAMES[lang][LETTERS.index(meant)]
        word = word.capitalize() if lang == "de" else word
    return f"{joker} {AS[lang]} {word}" if joker else word


def split_turn(text: str) -> tuple[list[str], list[str]]:
    """The dice and the cells of a turn.

    >>> split_turn("r3 E6 F5 F6"), split_turn("r ?=3 ?")
    ((['r', '3'], ['E6', 'F5', 'F6']), (['r', '?=3'], ['?']))
    """
    first, *words = text.split(" ")
    if "=" not in first and len(first) == 2:
        return [first[0], first[1]], words
    return [first, words[0]], words[1:]


def say_dice(text: str, lang: str) -> str:
    """
    >>> say_dice("r3", "de"), say_dice("X=r ?=3", "en")
    ('Rot 3', 'X as red and ? as 3')
    """
    faces = [say_face(face, lang) for face in split_turn(text)[0]]
    return listed(faces, lang) if "=" in text else " ".join(faces)


def say_meaning(text: str, lang: str) -> str:
    """What the dice of a turn mean, without the faces of jokers.

    >>> say_meaning("r3", "de"), say_meaning("X=r ?=3 E6 F5 F6", "en")
    ('Rot 3', 'red 3')
    """
    faces, _ = split_turn(text)
    return " ".join(say_face(face.rpartition("=")[2], lang) for face in faces)


def say(text: str, kind: str, name: str, lang: str, context: LogContext = BARE) -> str:
    """One log sentence, without the full stop.

    >>> say("X=r 3 E6 F5 F6", "turn", "Ada", "de")
    'Ada kreuzt Rot 3 in den Spalten E und F an, mit Joker'
    >>> say("r3 ?", "turn", "Ada", "en")
    'Ada takes red 3'
    """
    verb, *words = text.split(" ")
    if kind == "chance":
        if verb == "first":
            return TEXTS["first"][lang].format(name=context.called(int(words[0]), lang))
        dice = ", ".join(say_face(word, lang) for word in words)
        return TEXTS["roll"][lang].format(name=name, dice=dice)
    if text == "pass":
        return TEXTS["pass"][lang].format(name=name)
    faces, cells = split_turn(text)
    key = "sealed" if cells == ["?"] else "mark"
    where = "" if key == "sealed" else say_columns(cells, lang)
    said = TEXTS[key][lang].format(name=name, dice=say_meaning(text, lang), where=where)
    return said + say_jokers(faces, lang)


def say_jokers(faces: Sequence[str], lang: str) -> str:
    """What a sentence ends with that says which dice were taken.

    >>> say_jokers(["r", "3"], "en"), say_jokers(["X=r", "?=3"], "en")
    ('', ', with two jokers')
    """
    jokers = sum("=" in face for face in faces)
    return f", {WITH_JOKERS[jokers - 1][lang]}" if jokers else ""


def say_columns(cells: Sequence[str], lang: str) -> str:
    """Where: the rows of a sheet have no names that people read, and how many the die says.

    >>> say_columns(["H3"], "de"), say_columns(["E6", "F5", "F6"], "en")
    ('in Spalte H', 'in columns E and F')
    """
    columns = sorted({cell[0] for cell in cells})
    noun = COLUMN_NAMES[lang][len(columns) > 1]
    return f"in {noun} {listed(columns, lang)}"


def ask(view: Mapping[str, Any], lang: str) -> str:
    """What the viewer can do now; "" when there is nothing to do."""
    viewer = view["viewer"]
    if viewer is None or view["stage"] != "choose" or viewer not in choosing(view):
        return ""
    choice = view["choice"]
    if choice is not None:
        dice = say_meaning(choice["text"], lang)
        return Both(
            f"Wähle die Kästchen für {dice}, alle in einem Farbblock",
            f"Choose the cells for {dice}, all in one block",
        )[lang]
    left = view["left"]
    jokers = "X" in left["colours"] or "?" in left["numbers"]
    cost_de = " (oder pass; ein Joker kostet ein Ausrufezeichen)" if jokers else " (oder pass)"
    cost_en = " (or pass; a joker costs an exclamation mark)" if jokers else " (or pass)"
    return Both(
        f"Nimm eine Farbe und eine Zahl und kreuz an{cost_de}",
        f"Take a colour and a number, and cross off{cost_en}",
    )[lang]


def choosing(view: Mapping[str, Any]) -> Sequence[int]:
    """The seats that choose now: as the match says, or else as the record shows."""
    if "acting" in view:
        acting: Sequence[int] = view["acting"]
        return acting
    players = view["players"]
    active = view["active"]
    if not view["free"] and not players[active]["chosen"]:
        return [active]
    return [seat for seat, player in enumerate(players) if not player["chosen"]]
