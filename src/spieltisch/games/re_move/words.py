"""Log sentences and the line that says what one can do, in German and English."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.language import Both, listed
from spieltisch.core.scene import BARE, Scene

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
# How the names of places begin, in the order in which figures come home; and what becomes of a
# figure that goes there from elsewhere, or from one such place to the next.
PARTS = re.compile(r"(?P<part>[TZCIOAB])(\d[LMR]?|\d+(\.\d)?)?")
WAYS = {
    "de": {
        "T": ("ins Ziel", "innerhalb des Ziels"),
        "Z": ("vor ein Ziel", "vor einem Ziel"),
        "C": ("in die Mitte", "in der Mitte"),
        "I": ("auf den inneren Ring", "auf dem inneren Ring weiter"),
        "O": ("auf den äußeren Ring", "auf dem äußeren Ring weiter"),
        "A": ("vor eine Base", "vor einer Base"),
        "B": ("in die Base", "innerhalb der Base"),
    },
    "en": {
        "T": ("into the target", "within the target"),
        "Z": ("in front of a target", "in front of a target"),
        "C": ("to the centre", "in the centre"),
        "I": ("onto the inner ring", "along the inner ring"),
        "O": ("onto the outer ring", "along the outer ring"),
        "A": ("in front of a base", "in front of a base"),
        "B": ("into the base", "within the base"),
    },
}
HOMEWARD = {part: n for n, part in enumerate(WAYS["de"])}
FIGURES = {"de": ("Figur", "Figuren"), "en": ("figure", "figures")}
CAPTURED = Both("geschlagen", "captured")
SAYINGS = {
    "discard": Both("wirft die Hand ab", "discards the hand"),
    "ring": Both("spielt {card} und räumt {ring}", "plays {card} and clears {ring}"),
    "moves": Both("spielt {card}: {moves}", "plays {card}: {moves}"),
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


def say(text: str, kind: str, name: str, lang: str, scene: Scene = BARE) -> str:
    """
    >>> say("remove B0.2-A0M-O0 O4xO5-O6", "turn", "Ada", "en")
    'Ada plays ReMove: 1 figure onto the outer ring and 1 along the outer ring; 1 figure captured'
    >>> say("joker outer", "turn", "Ada", "de")
    'Ada spielt Joker und räumt den äußeren Ring'
    >>> say("draw 4", "chance", "Ada", "de")
    'Ada zieht 4 Karten'
    """
    word, *rest = text.split(" ")
    if word == "first" and not name:
        name = scene.called(int(rest[0]), lang)
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
            return {"card": card, "moves": _moves(rest, lang)}
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


def _moves(paths: Sequence[str], lang: str) -> str:
    """How many figures go where; nobody keeps seven pairs of places in mind.

    >>> _moves(["B0.2-A0M", "B0.5-B0.2", "B0.6-B0.5"], "de")
    '1 Figur vor eine Base und 2 innerhalb der Base'
    """
    ways = [_way(path) for path in paths]
    if not paths or not all(map(all, ways)):
        return listed(paths, lang)
    many: dict[tuple[str, bool], int] = {}
    for way in ways:
        gone = way[-1], way[0] == way[-1]
        many[gone] = many.get(gone, 0) + 1
    order = sorted(many, key=lambda gone: (HOMEWARD[gone[0]], gone[1]))
    said = [f"{many[gone]} {WAYS[lang][gone[0]][gone[1]]}" for gone in order]
    said[0] = said[0].replace(" ", f" {_figures(many[order[0]], lang)} ", 1)
    captured = sum("x" in path for path in paths)
    lost = f"; {captured} {_figures(captured, lang)} {CAPTURED[lang]}" if captured else ""
    return listed(said, lang) + lost


def _figures(many: int, lang: str) -> str:
    return FIGURES[lang][many != 1]


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
