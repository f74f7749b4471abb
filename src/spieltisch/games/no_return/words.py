"""Log sentences and the line that says what one can do, in German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.language import AND, Both, listed
from spieltisch.core.log_context import BARE, LogContext

COLOUR = {
    "de": {"r": "Rot", "o": "Orange", "y": "Gelb", "g": "Grün", "b": "Blau", "p": "Lila"},
    "en": {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "p": "purple"},
}

SAYINGS = {
    "keep": Both("behält die ganze Hand", "keeps the whole hand"),
    "swap": Both("tauscht {0}", "exchanges {0}"),
    "lay": Both("legt {0} aus", "lays out {0}"),
    "clear": Both("räumt {0} ab und bezahlt mit {1}", "clears {0} and pays with {1}"),
    "draw": Both("zieht {0}", "draws {0}"),
    "first": Both("beginnt", "starts"),
    "phase2": Both("sagt Phase 2 an", "announces phase 2"),
}

ASKS = {
    "opening": Both(
        "Tausch beliebig viele Steine oder behalt alle (swap … oder keep)",
        "Exchange as many counters as you like, or keep them all (swap … or keep)",
    ),
    "opening more": Both(
        "Leg weitere Steine beiseite, oder lass es dabei",
        "Lay more counters aside, or leave it at that",
    ),
    "phase 1": Both(
        "Leg Steine einer Farbe aus oder tausch bis zu vier (lay …, swap …; phase2 davor)",
        "Lay out one colour, or exchange up to four (lay …, swap …; phase2 before it)",
    ),
    "phase 2": Both(
        "Räum eine Spalte von unten ab oder tausch bis zu vier (clear … pay …, swap …)",
        "Clear a column from the bottom, or exchange up to four (clear … pay …, swap …)",
    ),
    "empty": Both(
        "Du hast alles abgeräumt: Tausch bis zu vier Steine (swap …)",
        "You have cleared everything: exchange up to four counters (swap …)",
    ),
    "swap": Both(
        "Tausch weitere Steine (höchstens vier), oder lass es dabei",
        "Exchange more counters (four at most), or leave it at that",
    ),
    "lay": Both(
        "Leg niedrigere Steine derselben Farbe dazu, oder lass es dabei",
        "Add lower counters of the same colour, or leave it at that",
    ),
    "clear": Both(
        "Räum weiter ab, oder bezahl {owed} mit Steinen einer Farbe",
        "Clear on, or pay {owed} with counters of one colour",
    ),
    "pay": Both("Bezahl noch {owed} mit derselben Farbe", "Pay {owed} more with the same colour"),
    "pay more": Both(
        "Bezahlt! Gib noch mehr Steine dieser Farbe ab, oder lass es dabei",
        "Paid! Give up more counters of this colour, or leave it at that",
    ),
}


def say(text: str, kind: str, name: str, lang: str, context: LogContext = BARE) -> str:
    """
    >>> say("phase2 clear g5 g5 pay r11", "turn", "Ada", "en")
    'Ada announces phase 2 and clears green 5 and 5 and pays with red 11'
    >>> say("swap 2", "turn", "Ada", "de")
    'Ada tauscht 2 Steine'
    """
    words = text.split(" ")
    if words[0] == "first" and not name:
        name = context.called(int(words[1]), lang)
    said = []
    if words[0] == "phase2":
        said, words = [SAYINGS["phase2"][lang]], words[1:]
    if words:
        verb, *rest = words
        at = rest.index("pay") if "pay" in rest else len(rest)
        named = (phrase(rest[:at], lang), phrase(rest[at + 1 :], lang))
        said.append(SAYINGS[verb][lang].format(*named))
    return f"{name} " + f" {AND[lang]} ".join(said)


def phrase(counters: Sequence[str], lang: str) -> str:
    """Counters in words; a number alone stands for counters that one does not see.

    >>> phrase(["r11", "r9", "r9"], "en"), phrase(["r3", "b2"], "de"), phrase(["1"], "en")
    ('red 11, 9 and 9', 'Rot 3 und Blau 2', '1 counter')
    """
    if not counters:
        return ""
    if counters[0].isdigit():
        return many(int(counters[0]), lang)
    one_colour = len({counter[0] for counter in counters}) == 1
    names = [
        counter[1:] if one_colour and nth else f"{COLOUR[lang][counter[0]]} {counter[1:]}"
        for nth, counter in enumerate(counters)
    ]
    return listed(names, lang)


def many(number: int, lang: str) -> str:
    """
    >>> many(1, "de"), many(3, "en")
    ('1 Stein', '3 counters')
    """
    noun = {"de": ("Stein", "Steine"), "en": ("counter", "counters")}[lang]
    return f"{number} {noun[number != 1]}"


def ask(view: Mapping[str, Any], lang: str) -> str:
    """What the viewer can do now; nothing when it is not their turn."""
    if view["you"] not in view["acting"]:
        return ""
    return ASKS[_question(view)][lang].format(owed=view["owed"])


def _question(view: Mapping[str, Any]) -> str:
    moved = view["moved"]
    if view["stage"] == "opening":
        return "opening more" if moved else "opening"
    if moved == "pay" and view["owed"] == 0:
        return "pay more"
    if moved and moved != "announced":
        return str(moved)
    seat = view["seats"][view["you"]]
    if seat["phase"] == 1:
        return "phase 1"
    return "phase 2" if any(seat["columns"].values()) else "empty"
