"""Why a turn is better, in words: what it lays, clears, keeps open and keeps in hand."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.language import Both, both
from spieltisch.core.reason import Fact, Facts, Look
from spieltisch.games.no_return import words
from spieltisch.games.no_return.counters import COLOURS, VALUES, kinds_in, total
from spieltisch.games.no_return.notation import COUNTER, LETTERS, part
from spieltisch.games.no_return.rules import PHASE2, NoReturn

ROOM = 0.8  # points that each value costs which can no longer be laid out
IN_HAND = 0.25  # points that a point of one's best colour in hand is worth to lay or to pay
DEAD = 1.5  # points that a counter costs which fits nowhere

Moved = dict[str, list[int]]  # kinds by verb


def moved(line: Sequence[int]) -> Moved:
    found: Moved = {"swap": [], "lay": [], "clear": [], "pay": []}
    for decision in line:
        verb, kind = part(decision)
        if kind is not None:
            found[verb].append(kind)
    return found


def worth(kinds: Sequence[int]) -> int:
    return sum(kind % VALUES + 1 for kind in kinds)


def floors(state: NoReturn, seat: int) -> list[int]:
    """The lowest value that lies in each column; above all values where nothing lies."""
    found = [VALUES + 1] * COLOURS
    for kind in kinds_in(state.display[seat]):
        found[kind // VALUES] = min(found[kind // VALUES], kind % VALUES + 1)
    return found


def facts(before: NoReturn, line: Sequence[int], after: NoReturn) -> Facts:
    seat = int(before.viewer)
    did = moved(line)
    announced = PHASE2 in line
    second = after.phase[seat] == 2
    hand = kinds_in(after.hand[seat])
    best = max(range(COLOURS), key=lambda colour: _suit(hand, colour))
    found = {
        "laid": Fact(worth(did["lay"]), did["lay"]),
        "cleared": Fact(worth(did["clear"]), did["clear"]),
        "exact": Fact(-float(max(0, worth(did["pay"]) - worth(did["clear"]))), did["pay"]),
        "turning": Fact(float(announced), int(total(before.display[seat]))),
        "staying": Fact(float(not second), int(total(after.display[seat]))),
        "room": _room(before, seat, did["lay"]),
        "suit": Fact(IN_HAND * _suit(hand, best), (best, _suit(hand, best))),
    }
    dead = [] if second else _dead(hand, floors(after, seat))
    found["dead"] = Fact(-DEAD * len(dead), len(_dead(did["swap"], floors(before, seat))))
    return found


def _suit(hand: Sequence[int], colour: int) -> int:
    return worth([kind for kind in hand if kind // VALUES == colour])


def _dead(kinds: Sequence[int], lowest: Sequence[int]) -> list[int]:
    """Counters that are too high for the column of their colour."""
    return [kind for kind in kinds if kind % VALUES + 1 > lowest[kind // VALUES]]


def _room(before: NoReturn, seat: int, laid: Sequence[int]) -> Fact:
    """How many values the column leaves out, and the next one that still fits."""
    if not laid:
        return Fact(0.0)
    colour, low = laid[0] // VALUES, min(kind % VALUES + 1 for kind in laid)
    floor = min(VALUES, floors(before, seat)[colour])
    kept = {kind % VALUES + 1 for kind in laid}
    top = floor if floors(before, seat)[colour] > VALUES else floor - 1
    skipped = [value for value in range(low, top + 1) if value not in kept]
    return Fact(-ROOM * len(skipped), (colour, low, skipped))


def why(name: str, better: Fact, worse: Fact) -> Both | None:
    said = {
        "laid": _why_laid,
        "cleared": _why_cleared,
        "exact": _why_exact,
        "turning": _why_turning,
        "staying": _why_staying,
        "room": _why_room,
        "suit": _why_suit,
        "dead": _why_dead,
    }
    return said[name](better, worse)


def _why_laid(better: Fact, worse: Fact) -> Both | None:
    more, less = round(better.worth), round(worse.worth)
    if more - less < 3:
        return None
    if less == 0:
        return Both(
            f"Damit liegen {more} Punkte mehr aus, die du später abräumen kannst.",
            f"That lays out {more} more points, which you can clear later.",
        )
    return Both(
        f"Damit legst du {more} Punkte aus statt {less}.",
        f"That lays out {more} points, not {less}.",
    )


def _why_cleared(better: Fact, worse: Fact) -> Both | None:
    more, less = round(better.worth), round(worse.worth)
    if more - less < 2:
        return None
    if less == 0:
        return Both(
            f"Damit sind {more} Punkte sicher auf deinem Stapel.",
            f"That brings {more} points safely onto your pile.",
        )
    return Both(
        f"Damit räumst du {more} Punkte ab statt {less}.",
        f"That clears {more} points, not {less}.",
    )


def _why_exact(better: Fact, worse: Fact) -> Both | None:
    if not better.what:  # whoever pays nothing does not pay exactly either
        return None
    wasted = round(-worse.worth)
    if -better.worth > 0:
        return Both(
            f"So bezahlst du {round(-better.worth)} zu viel und nicht {wasted}.",
            f"That way you overpay by {round(-better.worth)}, not by {wasted}.",
        )
    return Both(
        "So bezahlst du passend; Wechselgeld gibt es nicht.",
        "That way you pay exactly; there is no change.",
    )


def _why_turning(better: Fact, worse: Fact) -> Both | None:
    if not better.what:
        return None
    return Both(
        f"Es ist Zeit umzukehren: Vor dir liegen {better.what} Punkte, und was liegen bleibt, "
        "zählt minus.",
        f"It is time to turn round: {better.what} points lie in front of you, and what stays there "
        "counts against you.",
    )


def _why_staying(better: Fact, worse: Fact) -> Both | None:
    return Both(
        "Für Phase 2 ist es noch zu früh: Danach kannst du nichts mehr auslegen.",
        "It is too early for phase 2: after it you can lay out nothing more.",
    )


def _why_room(better: Fact, worse: Fact) -> Both | None:
    """Room counts in values that no longer fit; what still fits says little about two colours."""
    if worse.what is None:  # the other turn lays nothing, so it closes nothing
        return None
    if better.what is None:
        return _why_waiting(*worse.what)
    if better.what[0] == worse.what[0]:
        return _why_below(better, worse)
    if not better.what[2]:
        return _why_waiting(*worse.what)
    (colour, _, skipped), (other, _, more) = better.what, worse.what
    this, that = _colour_name(colour), _colour_name(other)
    return Both(
        f"Das lässt in {this.de} {_values(len(skipped), 'de')} aus, {that.de} ließe {len(more)} "
        "aus: Die passen dann nie mehr.",
        f"That skips {_values(len(skipped), 'en')} in {this.en}, {that.en} would skip "
        f"{len(more)}: those never fit again.",
    )


def _why_below(better: Fact, worse: Fact) -> Both | None:
    """Both turns lay the same colour."""
    colour, low, skipped = better.what
    name = _colour_name(colour)
    if low > worse.what[1]:
        rest = {2: Both("die 1", "the 1"), 3: Both("2 und 1", "2 and 1")}.get(
            low, Both(f"{low - 1} bis 1", f"{low - 1} to 1")
        )
        fits = Both("passt" if low == 2 else "passen", "fits" if low == 2 else "fit")
        return Both(
            f"So bleibt darunter Platz: In {name.de} {fits.de} noch {rest.de}.",
            f"That keeps room below: {rest.en} still {fits.en} in {name.en}.",
        )
    fewer, more = (_values(len(one), "de") for one in (skipped, worse.what[2]))
    fewer_en, more_en = (_values(len(one), "en") for one in (skipped, worse.what[2]))
    return Both(
        f"Damit lässt du in {name.de} {fewer} aus, nicht {more}.",
        f"That skips {fewer_en} in {name.en}, not {more_en}.",
    )


def _colour_name(colour: int) -> Both:
    return both(lambda lang: words.COLOUR[lang][LETTERS[colour]])


def _values(many: int, lang: str) -> str:
    said = {0: Both("keinen Wert", "no value"), 1: Both("einen Wert", "one value")}
    return said.get(many, Both(f"{many} Werte", f"{many} values"))[lang]


def _why_waiting(colour: int, low: int, skipped: Sequence[int]) -> Both | None:
    if len(skipped) < 2:
        return None
    name = _colour_name(colour)
    return Both(
        f"Legst du {name.de} jetzt, passen dort {max(skipped)} bis {low + 1} nie mehr.",
        f"Laying {name.en} now would close it for {max(skipped)} to {low + 1} for good.",
    )


def _why_suit(better: Fact, worse: Fact) -> Both | None:
    colour, points = better.what
    if points - worse.what[1] < 3:
        return None
    name = _colour_name(colour)
    return Both(
        f"So behältst du {points} Punkte in {name.de} zusammen auf der Hand.",
        f"That keeps {points} points of {name.en} together in your hand.",
    )


def _why_dead(better: Fact, worse: Fact) -> Both | None:
    many = better.what
    if many < 2:
        return None
    return Both(
        f"So wirst du {many} Steine los, die in keine Spalte mehr passen.",
        f"That gets rid of {many} counters that fit no column any more.",
    )


VERBS = {
    "keep": Both("Behalte deine ganze Hand", "Keep your whole hand"),
    "swap": Both("Tausch {0}", "Exchange {0}"),
    "lay": Both("Leg {0} aus", "Lay out {0}"),
    "clear": Both("Räum {0} ab und bezahl mit {1}", "Clear {0} and pay with {1}"),
}


def do(before: NoReturn, line: Sequence[int]) -> Both:
    did = moved(line)
    verb = next((verb for verb in ("lay", "clear", "swap") if did[verb]), "keep")

    def named(lang: str) -> str:
        kinds = [COUNTER[kind] for kind in did.get(verb, [])]
        paid = [COUNTER[kind] for kind in did["pay"]]
        said = VERBS[verb][lang].format(words.phrase(kinds, lang), words.phrase(paid, lang))
        if PHASE2 not in line:
            return said
        first = Both("Sag Phase 2 an und ", "Announce phase 2 and ")[lang]
        return first + said[0].lower() + said[1:]

    return both(named)


def look(before: NoReturn, line: Sequence[int]) -> Look:
    did = moved(line)
    for verb, said in (
        ("lay", Both("Schau dir deine Steine in {} an.", "Look at your counters in {}.")),
        ("clear", Both("Schau dir deine Spalte in {} an.", "Look at your column in {}.")),
    ):
        if did[verb]:
            letter = LETTERS[did[verb][0] // VALUES]
            name = both(lambda lang, letter=letter: words.COLOUR[lang][letter])  # type: ignore[misc]
            return Look(tuple(COUNTER[kind] for kind in did[verb]), said.format(name))
    if did["swap"]:
        at = tuple(COUNTER[kind] for kind in did["swap"])
        return Look(
            at,
            Both(
                "Schau, welche Steine auf deiner Hand dir wenig nützen.",
                "See which counters in your hand are of little use.",
            ),
        )
    return Look((), Both("Schau dir deine Hand an: Sie ist gut.", "Look at your hand: it is good."))
