"""Log sentences and the line that says what one can do, in German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

CARD_NAMES = {
    "move": "Move",
    "remove": "ReMove",
    "outside": "Outside",
    "inside": "Inside",
    "joker": "Joker",
}
AND = {"de": "und", "en": "and"}
RING = {
    "de": {"outer": "den äußeren Ring", "inner": "den inneren Ring"},
    "en": {"outer": "the outer ring", "inner": "the inner ring"},
}
SAYINGS = {
    "discard": {"de": "wirft die Hand ab", "en": "discards the hand"},
    "ring": {"de": "spielt {card} und räumt {ring}", "en": "plays {card} and clears {ring}"},
    "moves": {"de": "spielt {card}: {moves}", "en": "plays {card}: {moves}"},
    "stays": {
        "de": "spielt {card}, aber keine Figur kann ziehen",
        "en": "plays {card}, but no figure can move",
    },
    "place": {"de": "stellt eine Figur auf {place}", "en": "puts a figure on {place}"},
    "draw": {"de": "zieht {cards}", "en": "draws {cards}"},
    "first": {"de": "beginnt", "en": "starts"},
}
ASKS = {
    "choose": {
        "de": "Spiel eine Karte ({cards}) oder wirf die Hand ab",
        "en": "Play a card ({cards}) or discard your hand",
    },
    "step": {
        "de": "Zieh eine Figur {steps}; noch {left} müssen ziehen",
        "en": "Move a figure {steps}; {left} still have to move",
    },
    "last": {"de": "Zieh noch eine Figur {steps}", "en": "Move one more figure {steps}"},
    "land": {
        "de": "Zweiter Schritt von {via} auf einen freien Platz, nicht zurück nach {from}",
        "en": "Second step from {via} to a free place, not back to {from}",
    },
    "place": {
        "de": "Stell deine geschlagene Figur auf ({free})",
        "en": "Place your captured figure ({free})",
    },
}
STEPS = {
    "de": {"move": "einen Schritt", "remove": "zwei Schritte"},
    "en": {"move": "one step", "remove": "two steps"},
}


def say(text: str, kind: str, name: str, lang: str) -> str:
    """
    >>> say("remove B0.2-A0M-O0 O4xO5-O6", "turn", "Ada", "en")
    'Ada plays ReMove: B0.2-A0M-O0 and O4xO5-O6'
    >>> say("joker outer", "turn", "Ada", "de")
    'Ada spielt Joker und räumt den äußeren Ring'
    >>> say("draw 4", "chance", "Ada", "de")
    'Ada zieht 4 Karten'
    """
    word, *rest = text.split(" ")
    if word == "first" and not name:
        name = {"de": "Platz ", "en": "Seat "}[lang] + rest[0]
    return f"{name} " + _saying(word, rest).get(lang, "").format(**_pieces(word, rest, lang))


def _saying(word: str, rest: Sequence[str]) -> Mapping[str, str]:
    if word in ("move", "remove"):
        return SAYINGS["moves" if rest else "stays"]
    return SAYINGS["ring" if word in CARD_NAMES else word]


def _pieces(word: str, rest: Sequence[str], lang: str) -> Mapping[str, str]:
    rings = {"outside": "outer", "inside": "inner"}
    return {
        "card": CARD_NAMES.get(word, ""),
        "ring": RING[lang].get(rings.get(word) or "".join(rest), ""),
        "moves": listed(rest, lang),
        "place": "".join(rest),
        "cards": _cards(rest, lang),
    }


def _cards(cards: Sequence[str], lang: str) -> str:
    """Cards in words; a number alone stands for cards that one does not see."""
    if len(cards) == 1 and cards[0].isdigit():
        return f"{cards[0]} " + {"de": "Karten", "en": "cards"}[lang]
    return listed([CARD_NAMES.get(card, card) for card in cards], lang)


def listed(parts: Sequence[str], lang: str) -> str:
    """
    >>> listed(["a", "b", "c"], "de")
    'a, b und c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {AND[lang]} {parts[-1]}"


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
