"""Log sentences and the line that says what one can do, in German and English."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.language import Both, listed
from spieltisch.core.log_context import BARE, LogContext

CARD_NAMES = {
    "move": "Move",
    "remove": "ReMove",
    "outside": "Outside",
    "inside": "Inside",
    "joker": "Joker",
}
RING = {
    "de": {"outer": "den äußeren Ring", "inner": "den inneren Ring"},
    "en": {"outer": "the outer ring", "inner": "the inner ring"},
}
# How the names of places begin: the part of the board that a place belongs to.
PARTS = re.compile(r"(?P<part>[TZCIOAB])(\d[LMR]?|\d+(\.\d)?)?")
# What is worth telling of many figures' ways, the most important first.
DEEDS = {
    "plays": Both("spielt {}", "plays {}"),
    "captures": Both("schlägt {}", "captures {}"),
    "target": Both("bringt {} ins Ziel", "brings {} into the target"),
    "left": Both("zieht {} aus dem Ziel", "moves {} out of the target"),
    "out": Both("holt {} aus der Base", "leads {} out of the base"),
    "back": Both("zieht {} in die Base zurück", "moves {} back into the base"),
    "moves": Both("zieht mit {}", "moves {}"),
}
# The same as advice.
ADVICE = {
    "plays": Both("Spiel {}", "Play {}"),
    "captures": Both("schlag {}", "capture {}"),
    "target": Both("bring {} ins Ziel", "bring {} into the target"),
    "left": Both("zieh {} aus dem Ziel", "move {} out of the target"),
    "out": Both("hol {} aus der Base", "lead {} out of the base"),
    "back": Both("zieh {} in die Base zurück", "move {} back into the base"),
    "moves": Both("zieh mit {}", "move {}"),
}
FIGURES = {
    "de": ("einer Figur", "eine Figur", "{} Figuren"),
    "en": ("one figure", "one figure", "{} figures"),
}
SAYINGS = {
    "discard": Both("wirft die Hand ab", "discards the hand"),
    "ring": Both("spielt {card} und räumt {ring}", "plays {card} and clears {ring}"),
    "moves": Both("{deeds}", "{deeds}"),
    "stays": Both(
        "spielt {card}, aber keine Figur kann ziehen", "plays {card}, but no figure can move"
    ),
    "place": Both("stellt eine Figur {place}", "puts a figure {place}"),
    "draw": Both("zieht {cards}", "draws {cards}"),
    "first": Both("beginnt", "starts"),
}
ASKS = {
    "choose": Both(
        "Spiel eine Karte ({cards}) oder wirf die Hand ab",
        "Play a card ({cards}) or discard your hand",
    ),
    "step": Both(
        "Zieh eine Figur {steps}; noch {left} müssen ziehen",
        "Move a figure {steps}; {left} still have to move",
    ),
    "last": Both("Zieh noch eine Figur {steps}", "Move one more figure {steps}"),
    "land": Both(
        "Zweiter Schritt auf einen freien Platz, nicht zurück (von {via}, nicht nach {from})",
        "Second step to a free place, not back (from {via}, not to {from})",
    ),
    "place": Both(
        "Stell deine geschlagene Figur auf ({free})", "Place your captured figure ({free})"
    ),
}
STEPS = {
    "de": {"move": "einen Schritt", "remove": "zwei Schritte"},
    "en": {"move": "one step", "remove": "two steps"},
}


def say(text: str, kind: str, name: str, lang: str, context: LogContext = BARE) -> str:
    """
    >>> say("remove B0.2-A0M-O0 O4xO5-O6", "turn", "Ada", "en")
    'Ada plays ReMove, captures one figure and leads one figure out of the base'
    >>> say("joker outer", "turn", "Ada", "de")
    'Ada spielt Joker und räumt den äußeren Ring'
    >>> say("draw 4", "chance", "Ada", "de")
    'Ada zieht 4 Karten'
    """
    word, *rest = text.split(" ")
    if word == "first" and not name:
        name = context.called(int(rest[0]), lang)
    said = SAYINGS[saying(word, rest)][lang].format(**pieces(word, rest, lang))
    return f"{name} {said}"


RINGS = {"outside": "outer", "inside": "inner"}


def saying(word: str, rest: Sequence[str]) -> str:
    """Which of the sentences a turn or a draw has."""
    if word in ("move", "remove"):
        return "moves" if rest else "stays"
    return "ring" if word in CARD_NAMES else word


def pieces(word: str, rest: Sequence[str], lang: str) -> Mapping[str, str]:
    """What the sentence has to say beside its verb."""
    if word in CARD_NAMES:
        card = CARD_NAMES[word]
        if word in ("move", "remove"):
            return {"card": card, "deeds": deeds(card, rest, lang)}
        return {"card": card, "ring": RING[lang].get(RINGS.get(word) or "".join(rest), "")}
    if word == "place":
        return {"place": _back("".join(rest), lang)}
    return {"cards": _cards(rest, lang)} if word == "draw" else {}


@functools.lru_cache(maxsize=4096)
def _way(path: str) -> tuple[str, ...]:
    """The parts of the board that a figure's way leads through."""
    return tuple(_part(place) for place in re.split("[-x]", path))


def _part(place: str) -> str:
    """Which part of the board a place belongs to; "" on a board that names its places otherwise."""
    found = PARTS.fullmatch(place)
    return found["part"] if found else ""


def deeds(card: str, paths: Sequence[str], lang: str, verbs: Mapping[str, Both] = DEEDS) -> str:
    """What many figures' ways come to; nobody keeps seven pairs of places in mind.

    >>> deeds("Move", ["B0.2-A0M", "B0.5-B0.2", "B0.6-B0.5"], "de")
    'spielt Move und holt eine Figur aus der Base'
    >>> deeds("Move", ["O4-O5"], "de"), deeds("Move", ["Z0-T0.0", "O4-O5"], "en")
    ('spielt Move und zieht mit einer Figur', 'plays Move and brings one figure into the target')
    >>> deeds("Move", ["T0.1-T0.0", "T0.0-Z0", "A0M-B0.2"], "en")
    'plays Move, moves one figure out of the target and moves one figure back into the base'
    >>> deeds("Move", ["B0.2-A0M"], "de", ADVICE), deeds("ReMove", ["O4xO5-O6"], "en", ADVICE)
    ('Spiel Move und hol eine Figur aus der Base', 'Play ReMove and capture one figure')
    """
    plays = verbs["plays"][lang].format(card)
    ways = [_way(path) for path in paths]
    if not all(map(all, ways)):
        return f"{plays}: {listed(paths, lang)}"
    many = {
        "captures": sum("x" in path for path in paths),
        "target": sum(way[-1] == "T" != way[0] for way in ways),
        "left": sum(way[0] == "T" != way[-1] for way in ways),
        "out": sum(way[0] == "B" != way[-1] for way in ways),
        "back": sum(way[-1] == "B" != way[0] for way in ways),
    }
    told = {deed: n for deed, n in many.items() if n} or {"moves": len(paths)}
    said = [verbs[deed][lang].format(_figures(n, deed, lang)) for deed, n in told.items()]
    return listed([plays, *said], lang)


def _figures(many: int, deed: str, lang: str) -> str:
    """German inflects: "zieht mit einer Figur", but "schlägt eine Figur"."""
    return FIGURES[lang][2 if many != 1 else int(deed != "moves")].format(many)


def _back(place: str, lang: str) -> str:
    if _part(place) == "B":
        return Both("zurück in die Base", "back into the base")[lang]
    return Both("auf", "on")[lang] + f" {place}"


def _cards(cards: Sequence[str], lang: str) -> str:
    """Cards in words; a number alone stands for cards that one does not see."""
    if len(cards) == 1 and cards[0].isdigit():
        return f"{cards[0]} " + Both("Karten", "cards")[lang]
    return listed([CARD_NAMES.get(card, card) for card in cards], lang)


def ask(view: Mapping[str, Any], lang: str) -> str:
    """What the viewer can do now; nothing when it is not their turn."""
    if view["you"] not in view["acting"]:
        return ""
    phase = view["phase"]
    if phase == "choose":
        hand = [f"{n} {CARD_NAMES[card]}" for card, n in view["cards"]["hand"].items()]
        return ASKS["choose"][lang].format(cards=", ".join(hand))
    if phase == "step":
        kind = "last" if view["left"] == 1 else "step"
        return ASKS[kind][lang].format(steps=STEPS[lang][view["card"]], left=view["left"])
    if phase == "land":
        return ASKS["land"][lang].format(**view["step"])
    return ASKS["place"][lang].format(free=", ".join(view["free"]))
