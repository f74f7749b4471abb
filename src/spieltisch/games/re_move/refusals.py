"""Why something is refused: the rule and a sentence; names of places stand in parentheses, for
those who write turns.

No rule is repeated here: what is legal is asked of the kernels, and what is not is described.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spieltisch.core.errors import Refusal
from spieltisch.core.state import copied
from spieltisch.games.re_move.boards import MOST_LINES
from spieltisch.games.re_move.notation import (
    CARDS,
    NO_CAPTURE,
    ODD_PLACE,
    ODD_STEP,
    UNMARKED,
    WIDTH,
    name_set,
    names,
)
from spieltisch.games.re_move.rules import (
    CHOOSING,
    DRAWING,
    ENDED,
    GOAL,
    HAND,
    JOKER_INNER,
    LANDING,
    MOST,
    PLACE,
    PLACING,
    REMOVE,
    SEATS,
    STARTING,
    STEP,
    STEPPING,
    ReMove,
    apply,
    enemies,
    in_target,
    left_to_move,
    list_legal,
    midway,
    owner_to_place,
)
from spieltisch.games.re_move.words import CARD_NAMES

LISTED = 6  # places named in a sentence at most


def explain(state: ReMove, decisions: Sequence[int], at: int) -> Refusal:
    return _whole(_explain(state, decisions, at))


def _whole(refusal: Refusal) -> Refusal:
    """With a capital letter and a full stop."""
    de, en = (f"{text[0].upper()}{text[1:].rstrip('.')}." for text in (refusal.de, refusal.en))
    return Refusal(refusal.rule, de, en)


def _explain(state: ReMove, decisions: Sequence[int], at: int) -> Refusal:
    if at > 0 and not midway(state):
        return _nothing_more(state, decisions, at)
    if state.phase == ENDED or state.phase <= DRAWING:
        return _not_due(state)
    if at == len(decisions):
        return _unfinished(state)
    decision = decisions[at]
    if state.phase == PLACING:
        return _bad_place(state, decision)
    if state.phase == CHOOSING:
        return _bad_card(state, decision)
    return _bad_step(state, decision, *decisions[at + 1 : at + 2])


def due(state: ReMove) -> str:
    if state.phase == DRAWING and state.turns == 0:
        return "RM-1"
    if state.phase == ENDED:
        return "RM-14" if _has_winner(state) else "RM-15"
    return {CHOOSING: "RM-4", STEPPING: "RM-11", LANDING: "RM-6", PLACING: "RM-8"}.get(
        int(state.phase), "RM-3"
    )


def explain_chance(state: ReMove, outcomes: Sequence[int], at: int) -> Refusal:
    return _whole(_explain_chance(state, outcomes, at))


def _explain_chance(state: ReMove, outcomes: Sequence[int], at: int) -> Refusal:
    if at == len(outcomes) or (at > 0 and not midway(state)):
        return Refusal(
            "RM-1" if state.turns == 0 else "RM-3",
            f"Gezogen werden genau {HAND} Karten, hier stehen {len(outcomes)}",
            f"exactly {HAND} cards are drawn, here are {len(outcomes)}",
        )
    if state.phase == STARTING:
        return Refusal(
            due(state),
            "Zuerst wird ausgelost, wer beginnt: first 0, first 1 oder first 2",
            "first the starter is drawn: first 0, first 1 or first 2",
        )
    if state.phase == DRAWING and outcomes[at] < len(CARDS):
        card = CARDS[outcomes[at]]
        return Refusal(
            "RM-1",
            f"Im Nachziehstapel von Sitz {state.seat} ist keine Karte {card} mehr",
            f"there is no {card} card left in the draw pile of seat {state.seat}",
        )
    return _not_due(state)


def _not_due(state: ReMove) -> Refusal:
    """Something else must happen first, or nothing at all any more."""
    if state.phase == ENDED:
        return Refusal(due(state), "Das Spiel ist zu Ende", "the game is over")
    if state.phase == STARTING:
        return Refusal(
            due(state), "Zuerst wird ausgelost, wer beginnt", "first the starter is drawn"
        )
    if state.phase == DRAWING:
        return Refusal(
            due(state),
            f"Zuerst zieht Sitz {state.seat} {HAND} Karten",
            f"first seat {state.seat} draws {HAND} cards",
        )
    return Refusal(
        due(state),
        f"Jetzt werden keine Karten gezogen: Sitz {state.seat} ist am Zug",
        f"no cards are drawn now: it is the turn of seat {state.seat}",
    )


def _has_winner(state: ReMove) -> bool:
    return any(in_target(state, seat) == GOAL for seat in range(SEATS))


def _nothing_more(state: ReMove, decisions: Sequence[int], at: int) -> Refusal:
    start, _ = _step_of(state, decisions[at])
    name = names(state)[start]
    ends = {_step_of(state, decision)[1] for decision in decisions[1:at]}
    if start in ends:
        return _moved_already(name)
    if state.sudden_win and _has_winner(state):
        return Refusal(
            "RM-14",
            f"Mit der dritten Figur im Ziel endet der Zug sofort; diese ({name}) zieht nicht mehr",
            f"the third figure in the target ends the turn at once; this one ({name}) stays",
        )
    return Refusal(
        "RM-11",
        f"So viele Figuren wie möglich haben gezogen; diese ({name}) kann nicht mehr ziehen",
        f"as many figures as possible have moved; this one ({name}) cannot move any more",
    )


def _moved_already(name: str) -> Refusal:
    return Refusal(
        "RM-10",
        f"Diese Figur ({name}) hat schon gezogen; jede zieht nur einmal",
        f"this figure ({name}) has already moved; each moves only once",
    )


def _unfinished(state: ReMove) -> Refusal:
    start = names(state)[_legal_steps(state)[0][0]]
    many = int(left_to_move(state))
    return Refusal(
        "RM-11",
        f"Der Zug ist nicht fertig: {_figures(many, 'de')} noch ziehen (zum Beispiel {start})",
        f"the turn is not finished: {_figures(many, 'en')} still move ({start} for example)",
    )


def _figures(many: int, lang: str) -> str:
    if lang == "de":
        return "1 Figur muss" if many == 1 else f"{many} Figuren müssen"
    return "1 figure must" if many == 1 else f"{many} figures must"


def _bad_card(state: ReMove, decision: int) -> Refusal:
    if decision > JOKER_INNER:
        return Refusal(
            "RM-4",
            "Keine geschlagene Figur wartet; spiel eine Karte oder wirf die Hand ab",
            "no captured figure is waiting; play a card or discard the hand",
        )
    card = CARD_NAMES[CARDS[min(decision - 1, len(CARDS) - 1)]]
    hand = state.hand[state.seat]
    held = ", ".join(f"{n} × {CARD_NAMES[name]}" for name, n in zip(CARDS, hand, strict=True) if n)
    return Refusal(
        "RM-4",
        f"Du hast keine Karte {card} auf der Hand; du hast {held}",
        f"you have no {card} card in your hand; you have {held}",
    )


def _bad_place(state: ReMove, decision: int) -> Refusal:
    owner = int(owner_to_place(state))
    free = _listed(name_set(state, int(state.bases[owner]) & ~int(state.figures[owner])))
    if PLACE <= decision < ODD_STEP:
        base = name_set(state, int(state.bases[owner]))
        name = base[decision - PLACE]
        return Refusal(
            "RM-8",
            f"Dieser Platz ({name}) ist besetzt; wähl einen freien in deiner Base",
            f"this place ({name}) is taken; choose a free one in your base",
        )
    if ODD_PLACE <= decision < NO_CAPTURE:
        name = names(state)[decision - ODD_PLACE]
        return Refusal(
            "RM-8",
            f"Dieser Platz ({name}) ist nicht in deiner Base; dorthin kommt die Figur zurück",
            f"this place ({name}) is not in your base, to which the figure comes back",
        )
    return Refusal(
        "RM-8",
        f"Zuerst kommt eine geschlagene Figur zurück in die Base (place, Sitz {owner}: {free})",
        f"first a captured figure comes back into the base (place, seat {owner}: {free})",
    )


def _step_of(state: ReMove, decision: int) -> tuple[int, int]:
    """Start and end of a step, also of one that the board does not have."""
    if decision >= UNMARKED:
        return divmod(decision - UNMARKED, WIDTH)
    if decision >= NO_CAPTURE:
        return divmod(decision - NO_CAPTURE, WIDTH)
    if decision >= ODD_STEP:
        return divmod(decision - ODD_STEP, WIDTH)
    start, slot = divmod(decision - STEP, MOST_LINES)
    return start, int(state.line[start, slot])


def _bad_step(state: ReMove, decision: int, second: int | None = None) -> Refusal:
    """Why a step is not legal; `second` is what the text says next, if anything."""
    if not (STEP <= decision < PLACE or decision >= ODD_STEP):
        return _unfinished(state)
    start, end = _step_of(state, decision)
    a, b = names(state)[start], names(state)[end]
    if state.phase == STEPPING:
        refusal = _bad_start(state, start)
        if refusal is not None:
            return refusal
    if ODD_STEP <= decision < ODD_PLACE:
        near = _listed(name_set(state, int(state.reach[0, start])))
        return Refusal(
            "RM-5",
            f"Dorthin führt keine Linie ({a}-{b}; von {a} geht es nach {near})",
            f"no line leads there ({a}-{b}; from {a} lines lead to {near})",
        )
    refusal = _bad_end(state, end)
    if refusal is not None:
        return refusal
    if decision >= NO_CAPTURE:
        return _wrong_mark(decision >= UNMARKED, a, b)
    if state.card == REMOVE and state.phase == STEPPING:
        return _bad_middle(state, start, end, second)
    return _left_behind(state, [decision], start)


def _bad_start(state: ReMove, start: int) -> Refusal | None:
    seat, name = int(state.seat), names(state)[start]
    rule = "RM-6" if state.card == REMOVE else "RM-5"
    if int(state.moved) >> start & 1:
        return _moved_already(name)
    if enemies(state, seat) >> start & 1:
        return Refusal(
            rule,
            f"Das ist eine fremde Figur ({name}); du ziehst nur deine eigenen",
            f"that is an opponent's figure ({name}); you move only your own",
        )
    if not int(state.figures[seat]) >> start & 1:
        return Refusal(
            rule, f"Hier ({name}) steht keine Figur von dir", f"no figure of yours is here ({name})"
        )
    return None


def _bad_end(state: ReMove, end: int) -> Refusal | None:
    """Why no step leads to `end` at all."""
    seat, name = int(state.seat), names(state)[end]
    jumping = state.card == REMOVE and state.phase == STEPPING
    if end == state.origin:
        return Refusal(
            "RM-6",
            f"Eine Figur darf nicht dort enden, wo sie losgezogen ist ({name})",
            f"a figure may not end where it began ({name})",
        )
    if not int(state.open[seat]) >> end & 1:
        return Refusal(
            "RM-9",
            f"Base und Ziel der anderen sind für deine Figuren tabu ({name})",
            f"the bases and targets of others are closed to your figures ({name})",
        )
    if int(state.figures[seat]) >> end & 1:
        if jumping:
            return Refusal(
                "RM-6",
                f"Da steht eine eigene Figur ({name}); eigene Figuren werden nie übersprungen",
                f"your own figure is there ({name}); own figures are never jumped",
            )
        return Refusal(
            "RM-10",
            f"Da steht eine eigene Figur ({name}); sie muss zuerst weiterziehen",
            f"your own figure is there ({name}); it must move on first",
        )
    if enemies(state, seat) >> end & 1 and not jumping:
        return Refusal(
            "RM-6" if state.card == REMOVE else "RM-5",
            f"Da steht eine fremde Figur ({name}); ein Zug endet nur auf einem freien Platz",
            f"an opponent's figure is there ({name}); a move ends only on a free place",
        )
    return None


def _wrong_mark(unmarked: bool, a: str, b: str) -> Refusal:
    if unmarked:
        return Refusal(
            "RM-6",
            f"Auf {b} steht eine fremde Figur, sie wird geschlagen: schreib {a}x{b}",
            f"an opponent's figure is on {b} and is captured: write {a}x{b}",
        )
    return Refusal(
        "RM-6",
        f"Auf {b} steht niemand, den du schlagen könntest: schreib {a}-{b}",
        f"nobody is on {b} whom you could capture: write {a}-{b}",
    )


def _bad_middle(state: ReMove, start: int, middle: int, second: int | None) -> Refusal:
    """A first step of two after which there is no second, or none that RM-11 allows."""
    seat = int(state.seat)
    blocked = int(state.figures[seat]) | enemies(state, seat)
    ends = int(state.reach[0, middle]) & int(state.open[seat]) & ~blocked
    a, b = names(state)[start], names(state)[middle]
    if not ends and second is not None:
        return _bad_step(_after(state, _number(state, start, middle)), second)
    if not ends:
        return Refusal(
            "RM-6",
            f"Von dort ({b}) führt kein zweiter Schritt auf einen freien Platz außer zurück ({a})",
            f"from there ({b}) no second step leads to a free place, except back ({a})",
        )
    first, end = _number(state, start, middle), ends.bit_length() - 1
    return _left_behind(state, [first, _number(state, middle, end)], start)


def _number(state: ReMove, start: int, end: int) -> int:
    return STEP + start * MOST_LINES + int(state.line[start].tolist().index(end))


def _after(state: ReMove, decision: int) -> ReMove:
    """The position between the two steps of a figure."""
    after: ReMove = copied(state)
    apply(after, decision)
    return after


def _left_behind(state: ReMove, bad: Sequence[int], start: int) -> Refusal:
    """RM-11: which figure could not move if the turn went on with `bad`, and what else, by the
    figure at `start` if possible, would let it."""
    steps = _legal_steps(state)
    a, b = next((step for step in steps if step[0] == start), steps[0])
    staying = _staying(state, bad) & ~_staying(state, [_number(state, a, b)])
    left = names(state)[staying.bit_length() - 1]
    here, there = names(state)[a], names(state)[b]
    return Refusal(
        "RM-11",
        f"Dann säße eine andere deiner Figuren ({left}) fest, die noch ziehen kann: Wähl einen "
        f"anderen Weg (etwa {here}-{there})",
        f"then another of your figures ({left}) would be stuck, though it can still move: choose "
        f"another way ({here}-{there}, say)",
    )


def _staying(state: ReMove, steps: Sequence[int]) -> int:
    """The figures that stay if the action goes on with `steps`, and then as RM-11 asks."""
    state = copied(state)
    state.sudden_win = 0  # the others go on in the target
    staying = int(state.figures[state.seat]) & ~int(state.moved)
    todo = list(steps)
    while midway(state):
        step = todo.pop(0) if todo else _number(state, *_legal_steps(state)[0])
        mover = int(state.origin) if state.phase == LANDING else _step_of(state, step)[0]
        staying &= ~(1 << mover)
        apply(state, step)
    return staying


def _legal_steps(state: ReMove) -> list[tuple[int, int]]:
    actions = np.zeros(MOST, np.int64)
    return [_step_of(state, int(action)) for action in actions[: list_legal(state, actions)]]


def _listed(places: Sequence[str]) -> str:
    shown = ", ".join(places[:LISTED])
    return f"{shown} …" if len(places) > LISTED else shown
