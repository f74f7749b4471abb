"""Why a turn is better, in words: figures home, captured, sent back, safe, nearer, cards kept."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.bits import ones
from spieltisch.core.language import Both, both
from spieltisch.core.reason import Fact, Facts, Look
from spieltisch.games.re_move import words
from spieltisch.games.re_move.notation import name_set, show_turn
from spieltisch.games.re_move.rules import (
    JOKER,
    JOKER_INNER,
    JOKER_OUTER,
    PLACING,
    PLAY_INSIDE,
    PLAY_OUTSIDE,
    ReMove,
    in_target,
)

HOME, SENT, LOST, RISK, STEP, KEPT = 12.0, 3.0, 3.0, 1.0, 0.8, 2.0  # what each is worth, about
NEAREST = 3  # figures that count for getting nearer: so many have to come home
CLEARING = (PLAY_OUTSIDE, PLAY_INSIDE, JOKER_OUTER, JOKER_INNER)
POINTS = False  # nobody counts any here
FAR = 12  # steps of a figure that waits in its base


def facts(before: ReMove, line: Sequence[int], after: ReMove) -> Facts:
    seat = int(before.viewer)
    others = [other for other in range(int(before.players)) if other != seat]
    sent = sum(_out(before, other) - _out(after, other) for other in others)
    clears = line[0] in CLEARING
    lost = max(0, _out(before, seat) - _out(after, seat)) if clears else 0
    rings = int(after.ring[0] | after.ring[1])
    home = int(in_target(after, seat)) - int(in_target(before, seat))
    return {
        "home": Fact(HOME * home, (home, int(in_target(after, seat)))),
        "sent": Fact(SENT * sent, sent),
        "lost": Fact(-LOST * lost, lost),
        "risk": Fact(
            -RISK * ones(int(after.figures[seat]) & rings), ones(int(after.figures[seat]) & rings)
        ),
        "nearer": Fact(-STEP * _steps(after, seat), _steps(before, seat) - _steps(after, seat)),
        "joker": Fact(KEPT * int(after.hand[seat, JOKER])),
    }


def _out(state: ReMove, seat: int) -> int:
    """Figures outside of the base and of the target."""
    return ones(int(state.figures[seat]) & ~int(state.bases[seat]) & ~int(state.target[seat]))


def _steps(state: ReMove, seat: int) -> int:
    """Steps that the figures nearest to the target still need."""
    figures = int(state.figures[seat])
    away = [
        int(state.away[seat, place]) if int(state.away[seat, place]) >= 0 else FAR
        for place in range(int(state.places))
        if figures >> place & 1
    ]
    away += [FAR] * int(state.captured[seat])
    return sum(sorted(away)[:NEAREST])


def why(name: str, better: Fact, worse: Fact) -> Both | None:
    said = {
        "home": _why_home,
        "sent": _why_sent,
        "lost": _why_lost,
        "risk": _why_risk,
        "nearer": _why_nearer,
        "joker": _why_joker,
    }
    return said[name](better, worse)


def _figures(many: int, lang: str) -> str:
    if many == 1:
        return Both("eine Figur", "a figure")[lang]
    return words.FIGURES[lang][2].format(many)


def _why_home(better: Fact, worse: Fact) -> Both | None:
    new, whole = better.what
    if new < 1:
        return Both("So bleibt, was im Ziel steht.", "That keeps what stands in your target.")
    return Both(
        f"Damit kommt {_figures(new, 'de')} ins Ziel; dann sind es {whole}."
        if new == 1
        else f"Damit kommen {new} Figuren ins Ziel; dann sind es {whole}.",
        f"That brings {_figures(new, 'en')} into your target, which makes {whole}.",
    )


def _why_sent(better: Fact, worse: Fact) -> Both | None:
    if better.what < 1:
        return None
    instead = ""
    instead_en = ""
    if worse.what > 0:
        instead, instead_en = f", nicht nur {worse.what}", f", not just {worse.what}"
    return Both(
        f"Damit schickst du {_sent(better.what, 'de')} der anderen zurück{instead}.",
        f"That sends {_sent(better.what, 'en')} of the others back{instead_en}.",
    )


def _sent(many: int, lang: str) -> str:
    return _figures(many, lang)


def _why_lost(better: Fact, worse: Fact) -> Both | None:
    if better.what:
        return Both(
            f"So verlierst du {better.what} von deinen Figuren unterwegs, nicht {worse.what}.",
            f"That costs you {better.what} of your figures on the way, not {worse.what}.",
        )
    return Both(
        "So räumst du keine eigene Figur ab.", "That way you clear away no figure of your own."
    )


def _why_risk(better: Fact, worse: Fact) -> Both | None:
    if better.what == 0:
        return Both(
            "So steht keine deiner Figuren auf einem Ring, der abgeräumt werden kann.",
            "That leaves none of your figures on a ring, where they could be cleared away.",
        )
    if worse.what - better.what < 2:  # one figure in danger more or less decides little
        return None
    return Both(
        f"So {'steht' if better.what == 1 else 'stehen'} nur {_figures(better.what, 'de')} auf den "
        f"Ringen, wo sie abgeräumt werden {'kann' if better.what == 1 else 'können'}, "
        f"und nicht {worse.what}.",
        f"That leaves only {_figures(better.what, 'en')} on the rings, where it could be cleared "
        f"away, not {worse.what}."
        if better.what == 1
        else f"That leaves only {better.what} figures on the rings, where they could be cleared "
        f"away, not {worse.what}.",
    )


def _why_nearer(better: Fact, worse: Fact) -> Both | None:
    gained = better.what - worse.what
    if gained < 2:
        return None
    if better.what <= 0:  # nothing gets nearer; the other turn costs steps
        return Both(
            f"Das andere kostet deine drei vordersten Figuren zusammen {gained} Schritte.",
            f"The other turn costs your three foremost figures {gained} steps in all.",
        )
    return Both(
        f"So sind deine drei vordersten Figuren zusammen {gained} Schritte näher am Ziel.",
        f"That puts your three foremost figures {gained} steps nearer to the target in all.",
    )


def _why_joker(better: Fact, worse: Fact) -> Both | None:
    return Both("So behältst du deinen Joker für später.", "That keeps your joker for later.")


VERBS = {
    "discard": Both("Wirf die Hand ab", "Discard your hand"),
    "ring": Both("Spiel {card} und räum {ring}", "Play {card} and clear {ring}"),
    "stays": Both("Spiel {card}", "Play {card}"),
    "place": Both("Stell die Figur {place}", "Put the figure {place}"),
}


def do(before: ReMove, line: Sequence[int]) -> Both:
    word, *rest = show_turn(before, line).split(" ")
    verb = words.saying(word, rest)
    if verb == "moves":
        card = words.CARD_NAMES[word]
        return both(lambda lang: words.deeds(card, rest, lang, words.ADVICE))
    return both(lambda lang: VERBS[verb][lang].format(**words.pieces(word, rest, lang)))


def look(before: ReMove, line: Sequence[int]) -> Look:
    word, *rest = show_turn(before, line).split(" ")
    if before.phase == PLACING:
        free = tuple(name_set(before, int(before.bases[int(before.viewer)])))
        return Look(free, Both("Schau dir deine Base an.", "Look at your base."))
    if word == "discard":
        return Look(
            (), Both("Schau, ob eine deiner Karten hier nützt.", "See whether any card helps here.")
        )
    starts = tuple(part.replace("x", "-").split("-")[0] for part in rest if "-" in part)
    card = words.CARD_NAMES[word]
    return Look(
        (word, *starts[:1]),
        Both(f"Schau dir deine Karte {card} an.", f"Look at your {card} card."),
    )
