"""Why a turn or a draw is refused: the rule, and a sentence about the counters in question.

What is legal is asked of the kernels; here it is only said why something else is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from spieltisch.core.errors import Refusal
from spieltisch.games.no_return.counters import (
    COLOURS,
    KINDS,
    VALUES,
    kinds_in,
)
from spieltisch.games.no_return.notation import COUNTER, LETTERS, part
from spieltisch.games.no_return.rules import (
    ASIDE,
    CLEAR,
    CLEARING,
    DEAL,
    DONE,
    ENDED,
    FIRST,
    KEEP,
    LAY,
    LAYING,
    MOST_SWAPPED,
    OPENING,
    PAY,
    PAYING,
    SWAP,
    SWAPPING,
    NoReturn,
    midway,
)
from spieltisch.games.no_return.words import COLOUR, many, phrase

DRAW_RULES = {DEAL: "NR-2", ASIDE: "NR-3", SWAPPING: "NR-7", LAYING: "NR-8", PAYING: "NR-11"}
FEMININE = dict(zip(LETTERS, ("rote", "orange", "gelbe", "grüne", "blaue", "lila"), strict=True))


def due(state: NoReturn) -> str:
    """The rule that asks for what comes next."""
    stage = int(state.stage)
    if stage == ENDED:
        return "NR-15" if state.bag_count > 0 else "NR-14"
    if state.drawing > 0:
        return DRAW_RULES[stage]
    return "NR-3" if stage in (OPENING, ASIDE) else "NR-5"


def explain(state: NoReturn, decisions: Sequence[int], at: int) -> Refusal:
    if at > 0 and not midway(state):
        return Refusal(
            "NR-5",
            "Ein Zug ist genau eine Aktion; danach kommt nichts mehr.",
            "A turn is exactly one action; nothing may follow it.",
        )
    if at == len(decisions) or decisions[at] == DONE:
        return _unfinished(state)
    verb, kind = part(decisions[at])
    if kind is None:
        return _not_keep(state) if decisions[at] == KEEP else _not_phase2(state)
    if verb != "swap" and state.stage in (OPENING, ASIDE):
        return _not_in_opening()
    if state.stage in BUSY and verb not in BUSY[int(state.stage)]:
        return Refusal(
            "NR-5",
            "Ein Zug ist genau eine Aktion: tauschen, auslegen oder abräumen.",
            "A turn is exactly one action: exchange, lay out or clear.",
        )
    reason = {"swap": _not_swap, "lay": _not_lay, "clear": _not_clear, "pay": _not_pay}[verb]
    return reason(state, kind, [int(decision) for decision in decisions])


BUSY = {SWAPPING: ("swap",), LAYING: ("lay",), CLEARING: ("clear", "pay"), PAYING: ("pay",)}


# --- the parts of a turn ------------------------------------------------------------------------


def _unfinished(state: NoReturn) -> Refusal:
    if state.stage in (CLEARING, PAYING):
        owed = int(state.owed)
        if state.stage == CLEARING:
            return Refusal(
                "NR-10",
                f"Was du abräumst, musst du bezahlen: {owed} mit Handsteinen einer Farbe.",
                f"What you clear must be paid: {owed} with counters of one colour.",
            )
        return Refusal(
            "NR-10",
            f"Das ist zu wenig: Es fehlen noch {owed}.",
            f"That is too little: {owed} more must be paid.",
        )
    if state.stage in (OPENING, ASIDE):
        return Refusal(
            "NR-3",
            "Leg Steine beiseite oder behalte alle.",
            "Lay counters aside, or keep them all.",
        )
    return Refusal(
        "NR-5",
        "Zu einem Zug gehört eine Aktion: tauschen, auslegen oder abräumen.",
        "A turn needs an action: exchange, lay out or clear.",
    )


def _not_keep(state: NoReturn) -> Refusal:
    if state.stage == ASIDE:
        return Refusal(
            "NR-3",
            "Du hast schon Steine beiseitegelegt.",
            "You have already laid counters aside.",
        )
    return Refusal(
        "NR-5",
        "Passen gibt es nicht; „keep“ gehört nur in den Eröffnungstausch.",
        "There is no passing; 'keep' belongs to the opening exchange only.",
    )


def _not_phase2(state: NoReturn) -> Refusal:
    if state.stage in (OPENING, ASIDE):
        return Refusal(
            "NR-6",
            "Phase 2 sagst du zu Beginn eines Zuges an, noch nicht im Eröffnungstausch.",
            "Phase 2 is announced at the start of a turn, not yet in the opening exchange.",
        )
    if state.phase[state.seat] == 2:
        return Refusal("NR-6", "Du bist schon in Phase 2.", "You are in phase 2 already.")
    return Refusal(
        "NR-6",
        "Phase 2 sagst du an, bevor du etwas anderes tust.",
        "Phase 2 is announced before anything else in the turn.",
    )


def _not_in_opening() -> Refusal:
    return Refusal(
        "NR-3",
        "Erst kommt der Eröffnungstausch: Leg Steine beiseite oder behalte alle.",
        "The opening exchange comes first: lay counters aside, or keep them all.",
    )


def _not_swap(state: NoReturn, kind: int, decisions: list[int]) -> Refusal:
    rule = "NR-3" if state.stage in (OPENING, ASIDE) else "NR-7"
    wanted = _named(decisions, SWAP)
    if state.stage == SWAPPING and state.given == MOST_SWAPPED:
        return Refusal(
            rule,
            f"Du darfst höchstens {MOST_SWAPPED} Steine tauschen, nicht {len(wanted)}.",
            f"You may exchange {MOST_SWAPPED} counters at most, not {len(wanted)}.",
        )
    return _missing(state, rule, kind, wanted) or _order(rule)


def _not_lay(state: NoReturn, kind: int, decisions: list[int]) -> Refusal:
    wanted = _named(decisions, LAY)
    if state.phase[state.seat] == 2:
        return Refusal(
            "NR-8",
            "Auslegen kannst du nur in Phase 1, du bist in Phase 2.",
            "You lay out in phase 1 only, and you are in phase 2.",
        )
    if len({one // VALUES for one in wanted}) > 1:
        return Refusal(
            "NR-8",
            f"Auslegen kannst du nur eine Farbe, nicht {_de(_two(wanted))}.",
            f"You lay out one colour at a time, not {_en(_two(wanted))}.",
        )
    missing = _missing(state, "NR-8", kind, wanted)
    if missing:
        return missing
    laid = _column(state, kind)
    if state.stage != LAYING and laid and laid[0] < kind:
        return Refusal(
            "NR-8",
            f"{_the(kind)} ist höher als die {laid[0] % VALUES + 1} in deiner Spalte.",
            f"{_en([kind]).capitalize()} is higher than the {laid[0] % VALUES + 1} in your column.",
        )
    return _order("NR-8")


def _not_clear(state: NoReturn, kind: int, decisions: list[int]) -> Refusal:
    if state.phase[state.seat] == 1:
        return Refusal(
            "NR-9",
            "Abräumen kannst du erst in Phase 2: Sag sie an, bevor du etwas anderes tust.",
            "You can clear in phase 2 only: announce it before you do anything else.",
        )
    if state.stage != CLEARING and not any(state.display[state.seat]):
        return Refusal(
            "NR-13",
            "Vor dir liegt nichts mehr zum Abräumen; du kannst nur tauschen.",
            "There is nothing left in front of you to clear; you can only exchange.",
        )
    wanted = _named(decisions, CLEAR)
    if len({one // VALUES for one in wanted}) > 1:
        return Refusal(
            "NR-9",
            f"Abräumen kannst du nur eine Spalte, nicht {_de(_two(wanted))}.",
            f"You clear one column at a time, not {_en(_two(wanted))}.",
        )
    return _not_in_reach(state, kind) or _too_dear(state, wanted)


def _not_in_reach(state: NoReturn, kind: int) -> Refusal | None:
    laid = _column(state, kind)
    if kind not in laid:
        return Refusal(
            "NR-9",
            f"{_the(kind)} liegt nicht (mehr) in deiner Auslage.",
            f"There is no {_en([kind])} (left) in your display.",
        )
    if laid[0] != kind:
        return Refusal(
            "NR-9",
            f"Du darfst keinen Stein überspringen: {_the(laid[0])} ist noch niedriger als "
            f"{_the(kind).lower()}.",
            f"You may not skip a counter: {_en([laid[0]])} still lies below {_en([kind])}.",
        )
    return None


def _too_dear(state: NoReturn, wanted: list[int]) -> Refusal:
    price = sum(kind % VALUES + 1 for kind in wanted)
    sums = [0] * COLOURS
    for kind in kinds_in(state.hand[state.seat]):
        sums[kind // VALUES] += kind % VALUES + 1
    letter = LETTERS[sums.index(max(sums))]
    return Refusal(
        "NR-10",
        f"{_de(wanted)} abzuräumen kostet {price}; mit {COLOUR['de'][letter]}, deiner besten "
        f"Farbe, kommst du auf {max(sums)}.",
        f"Clearing {_en(wanted)} costs {price}; {COLOUR['en'][letter]}, your best colour, comes "
        f"to {max(sums)}.",
    )


def _not_pay(state: NoReturn, kind: int, decisions: list[int]) -> Refusal:
    wanted = _named(decisions, PAY)
    if state.stage not in (CLEARING, PAYING):
        return Refusal(
            "NR-10",
            "Bezahlt wird nur, was du abräumst.",
            "You pay only for what you clear.",
        )
    if len({one // VALUES for one in wanted}) > 1:
        return Refusal(
            "NR-10",
            f"Bezahlt wird mit einer einzigen Farbe, nicht mit {_de(_two(wanted))}.",
            f"You pay with a single colour, not with {_en(_two(wanted))}.",
        )
    missing = _missing(state, "NR-10", kind, wanted)
    if missing:
        return missing
    price = sum(one % VALUES + 1 for one in _named(decisions, CLEAR))
    offer = sum(one % VALUES + 1 for one in wanted)
    if offer < price:
        return Refusal(
            "NR-10",
            f"{_de(wanted)} ist nur {offer} wert; du musst mindestens {price} bezahlen.",
            f"{_en(wanted).capitalize()} is worth only {offer}; you must pay at least {price}.",
        )
    return _order("NR-10")


def _order(rule: str) -> Refusal:
    """Small decisions out of order; texts never are, since reading sorts them."""
    return Refusal(
        rule,
        "Nicht in dieser Reihenfolge: Getauscht wird aufsteigend, gelegt und bezahlt absteigend.",
        "Not in this order: swaps go up, counters laid or paid go down.",
    )


# --- chance -------------------------------------------------------------------------------------


def explain_chance(state: NoReturn, outcomes: Sequence[int], at: int) -> Refusal:
    if at > 0 and not midway(state):
        return _too_many(state, outcomes, at)
    if at == len(outcomes):
        missing = int(state.drawing)
        return Refusal(
            due(state),
            f"Noch zu ziehen: {many(missing, 'de')}.",
            f"Still to be drawn: {many(missing, 'en')}.",
        )
    if state.stage == FIRST:
        return Refusal(
            "NR-5", f"Es gibt keinen Platz {outcomes[at]}.", f"There is no seat {outcomes[at]}."
        )
    kind = int(outcomes[at])
    return Refusal(
        "NR-1",
        f"{_the(kind)} ist nicht mehr im Beutel; jeden Stein gibt es nur zweimal.",
        f"There is no {_en([kind])} left in the bag; there are only two of each counter.",
    )


def _too_many(state: NoReturn, outcomes: Sequence[int], at: int) -> Refusal:
    if len(outcomes) > 1 and state.stage == DEAL and state.held[state.start] == 0:
        return Refusal("NR-5", "Es beginnt genau einer.", "Exactly one seat starts.")
    return Refusal(
        DRAW_RULES[int(state.drew)],
        f"Zu ziehen: {many(at, 'de')}, nicht {len(outcomes)}.",
        f"To be drawn: {many(at, 'en')}, not {len(outcomes)}.",
    )


# --- counters in words --------------------------------------------------------------------------


def _named(decisions: list[int], base: int) -> list[int]:
    """The counters that the whole turn names under one verb."""
    return [decision - base for decision in decisions if base <= decision < base + KINDS]


def _missing(state: NoReturn, rule: str, kind: int, wanted: list[int]) -> Refusal | None:
    """Refuses a counter that is not in hand, or not as often as it is named."""
    hand = Counter(kinds_in(state.hand[state.seat]))
    if hand[kind]:
        return None
    if wanted.count(kind) > 1:
        return Refusal(
            rule,
            f"{_the(kind)} hast du nicht so oft auf der Hand.",
            f"You do not hold {_en([kind])} that often.",
        )
    return Refusal(
        rule,
        f"{_the(kind)} hast du nicht auf der Hand.",
        f"You do not hold {_en([kind])}.",
    )


def _column(state: NoReturn, kind: int) -> list[int]:
    """The counters of the same colour in the seat's display, the lowest first."""
    colour = kind // VALUES
    return [one for one in kinds_in(state.display[state.seat]) if one // VALUES == colour]


def _two(kinds: Sequence[int]) -> list[int]:
    """The first two of different colours: enough to see that they do not go together."""
    other = next(kind for kind in kinds if kind // VALUES != kinds[0] // VALUES)
    return [kinds[0], other]


def _the(kind: int) -> str:
    return f"Die {FEMININE[LETTERS[kind // VALUES]]} {kind % VALUES + 1}"


def _de(kinds: Sequence[int]) -> str:
    return phrase([COUNTER[kind] for kind in kinds], "de")


def _en(kinds: Sequence[int]) -> str:
    return phrase([COUNTER[kind] for kind in kinds], "en")
